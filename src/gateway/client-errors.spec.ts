import { readFileSync } from "node:fs"
import path from "node:path"
import { inspect } from "node:util"
import {
  type GatewayError,
  GatewayNotFoundError,
  isGatewayError,
} from "./errors"
import {
  type Answer,
  answer,
  closeServed,
  createdPayment,
  serve,
} from "./fixtures"

afterEach(closeServed)

const { id } = createdPayment

/** What reading a payment fails with when the gateway answers so, without a second try. */
async function failure(given: Answer): Promise<GatewayError> {
  const { client } = await serve([given], { maxAttempts: 1 })
  try {
    await client.getPayment({ id })
  } catch (error) {
    if (isGatewayError(error)) {
      return error
    }
    throw error
  }
  throw new Error("The call succeeded")
}

describe("an error of the gateway", () => {
  it.each([
    [401, "MERCHANT_NOT_FOUND", "authentication", false],
    [401, "INVALID_CREDENTIALS", "authentication", false],
    [400, "PAYMENT_ALREADY_EXISTS", "validation", false],
    [400, "WALLET_NOT_FOUND", "validation", false],
    [400, "VALIDATION_ERROR", "validation", false],
    [404, "PAYMENT_NOT_FOUND", "not_found", false],
    [404, "CURRENCY_NOT_FOUND", "not_found", false],
    [403, "FORBIDDEN", "validation", false],
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
    expect(error.message).toBe(
      `Could not read the payment ${id}: the gateway responded with ${status} ${code} (Too bad)`
    )
  })

  it.each([
    ["nothing", ""],
    ["a proxy's page", "<html><h1>Bad Gateway</h1></html>"],
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
    expect(error.message).toBe(
      `Could not read the payment ${id}: the gateway responded with 502`
    )
  })

  it("is quoted in one line of bounded length", async () => {
    const message = `line one\r\n\u0007line two ${"x".repeat(5000)}`
    const error = await failure(answer(400, { message }))
    expect(error.message).toContain("(line one line two xxx")
    expect(error.message.length).toBeLessThan(400)
  })

  it("does not carry the key, even if the gateway echoes it", async () => {
    const message = "The key ct_test_key is not yours"
    const error = await failure(answer(401, { message }))
    expect(error.message).toContain("The key [secret] is not yours")
    expect(inspect(error, { depth: 9 })).not.toContain("ct_test_key")
  })

  it("does not carry a part of the key where a message is shortened", async () => {
    for (let filling = 170; filling < 205; filling += 1) {
      const message = `${"x".repeat(filling)}ct_test_key`
      const error = await failure(answer(401, { message }))
      expect(error.message).not.toMatch(/ct_t/)
    }
  })

  it("does not carry the key in its code", async () => {
    const error = await failure(answer(401, { code: "NO ct_test_key" }))
    expect(error.code).toBe("NO [secret]")
  })

  it("does not carry any other secret, however it is spelled", async () => {
    const webhookSecret = 'whsec_"a/b+c"'
    const privateKey = readFileSync(
      path.join(__dirname, "fixtures/pkcs8.test-key.pem"),
      "utf8"
    )
    const keyLines = privateKey
      .split("\n")
      .filter((line) => !/^-|^$/.test(line))
    const echoes = [
      webhookSecret,
      JSON.stringify({ s: webhookSecret }),
      encodeURIComponent(webhookSecret),
      privateKey,
      privateKey.replaceAll("\n", "\\n"),
      privateKey.replaceAll("\n", " "),
      ...keyLines,
    ]
    for (const echo of echoes) {
      const { client } = await serve(
        [answer(400, { code: "X", message: `about ${echo} no` })],
        { privateKey, secrets: [webhookSecret] }
      )
      const error = await client
        .getPayment({ id })
        .catch((reason: unknown) => reason)
      const printed = inspect(error, { depth: 9 })
      expect(printed).toContain("[secret]")
      for (const secret of ["whsec_", "a%2Fb%2Bc", ...keyLines]) {
        expect(printed).not.toContain(secret)
      }
    }
  })

  it("does not contain a secret that the gateway sends as the id of a payment", async () => {
    const { client } = await serve(
      [answer(200, { ...createdPayment, id: "whsec_1" })],
      { secrets: ["whsec_1"] }
    )
    await expect(client.getPayment({ id })).rejects.toThrow(
      'the gateway responded with id "[secret]"'
    )
  })

  it("quotes any id in one line", async () => {
    const { client } = await serve([answer(404)])
    const long = `a\nWARN forged\u2028line${"x".repeat(1000)}`
    const error = await client
      .getPayment({ id: long })
      .catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(GatewayNotFoundError)
    expect(error instanceof Error && error.message).toMatch(
      /read the payment a WARN forged linex{100,200}…: the gateway responded with 404$/
    )
  })

  it.each([
    ["7", 7],
    ["0", 0],
    ["soon", undefined],
    ["-5", undefined],
  ])("carries the delay of Retry-After: %s", async (header, seconds) => {
    const given = answer(429, undefined, { "retry-after": header })
    expect((await failure(given)).retryAfterSeconds).toBe(seconds)
  })
})

describe("an answer that is no payment", () => {
  it.each([
    ["nothing", "", "and an empty body"],
    ["a page", "<html>Welcome</html>", "and a body that is not JSON"],
    ["an empty object", "{}", "and an unexpected body (id: Invalid input"],
    ["a list", "[]", "and an unexpected body (Invalid input"],
    [
      "more than 1 MiB",
      " ".repeat(1024 * 1024 + 1),
      "and a body larger than 1 MiB",
    ],
  ])("is rejected: %s", async (_what, body, how) => {
    const error = await failure(answer(200, body))
    expect(error).toMatchObject({
      kind: "unexpected_answer",
      status: 200,
      retryable: false,
    })
    expect(error.message).toContain(
      `Could not read the payment ${id}: the gateway responded with 200 ${how}`
    )
    expect(error.message).not.toContain("Welcome")
  })

  it("is not an informational answer that precedes the payment", async () => {
    const { client } = await serve([
      (response) => {
        response.writeProcessing()
        response.writeEarlyHints({ link: "</pay.css>; rel=preload" })
        response.end(JSON.stringify(createdPayment))
      },
    ])
    expect(await client.getPayment({ id })).toEqual(createdPayment)
  })

  it("is read up to 1 MiB", async () => {
    const body = JSON.stringify(createdPayment).padEnd(1024 * 1024, " ")
    const { client } = await serve([answer(200, body)])
    expect(await client.getPayment({ id })).toEqual(createdPayment)
  })

  it.each([301, 302, 307, 308])(
    "is rejected when it is a redirect: %i",
    async (status) => {
      const target = await serve([answer(200, createdPayment)])
      const location = `${target.url}/v1/payments/${id}`
      const error = await failure(answer(status, "", { location }))
      expect(error).toMatchObject({ kind: "unexpected_answer", status })
      expect(error.message).toContain("redirects are not followed")
      expect(target.received).toEqual([])
    }
  )
})

it("distinguishes a gateway error from any other", () => {
  expect(isGatewayError(new Error("x"))).toBe(false)
  expect(isGatewayError({ kind: "server" })).toBe(false)
  expect(isGatewayError(undefined)).toBe(false)
})
