import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import {
  GatewayClient,
  parseWebhook,
  signWebhook,
  verifyWebhook,
} from "../../src/gateway"
import { createdPayment } from "../../src/gateway/fixtures"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { describeWithProgram } from "../support/programs"
import { eventBody } from "./malformed/bodies"
import { openssl } from "./openssl"

const SEED = 20_260_117
const nowSeconds = 1_768_478_400
const secret = "whsec_für_☕"

const sampleBodies = (numRuns: number) =>
  fc.sample(
    fc.oneof(
      eventBody,
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
    ),
    { numRuns, seed: SEED }
  )

describeWithProgram("openssl", "the openssl command line", (program) => {
  const run = (args: string[], input: Uint8Array | string) =>
    openssl(program, args, input)

  /** As contract §6 puts it, without a line of our code. */
  const hmac = async (key: string, text: Uint8Array) => {
    const hexKey = Buffer.from(key).toString("hex")
    const macOptions = ["-mac", "HMAC", "-macopt", `hexkey:${hexKey}`]
    const printed = await run(["dgst", "-sha256", ...macOptions, "-hex"], text)
    return printed.toString().trim().replace(/^.*= /, "")
  }

  const signedText = (timestamp: string, body: Uint8Array) =>
    Buffer.concat([Buffer.from(`${timestamp}.`), body])

  describe("and webhook signatures", () => {
    it("makes the one that signWebhook makes", async () => {
      for (const rawBody of sampleBodies(15)) {
        const headers = signWebhook({
          rawBody,
          secret,
          timestampSeconds: nowSeconds,
        })
        const text = signedText(headers["x-webhook-timestamp"], rawBody)
        expect(headers["x-webhook-signature"]).toBe(await hmac(secret, text))
      }
    })

    it("makes one that verifyWebhook accepts, for these bytes only", async () => {
      const timestamp = String(nowSeconds)
      const now = new Date(nowSeconds * 1000)
      for (const rawBody of sampleBodies(15)) {
        const signature = await hmac(secret, signedText(timestamp, rawBody))
        const given = { timestamp, signature, secrets: [secret], now }
        expect(verifyWebhook({ ...given, rawBody })).toEqual({
          verified: true,
          ageSeconds: 0,
        })
        const other = Buffer.concat([rawBody, Buffer.of(0x20)])
        expect(verifyWebhook({ ...given, rawBody: other })).toEqual({
          verified: false,
          reason: "signature_mismatch",
        })
      }
    })

    it("agrees with what the sandbox sends", async () => {
      const arrived: { headers: IncomingHttpHeaders; body: Buffer }[] = []
      const shop = await listen((headers, body) => {
        arrived.push({ headers, body })
        return "ok"
      })
      const sandbox = await startSandbox({ webhookSecret: secret })
      const client = clientOf(sandbox, { apiKey: sandbox.apiKey })
      const { id } = await client.createWidgetPayment({
        amount: "19.90",
        currency: "EUR",
        external_id: "Käse-☕",
        callback_url: shop.url,
      })
      await client.expirePayment({ id })
      await shop.answered(1)
      await Promise.all([client.close(), sandbox.close(), shop.close()])

      const [{ headers, body }] = arrived
      const timestamp = String(headers["x-webhook-timestamp"])
      expect(headers["x-webhook-signature"]).toBe(
        await hmac(secret, signedText(timestamp, body))
      )
      expect(parseWebhook(body)).toMatchObject({ ok: true, event: { id } })
    })
  })

  describe("and request signatures", () => {
    let folder: string
    let privateKey: string
    let publicKey: string
    const keyFile = () => join(folder, "private.pem")
    const publicFile = () => join(folder, "public.pem")

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "openssl-"))
      privateKey = String(
        await run(["genpkey", "-algorithm", "RSA", "-quiet"], "")
      )
      publicKey = String(await run(["pkey", "-pubout"], privateKey))
      await writeFile(keyFile(), privateKey, { mode: 0o600 })
      await writeFile(publicFile(), publicKey)
    })
    afterAll(() => rm(folder, { recursive: true, force: true }))

    /** Whether openssl finds the signature good. */
    const verifies = async (text: string, xSign: string) => {
      const file = join(folder, "signature")
      await writeFile(file, Buffer.from(xSign, "hex"))
      const args = ["-sha256", "-verify", publicFile(), "-signature", file]
      return run(["dgst", ...args], text).then(
        (printed) => printed.toString().includes("Verified OK"),
        () => false
      )
    }

    const signed = async (text: string) => {
      const args = ["-sha256", "-sign", keyFile(), "-hex"]
      const printed = await run(["dgst", ...args], text)
      return printed.toString().trim().replace(/^.*= /, "")
    }

    it("verifies what the client sends, over the bytes that arrive", async () => {
      const seen: string[] = []
      const signatures: string[] = []
      const gateway = await listen((headers, body, line) => {
        // The query as contract §5 has it, written by hand.
        const query = line.includes("limit") ? '{"limit":"5","offset":"2"}' : ""
        seen.push(line.replace(/ |\?.*/g, "") + query + body.toString())
        signatures.push(String(headers["x-sign"]))
        return line.startsWith("POST")
          ? JSON.stringify({ ...createdPayment, external_id: "Käse-☕" })
          : JSON.stringify({ items: [], total: 0, limit: 5, offset: 2 })
      })
      const client = new GatewayClient({
        baseUrl: gateway.url,
        merchantId: "m",
        privateKey,
      })
      await client.createWidgetPayment({
        amount: "19.90",
        currency: "EUR",
        external_id: "Käse-☕",
        metadata: { description: 'Grüße, 你好 & "co"' },
      })
      await client.listPayments({ limit: 5, offset: 2 })
      await Promise.all([client.close(), gateway.close()])

      expect(seen[0]).toMatch(/^POST\/v1\/payments\/widget\{"amount":19\.90,/)
      expect(seen[1]).toBe('GET/v1/payments{"limit":"5","offset":"2"}')
      for (const [index, text] of seen.entries()) {
        expect(await verifies(text, signatures[index])).toBe(true)
        expect(await verifies(`${text} `, signatures[index])).toBe(false)
      }
    })

    it("makes ones that the sandbox accepts, for this request only", async () => {
      const sandbox = await startSandbox({ publicKey })
      const body = '{"amount":5.50,"currency":"EUR","external_id":"Käse-☕"}'
      const requests: [line: string, text: string, body?: string][] = [
        ["GET /v1/merchants", "GET/v1/merchants"],
        [
          "GET /v1/payments?offset=0&limit=7",
          'GET/v1/payments{"offset":"0","limit":"7"}',
        ],
        ["POST /v1/payments/widget", `POST/v1/payments/widget${body}`, body],
      ]
      for (const [line, text, sent] of requests) {
        const [method, target] = line.split(" ")
        const statusOf = async (xSign: string) => {
          const answer = await fetch(sandbox.url + target, {
            method,
            headers: { "x-merchant-id": sandbox.merchantId, "x-sign": xSign },
            body: sent,
          })
          return answer.status
        }
        expect(await statusOf(await signed(text))).toBeLessThan(300)
        expect(await statusOf(await signed(`${text} `))).toBe(401)
      }
      await sandbox.close()
    })
  })
})

function clientOf(
  { url, merchantId }: Sandbox,
  credential: { apiKey: string }
): GatewayClient {
  return new GatewayClient({ baseUrl: url, merchantId, ...credential })
}

/** A server that hands each request over and answers with what it is given. */
async function listen(
  answer: (headers: IncomingHttpHeaders, body: Buffer, line: string) => string
) {
  let count = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const line = `${request.method} ${request.url}`
      response.end(answer(request.headers, Buffer.concat(chunks), line))
      count += 1
      server.emit("answered")
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    url: `http://127.0.0.1:${port}`,
    async answered(wanted: number) {
      while (count < wanted) {
        await once(server, "answered")
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
