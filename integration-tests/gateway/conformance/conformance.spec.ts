import { generateKeyPairSync } from "node:crypto"
import { z } from "zod"
import {
  CONTRACT_ONLY,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox"
import { freePort } from "../../support/postgres"
import {
  type MinimalGateway,
  startMinimalGateway,
} from "../../support/minimal-gateway"
import type { Result } from "../../../src/conformance/case"
import {
  type ConformanceReport,
  runConformance,
} from "../../../src/conformance/run-conformance"
import type { Target } from "../../../src/conformance/target"

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
})

const open: { close: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

async function sandboxWith(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox({ publicKey: keys.publicKey, ...options })
  open.push(sandbox)
  return sandbox
}

const targetOf = (
  { url, merchantId, apiKey }: Sandbox | MinimalGateway,
  others: Partial<Target> = {}
): Target => ({
  baseUrl: url,
  merchantId,
  apiKey,
  privateKey: keys.privateKey,
  ...others,
})

/** A callback address of this machine. */
const callback = async (sandbox: Sandbox) => {
  const port = await freePort()
  return {
    callbackUrl: `http://127.0.0.1:${port}/hook`,
    port,
    secret: sandbox.webhookSecret,
    waitSeconds: 20,
  }
}

/** Pays at the sandbox, as its buyer would. */
const payAt =
  (sandbox: Sandbox) =>
  async ({ id }: { id: string }) => {
    const paid = await fetch(`${sandbox.url}/control/payments/${id}/pay`, {
      method: "POST",
    })
    expect(paid.status).toBe(200)
  }

const of = ({ results }: ConformanceReport, ...verdicts: Result["verdict"][]) =>
  results.filter(({ verdict }) => verdicts.includes(verdict))

const namesOf = (results: Result[]) => results.map(({ name }) => name)

/** For a gateway that knows no test coins inline. */
const LIVE_COINS = { h2hCurrency: "USDT_TRC20", walletlessCurrency: "DOGE" }

/** Not where the payment was paid. */
const EXPIRES = "webhook of a payment that expires"

/** Not a minute: the sandbox of these specs is faster. */
const RETRIED = "webhook that is answered with 500"

describe("the sandbox", () => {
  it("is as published, with the deliveries of an expired payment", async () => {
    const sandbox = await sandboxWith({ retryIntervalSeconds: 1.1 })
    const report = await runConformance(
      targetOf(sandbox, {
        walletlessCurrency: "DOGE_TEST",
        webhook: await callback(sandbox),
      })
    )
    expect(of(report, "failed", "skipped")).toEqual([])
    expect(of(report, "differs")).toMatchObject([
      { name: RETRIED, published: "again after a minute" },
    ])
    expect(report.counts).toMatchObject({ differs: 1, failed: 0, skipped: 0 })
  })

  it("is as published, with other codes of coins and the deliveries of a paid payment", async () => {
    const sandbox = await sandboxWith({
      control: true,
      coins: "published",
      retryIntervalSeconds: 1.1,
    })
    const webhook = { ...(await callback(sandbox)), pay: payAt(sandbox) }
    const report = await runConformance(
      targetOf(sandbox, { walletlessCurrency: "DOGE", webhook })
    )
    expect(of(report, "failed")).toEqual([])
    expect(namesOf(of(report, "skipped"))).toEqual([EXPIRES])
    expect(namesOf(of(report, "differs"))).toEqual([RETRIED])
    const amount = report.results.find(({ name }) => /^amount and/.test(name))
    expect(amount?.seen).toMatch(/^amount: "[\d.]+", currency: "USDT"$/)
  })

  it("keeps the contract with nothing but that", async () => {
    const sandbox = await sandboxWith({
      control: true,
      retryIntervalSeconds: 1.1,
      observed: CONTRACT_ONLY,
    })
    const webhook = { ...(await callback(sandbox)), pay: payAt(sandbox) }
    const report = await runConformance(
      targetOf(sandbox, { ...LIVE_COINS, webhook })
    )
    expect(of(report, "failed")).toEqual([])
    expect(namesOf(of(report, "skipped"))).toEqual([
      "fields of the same hosted creation once it expired",
      "fields of the same inline creation once it expired",
      "DELETE /v1/payments/{id}, then a read",
      EXPIRES,
    ])
    expect(namesOf(of(report, "differs"))).toEqual(
      expect.arrayContaining([
        "status of a hosted creation",
        "status of an inline creation",
        "url of a created payment, read",
        "a priced currency PLN",
        "is_test of an inline creation",
        "order of the list",
        "signature of the repeated webhook",
        "metadata.callback_params",
      ])
    )
  })

  it.each(["html", "json"] as const)(
    "keeps the contract with errors whose body is %s",
    async (errorBody) => {
      const observed = { ...CONTRACT_ONLY, errorBody }
      const sandbox = await sandboxWith({ observed })
      const report = await runConformance(targetOf(sandbox, LIVE_COINS))
      expect(of(report, "failed")).toEqual([])
    }
  )

  it("is as published to a merchant that signs each request", async () => {
    const sandbox = await sandboxWith({})
    const report = await runConformance(
      targetOf(sandbox, { apiKey: undefined, walletlessCurrency: "DOGE_TEST" })
    )
    expect(of(report, "failed", "differs")).toEqual([])
    expect(new Set(of(report, "skipped").map(({ seen }) => seen))).toEqual(
      new Set(["needs --api-key", "needs --callback-url"])
    )
  })
})

it("needs nothing but the address and a credential", async () => {
  const { url, merchantId, apiKey } = await sandboxWith({})
  const report = await runConformance({ baseUrl: url, merchantId, apiKey })
  expect(of(report, "failed", "differs")).toEqual([])
  expect(new Set(of(report, "skipped").map(({ seen }) => seen))).toEqual(
    new Set([
      "needs --private-key",
      "needs --walletless-currency",
      "needs --callback-url",
    ])
  )
  expect(report.counts.passed).toBeGreaterThan(50)
})

it("a gateway written from the contract alone keeps it too", async () => {
  const gateway = await startMinimalGateway({ publicKey: keys.publicKey })
  open.push(gateway)
  const report = await runConformance(
    targetOf(gateway, {
      h2hCurrency: "USDT_TRON",
      walletlessCurrency: "ETH",
    })
  )
  expect(of(report, "failed")).toEqual([])
  expect(of(report, "differs").length).toBeGreaterThan(0)
})

it("does not start where the port for webhooks is taken", async () => {
  const sandbox = await sandboxWith({})
  const { hostname, port } = new URL(sandbox.url)
  const webhook = {
    callbackUrl: `http://${hostname}:${port}`,
    port: Number(port),
    waitSeconds: 1,
  }
  await expect(runConformance(targetOf(sandbox, { webhook }))).rejects.toThrow(
    "EADDRINUSE"
  )
})

describe("what a run leaves behind", () => {
  it("is test payments only, all of them expired where the gateway can", async () => {
    const sandbox = await sandboxWith({ control: true })
    const report = await runConformance(targetOf(sandbox))
    const answer = await fetch(`${sandbox.url}/control/payments`)
    const { payments } = z
      .object({
        payments: z.array(
          z.object({ id: z.string(), is_test: z.boolean(), status: z.string() })
        ),
      })
      .parse(await answer.json())
    expect(payments.length).toBeGreaterThan(20)
    for (const { is_test, status } of payments) {
      expect([is_test, status]).toEqual([true, "expired"])
    }
    expect(report.payment_ids).toEqual(payments.map(({ id }) => id))
  })
})
