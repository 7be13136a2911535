import type { IncomingHttpHeaders } from "node:http"
import { inspect } from "node:util"
import { z } from "zod"
import { backoffMs, type GatewayClientOptions } from "./client-options"
import { type GatewayError, isGatewayError, readAnswer } from "./errors"
import {
  type Answer,
  answer,
  closeServed,
  createdPayment,
  cutShort,
  hangUp,
  serve,
  silence,
  stall,
  testKey,
} from "./fixtures"

afterEach(closeServed)

const { id, external_id } = createdPayment
const order = { amount: "19.90", currency: "EUR", external_id }
const found = answer(200, createdPayment)
const limited = (seconds: string) =>
  answer(429, undefined, { "retry-after": seconds })
const UNKNOWN = { kind: "outcome_unknown" }
const ONCE = { maxAttempts: 1, timeoutMs: 500 }
const COULD_NOT_READ = `Could not read the payment ${id}: the gateway responded with`

/** What reading a payment fails with when the gateway answers so, without a second try. */
async function failure(
  given: Answer,
  options: Partial<GatewayClientOptions> = {},
  paymentId = id
): Promise<GatewayError> {
  const { client } = await serve([given], { maxAttempts: 1, ...options })
  try {
    await client.getPayment({ id: paymentId })
  } catch (error) {
    if (isGatewayError(error)) return error
    throw error
  }
  throw new Error("The call succeeded")
}

