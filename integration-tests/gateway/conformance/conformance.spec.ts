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
import { type ConformanceReport, runConformance } from "./run-conformance"
import type { Target } from "./target"

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

/** Pays at the sandbox, as its buyer would. */
const payAt = async (sandbox: Sandbox): Promise<Target["webhook"]> => {
  const port = await freePort()
  return {
    callbackUrl: `http://127.0.0.1:${port}/hook`,
    port,
    secret: sandbox.webhookSecret,
    waitSeconds: 20,
    pay: async ({ id }) => {
      const paid = await fetch(`${sandbox.url}/control/payments/${id}/pay`, {
        method: "POST",
      })
      expect(paid.status).toBe(200)
    },
  }
}

const notPassed = ({ cases }: ConformanceReport) =>
  cases.filter(({ verdict }) => verdict.kind !== "passed")

const observedOf = ({ observations }: ConformanceReport) =>
  new Set(observations.map(({ observed }) => observed))

describe("the sandbox keeps the contract", () => {
  it("with every observed fact", async () => {
    const sandbox = await sandboxWith({
      control: true,
      pricedCurrencies: ["USD", "EUR"],
    })
    const report = await runConformance(
      targetOf(sandbox, {
        walletlessCurrency: "DOGE_TEST",
        webhook: await payAt(sandbox),
      })
    )
    expect(notPassed(report)).toEqual([])
    expect(report.ok).toBe(true)
    expect(observedOf(report)).toEqual(new Set(["yes"]))
  })

  it.each(["empty", "html", "json"] as const)(
    "with nothing but the contract, errors with a body that is %s",
    async (errorBody) => {
      const sandbox = await sandboxWith({
        control: true,
        observed: { ...CONTRACT_ONLY, errorBody },
      })
      const report = await runConformance(
        targetOf(sandbox, {
          h2hCurrency: "USDT_TRC20",
          walletlessCurrency: "DOGE",
          webhook: await payAt(sandbox),
        })
      )
      expect(notPassed(report)).toEqual([])
      expect(observedOf(report).has("no")).toBe(true)
    }
  )

  it("to a merchant that signs each request", async () => {
    const sandbox = await sandboxWith({})
    const report = await runConformance(
      targetOf(sandbox, { apiKey: undefined, walletlessCurrency: "DOGE_TEST" })
    )
    expect(notPassed(report).map(({ verdict }) => verdict)).toEqual([
      { kind: "skipped", why: "needs --api-key" },
      {
        kind: "skipped",
        why: "needs --callback-url, --listen and --webhook-secret",
      },
    ])
  })
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
  expect(notPassed(report).map(({ verdict }) => verdict)).toEqual([
    {
      kind: "skipped",
      why: "needs --callback-url, --listen and --webhook-secret",
    },
  ])
})

describe("what a run leaves behind", () => {
  it("is test payments only, all of them expired where the gateway can", async () => {
    const sandbox = await sandboxWith({ control: true })
    await runConformance(targetOf(sandbox))
    const answer = await fetch(`${sandbox.url}/control/payments`)
    const { payments } = z
      .object({
        payments: z.array(
          z.object({ is_test: z.boolean(), status: z.string() })
        ),
      })
      .parse(await answer.json())
    expect(payments.length).toBeGreaterThan(20)
    for (const { is_test, status } of payments) {
      expect([is_test, status]).toEqual([true, "expired"])
    }
  })
})