describe("an error of the gateway", () => {
  it.each([
    [401, "MERCHANT_NOT_FOUND", "authentication", false],
    [400, "PAYMENT_ALREADY_EXISTS", "validation", false],
    [404, "PAYMENT_NOT_FOUND", "not_found", false],
    [403, "FORBIDDEN", "authentication", false],
    [409, "A_NEW_CODE", "validation", false],
    [422, "VALIDATION_ERROR", "validation", false],
    [408, "TOO_SLOW", "outcome_unknown", true],
    [429, "TOO_MANY_REQUESTS", "rate_limited", true],
    [500, "INTERNAL", "server", true],
    [501, "NOT_IMPLEMENTED", "server", false],
    [503, "MAINTENANCE", "server", true],
  ])("of status %i and code %s is of kind %s", async (...row) => {
    const [status, code, kind, retryable] = row
    const error = await failure(answer(status, { code, message: "Too bad" }))
    expect(error).toMatchObject({ status, code, kind, retryable })
    expect(error.message).toBe(`${COULD_NOT_READ} ${status} ${code} (Too bad)`)
  })

  it.each([
    ["nothing", ""],
    ["broken JSON", '{"code":"X"'],
    ["an array", "[]"],
    ["null", "null"],
    ["another shape", '{"error":{"reason":"X"}}'],
    ["a code of another type", '{"code":{"X":1}}'],
    ["a code of several lines", JSON.stringify({ code: "X\r\nWARN forged" })],
    ["a code as long as a page", JSON.stringify({ code: "X".repeat(5000) })],
    ["more than we read", "x".repeat(1024 * 1024 + 1)],
  ])("is known by its status alone when it comes with %s", async (_, body) => {
    const error = await failure(answer(502, body))
    expect(error).toMatchObject({ kind: "server", status: 502 })
    expect(error).not.toHaveProperty("code")
    expect(error.message).toBe(`${COULD_NOT_READ} 502`)
  })

  const page = (title: string) =>
    `\n<!DOCTYPE html><html><head><title>${title}</title></head></html>`

  it.each([
    [200, "server", true],
    [403, "server", true],
    [404, "server", true],
    [401, "server", true],
    [502, "server", true],
    [501, "server", false],
    [429, "rate_limited", true],
  ])(
    "is that of a gateway that is down, or of its limit, where a page came with %i",
    async (status, kind, retryable) => {
      const named = { server: "cloudflare", "cf-ray": "8f0a-FRA" }
      const headers = { ...named, "retry-after": "7" }
      const given = answer(status, page("Just a moment..."), headers)
      expect(await failure(given)).toMatchObject({
        kind,
        status,
        retryable,
        retryAfterSeconds: 7,
        message: `Could not read the payment ${id}: the response was ${status} with a page that is not the gateway's, "Just a moment...", server: cloudflare, cf-ray: 8f0a-FRA`,
      })
    }
  )

  it("is quoted in one short line, as the title of a page is", async () => {
    const text = `line one\r\n\u0007line two ct_test_key ${"x".repeat(5000)}`
    for (const body of [{ message: text }, page(text)]) {
      const { message } = await failure(answer(400, body))
      expect(message).toMatch(/[("]line one line two \[secret\] xxx/)
      expect(message.length).toBeLessThan(400)
    }
  })

  it("does not carry the key, nor a part of it where a message is shortened", async () => {
    const echo = { code: "NO ct_test_key", message: "Not ct_test_key" }
    const error = await failure(answer(401, echo))
    expect(error.message).toContain("NO [secret] (Not [secret])")
    expect(inspect(error, { depth: 9 })).not.toContain("ct_test_key")
    for (let filling = 170; filling < 205; filling += 1) {
      const message = `${"x".repeat(filling)}ct_test_key`
      const error = await failure(answer(401, { message }))
      expect(error.message).not.toMatch(/ct_t/)
    }
  })

  it("does not carry any other secret, however it is spelled", async () => {
    const webhookSecret = 'whsec_"a/b+c"'
    const privateKey = testKey("pkcs8")
    const keyLines = privateKey.split("\n").filter((line) => /^[^-]/.test(line))
    for (const echo of [
      webhookSecret,
      JSON.stringify({ s: webhookSecret }),
      encodeURIComponent(webhookSecret),
      privateKey,
      privateKey.replaceAll("\n", "\\n"),
      privateKey.replaceAll("\n", " "),
      ...keyLines,
    ]) {
      const given = answer(400, { code: "X", message: `about ${echo} no` })
      const secrets = [webhookSecret]
      const error = await failure(given, { privateKey, secrets })
      const printed = inspect(error, { depth: 9 })
      expect(printed).toContain("[secret]")
      for (const secret of ["whsec_", "a%2Fb%2Bc", ...keyLines]) {
        expect(printed).not.toContain(secret)
      }
    }
  })

  it("does not contain a secret that the gateway sends as the id of a payment", async () => {
    const given = answer(200, { ...createdPayment, id: "whsec_1" })
    const error = await failure(given, { secrets: ["whsec_1"] })
    expect(error.message).toContain('the gateway responded with id "[secret]"')
  })

  it("quotes any id in one line", async () => {
    const long = `a\nWARN forged\u2028line${"x".repeat(1000)}`
    const error = await failure(answer(404), {}, long)
    expect(error).toMatchObject({ name: "GatewayError", kind: "not_found" })
    expect(error.message).toMatch(
      /read the payment a WARN forged linex{100,200}…: the gateway responded with 404$/
    )
  })

  it("is distinguished from any other", () => {
    const others = [new Error("x"), { kind: "server" }, undefined]
    expect(others.some(isGatewayError)).toBe(false)
  })
})

describe("an answer that is no payment", () => {
  it.each([
    ["nothing", "", "and an empty body"],
    ["no JSON", "Welcome", "and a body that is not JSON"],
    ["an empty object", "{}", "and an unexpected body (id: Invalid input"],
    ["a list", "[]", "and an unexpected body (Invalid input"],
    ["over 1 MiB", " ".repeat(2 ** 20 + 1), "and a body larger than 1 MiB"],
  ])("is rejected: %s", async (_what, body, how) => {
    const error = await failure(answer(200, body))
    const kind = "unexpected_answer"
    expect(error).toMatchObject({ kind, status: 200, retryable: false })
    expect(error.message).toContain(`${COULD_NOT_READ} 200 ${how}`)
    expect(error.message).not.toContain("Welcome")
  })

  it("is neither what is informational before the payment, nor a payment of 1 MiB", async () => {
    const body = JSON.stringify(createdPayment).padEnd(1024 * 1024, " ")
    const { client } = await serve([
      (response, request) => {
        response.writeProcessing()
        response.writeEarlyHints({ link: "</pay.css>; rel=preload" })
        answer(200, body)(response, request)
      },
    ])
    expect(await client.getPayment({ id })).toEqual(createdPayment)
  })

  it.each([301, 302, 307, 308])("is the redirect %i", async (status) => {
    const target = await serve([found])
    const location = `${target.url}/v1/payments/${id}`
    const error = await failure(answer(status, "", { location }))
    expect(error).toMatchObject({ kind: "unexpected_answer", status })
    expect(error.message).toContain("redirects are not followed")
    expect(target.received).toEqual([])
  })
})

describe("a call that fails for the moment", () => {
  it.each([
    ["500", answer(500)],
    ["502 with a page", answer(502, "<html>")],
    ["503", answer(503)],
    ["429", answer(429)],
    ["429 with a delay", limited("0")],
    ["503 with a delay", answer(503, "", { "retry-after": "0" })],
    ["a connection that is dropped", hangUp],
    ["a connection cut within the body", cutShort(200)],
    ["a connection cut within an error's body", cutShort(500)],
    ["a time-out before the head of the answer", silence],
    ["a time-out within its body", stall(200)],
  ])("repeats its bytes after %s", async (_what, fault) => {
    const { client, received } = await serve([fault, fault, found], {
      timeoutMs: 500,
    })
    expect(await client.createWidgetPayment(order)).toEqual(createdPayment)
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  })

  it("fails with the last fault after as many attempts as allowed", async () => {
    const { client, received } = await serve([hangUp, answer(503)])
    const last = { kind: "server", status: 503 }
    await expect(client.getPayment({ id })).rejects.toMatchObject(last)
    expect(received).toHaveLength(3)
    const once = client.getPayment({ id }, { maxAttempts: 1 })
    await expect(once).rejects.toMatchObject({ kind: "server" })
    expect(received).toHaveLength(4)
  })

  it("fails at once when Retry-After exceeds the time left", async () => {
    const { client, received } = await serve([limited("61"), found])
    await expect(client.getPayment({ id })).rejects.toMatchObject({
      kind: "rate_limited",
      retryAfterSeconds: 61,
    })
    expect(received).toHaveLength(1)
  })

  it("waits for the time in Retry-After", async () => {
    const { client } = await serve([limited("1"), found])
    const startedMs = performance.now()
    await client.getPayment({ id })
    expect(performance.now() - startedMs).toBeGreaterThan(950)
  })

  it("stops within the time for all attempts, of which the last has what is left", async () => {
    const several = { timeoutMs: 100, maxElapsedMs: 1_500, maxAttempts: 100 }
    const { client, received } = await serve([silence], several)
    await expect(client.getPayment({ id })).rejects.toMatchObject(UNKNOWN)
    expect(received.length).toBeGreaterThan(1)
    expect(received.length).toBeLessThan(20)

    const second = { timeoutMs: 60_000, maxElapsedMs: 2_000, maxAttempts: 100 }
    const { client: last } = await serve([answer(503), silence], second)
    const error: GatewayError = await last.getPayment({ id }).catch((e) => e)
    const [, lastMs] = /within ([\d.]+) ms$/.exec(error.message) ?? []
    expect(Number(lastMs)).toBeLessThan(2_000)
  })

  it.each([400, 401, 404, 422, 501])("is not one of %i", async (status) => {
    const { client, received } = await serve([answer(status), found])
    await expect(client.getPayment({ id })).rejects.toMatchObject({ status })
    expect(received).toHaveLength(1)
  })
})

describe("a call without a complete answer", () => {
  it.each([
    ["no answer in time", silence, "no response within 500 ms"],
    ["half an answer", stall(200), "no complete response within 500 ms"],
    ["a dropped connection", hangUp, "other side closed"],
    ["a cut answer", cutShort(200), "other side closed"],
  ])("has an unknown outcome: %s", async (_what, fault, why) => {
    const { client } = await serve([fault], ONCE)
    const error = await client.createWidgetPayment(order).catch((e) => e)
    expect(error).toMatchObject({ ...UNKNOWN, retryable: true })
    expect(error).not.toHaveProperty("status")
    expect(error.message).toBe(
      `Could not create the widget payment for ${external_id}: ${why}`
    )
  })

  it("has an unknown outcome when the connection is refused, and that of a status which came", async () => {
    const { url } = await serve([found])
    await closeServed()
    expect(await failure(found, { baseUrl: url })).toMatchObject({
      ...UNKNOWN,
      message: expect.stringContaining("ECONNREFUSED"),
      cause: { code: "ECONNREFUSED" },
    })
    const error = await failure(stall(503), ONCE)
    expect(error).toMatchObject({ kind: "server", status: 503 })
  })

  it("counts waiting for a free connection as part of its time", async () => {
    const limits = { maxConnections: 1, maxAttempts: 1, timeoutMs: 100 }
    const { client, received } = await serve([silence], limits)
    const first = client.getPayment({ id }, { timeoutMs: 400 })
    const second = client.getPayment({ id: "waiting" })
    await expect(second).rejects.toMatchObject(UNKNOWN)
    await expect(first).rejects.toMatchObject(UNKNOWN)
    expect(received.map(({ url }) => url)).toEqual([`/v1/payments/${id}`])
  })

  it("leaves the client usable", async () => {
    const faults: [Answer, ...Answer[]] = [silence, cutShort(200), stall(200)]
    const limits = { ...ONCE, maxConnections: 1 }
    const { client } = await serve([...faults, found], limits)
    for (let call = 0; call < 3; call += 1) {
      await expect(client.getPayment({ id })).rejects.toMatchObject(UNKNOWN)
    }
    const payment = client.getPayment({ id }, { timeoutMs: 5_000 })
    expect(await payment).toEqual(createdPayment)
  })
})

describe("aborting a call", () => {
  const reason = new Error("not needed any more")
  const LONG = { timeoutMs: 60_000 }
  let controller: AbortController
  beforeEach(() => {
    controller = new AbortController()
  })

  it("sends nothing when it was aborted before", async () => {
    const { client, received } = await serve([found])
    const aborted = { signal: AbortSignal.abort(reason) }
    await expect(client.getPayment({ id }, aborted)).rejects.toBe(reason)
    expect(received).toEqual([])
  })

  it.each([
    ["the answer", silence],
    ["the rest of the answer", stall(200)],
    ["another attempt", answer(503, "", { "retry-after": "50" })],
  ])("ends the wait for %s and drops the connection", async (_, fault) => {
    let drop: () => void
    const dropped = new Promise<void>((resolve) => (drop = resolve))
    const abortingFault: Answer = (response, request) => {
      response.on("close", () => drop())
      fault(response, request)
      setTimeout(() => controller.abort(), 20)
    }
    const { client, received } = await serve([abortingFault], LONG)
    const { signal } = controller
    const call = client.getPayment({ id }, { signal })
    await expect(call).rejects.toMatchObject({ name: "AbortError" })
    await expect(call).rejects.toBe(signal.reason)
    expect(received).toHaveLength(1)
    await dropped
  })

  it("ends a call that waits for a free connection, which is then never sent", async () => {
    const { client, received } = await serve(
      [(...given) => void setTimeout(() => found(...given), 100)],
      { maxConnections: 1 }
    )
    const { signal } = controller
    const first = client.getPayment({ id })
    const second = client.getPayment({ id: "waiting" }, { signal })
    controller.abort()
    await expect(second).rejects.toBe(signal.reason)
    expect(await first).toEqual(createdPayment)
    expect(await client.getPayment({ id })).toEqual(createdPayment)
    expect(received.map(({ url }) => url)).not.toContain("/v1/payments/waiting")
  })

  it("leaves no listener on the signal", async () => {
    const { client } = await serve([answer(500), found])
    const { signal } = controller
    const added = jest.spyOn(signal, "addEventListener")
    const removed = jest.spyOn(signal, "removeEventListener")
    await client.getPayment({ id }, { signal })
    expect(added).toHaveBeenCalledTimes(3)
    expect(removed).toHaveBeenCalledTimes(3)
  })
})

describe("the wait between attempts", () => {
  const policy = {
    maxAttempts: 5,
    maxElapsedMs: 60_000,
    baseDelayMs: 250,
    maxDelayMs: 8_000,
  }

  it.each([
    [1, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]],
    [0.5, [188, 375, 750, 1500, 3000, 6000, 6000, 6000]],
    [0, [125, 250, 500, 1000, 2000, 4000, 4000, 4000]],
  ])("doubles up to its bound, in its upper half by %d", (chance, delays) => {
    const attempts = [1, 2, 3, 4, 5, 6, 7, 1000]
    const waits = attempts.map((made) => backoffMs(made, policy, chance))
    expect(waits).toEqual(delays)
  })

  it.each([
    ["0", 0],
    ["120", 120],
    [" 7 ", 7],
    ["Thu, 15 Jan 2026 12:00:30 GMT", 30],
    ["Thursday, 15-Jan-26 12:00:30 GMT", 30],
    ["Thu Jan 15 12:00:30 2026", 30],
    ["Thu, 15 Jan 2026 11:59:00 GMT", 0],
    // A moment in place of seconds, and a clock that is a year ahead of ours.
    ["1795950402", 3_600],
    ["9".repeat(400), 3_600],
    ["Fri, 15 Jan 2027 12:00:30 GMT", 3_600],
    ["", undefined],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["1e3", undefined],
    ["2026-01-15", undefined],
    ["Thu, 99 Foo 2026", undefined],
    [undefined, undefined],
    [["1", "2"], undefined],
  ])("is, by a Retry-After of %j, %p seconds", (value, seconds) => {
    jest.useFakeTimers({ now: new Date("2026-01-15T12:00:00.500Z") })
    const headers = { "retry-after": value } as IncomingHttpHeaders
    const answered = { status: 429, headers, body: "" }
    let error: unknown
    try {
      readAnswer(answered, z.unknown(), "x", (text) => text)
    } catch (thrown) {
      error = thrown
    }
    expect(isGatewayError(error) && error.retryAfterSeconds).toBe(seconds)
    jest.useRealTimers()
  })
})
