import { request as send, type RequestOptions } from "node:http"
import { connect } from "node:net"

import { paymentSuite } from "../support/shop/payment-fixture"

/** Of the right form, and of no secret. */
function signatureHeaders(): string {
  const seconds = Math.floor(Date.now() / 1_000)
  return `X-Webhook-Timestamp: ${seconds}\r\nX-Webhook-Signature: ${"0".repeat(64)}\r\n`
}

/** What is no JSON object, its content type, its bytes. */
const unreadable: [string, string, Buffer][] = [
  ["JSON that is cut off", "application/json", Buffer.from('{"a":"forged')],
  [
    "a line break and terminal codes",
    "application/json",
    Buffer.from("\r\n\u001b[2Kforged"),
  ],
  [
    "bytes that are no UTF-8",
    "application/json",
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  ],
  ["a JSON text", "application/json", Buffer.from('"forged"')],
  ["a form", "application/x-www-form-urlencoded", Buffer.from("note=forged")],
  ["plain text", "text/plain", Buffer.from('{"note":"forged"}')],
  [
    "a character set of terminal codes",
    'application/json; charset="\u009b2Jforged"',
    Buffer.from('{"forged":'),
  ],
]

/** Each is sent by a stranger, and answered so whatever the body is. */
const addresses: [string, string, number][] = [
  ["POST", "/hooks/crypto/pp_crypto_crypto", 401],
  ["GET", "/hooks/crypto/pp_crypto_crypto", 404],
  ["GET", "/store/crypto-payments", 400],
  ["GET", "/store/crypto-payments/payses_unheard", 404],
  ["GET", "/store/crypto-payments/currencies", 400],
  ["POST", "/store/crypto-payments/payses_unheard", 400],
  ["GET", "/admin/crypto-payments", 401],
  ["POST", "/admin/crypto-payments/check", 401],
  ["POST", "/admin/crypto-payments/cpay_unheard/resolve", 401],
]

/**
 * Medusa parses bodies before it knows who asks, and logs what it cannot parse
 * with its first characters, on every route that leaves it to Medusa.
 */
export const requestBodySuite = paymentSuite("requests", (shop) => {
  const { admin, store } = shop
  const log = shop.watchLog()

  beforeEach(() => log.start())

  const expectPlainLog = () => {
    for (const line of log.lines) {
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(line).not.toMatch(/forged|Unexpected|unsupported charset/)
    }
  }

  it.each(unreadable)(
    "whose body is no JSON object are quoted to no stranger, and refused to an admin: %s",
    async (_what, contentType, bytes) => {
      const body = { contentType, bytes }
      for (const [method, path, status] of addresses) {
        const answer = await sendBody(method, path, body)
        expect([method, path, answer.status]).toEqual([method, path, status])
        expect(answer.text).not.toMatch(/forged|Unexpected|unsupported charset/)
      }
      for (const path of ["cpay_unheard/check", "cpay/resolve", "check"]) {
        const answer = await asAdmin(path, body)
        expect([answer.status, JSON.parse(answer.text)]).toEqual([
          400,
          {
            type: "invalid_data",
            message:
              "Invalid request: the body is no JSON object, or its content type is not application/json.",
          },
        ])
      }
      expectPlainLog()
    }
  )

  it("with a hostile id are refused with 404 in a path, with 400 in a query, and not quoted", async () => {
    const storeGet = (path: string) =>
      fetch(`${shop.baseUrl()}/store/crypto-payments/${path}`, {
        headers: { "x-publishable-api-key": store.publishableKey },
      })
    const id = "x%0D%0A%1B[2Kforged"
    const hook = { method: "POST", body: "{}" }
    const answers = await Promise.all([
      storeGet(id),
      fetch(`${shop.baseUrl()}/hooks/crypto/${id}`, hook),
      storeGet("currencies?provider_id=pp_crypto_forged"),
      storeGet(`currencies?provider_id=${id}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 400])
    for (const answer of answers) {
      expect(await answer.text()).not.toContain("forged")
    }
    const ofAdmin = `/admin/crypto-payments/${id}`
    for (const refused of [
      () => admin.get(ofAdmin),
      () => admin.post(`${ofAdmin}/check`, {}),
      () => admin.post(`${ofAdmin}/refunds`, {}),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 404 })
    }
    await expect(
      admin.get(`/admin/crypto-payments?merchant_id=${id}`)
    ).rejects.toMatchObject({ status: 400, body: { type: "invalid_data" } })
    expectPlainLog()
  })

  it("are refused with 413 above 64 KiB", async () => {
    const answer = await asAdmin("cpay_unheard/resolve", {
      contentType: "application/json",
      bytes: Buffer.from(JSON.stringify({ note: "x".repeat(65_536) })),
    })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      413,
      {
        type: "invalid_data",
        message: "The body is larger than 65536 bytes.",
      },
    ])
    expect(log.lines).toEqual([])
  })

  it("leave no error in the log when the sender hangs up in the middle", async () => {
    await hangUp("/hooks/crypto/pp_crypto_crypto")
    await hangUp("/admin/crypto-payments/check")
    expectPlainLog()
    expect(log.lines.map((line) => line.split(":")[0]).sort()).toEqual([
      "Invalid request",
      'crypto webhook for "pp_crypto_crypto" refused with 400',
    ])
  })

  it.each([
    [401, "pp_crypto_crypto", ""],
    [404, "pp_crypto_unheard", signatureHeaders()],
  ])(
    "of webhooks are not waited for where the headers are enough, and leave the connection open where they came whole: %i",
    async (status, providerId, headers) => {
      expect(await sendHead(providerId, headers)).toMatch(
        new RegExp(`^HTTP/1.1 ${status} [^]*\r\nconnection: close\r\n`)
      )
      const path = `/hooks/crypto/${providerId}`
      const answer = await sendBody("POST", path, {
        bytes: Buffer.from("{}"),
      })
      expect([answer.status, answer.connection]).toEqual([status, "keep-alive"])
    }
  )

  it("of webhooks have ten seconds to arrive", async () => {
    const answer = await sendHead("pp_crypto_crypto", signatureHeaders(), 500)
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*\r\nconnection: close\r\n/)
    expectPlainLog()
  })

  it.each([
    ["a form without fields", "application/x-www-form-urlencoded", {}],
    ["a form for files", "multipart/form-data; boundary=x", {}],
    ["plain text", "text/plain", {}],
    ["nothing", undefined, { origin: "https://evil.example" }],
  ])(
    "may come without a body, and do nothing as a page of another site sends them: %s",
    async (_what, contentType, headers) => {
      const bytes = Buffer.alloc(0)
      expect((await asAdmin("cpay_unheard/check", { bytes })).status).toBe(404)
      const body = { contentType, bytes }
      for (const path of ["cpay_unheard/check", "refund-requests/x/revoke"]) {
        expect((await asAdmin(path, body, headers)).status).toBe(400)
      }
    }
  )

  /**
   * Announces a body to the webhook's route, sends none or a byte now and then,
   * and reads until the connection ends.
   */
  function sendHead(providerId: string, headers: string, dripMs?: number) {
    const { hostname, port } = new URL(shop.baseUrl())
    return new Promise<string>((resolve, reject) => {
      let answer = ""
      const socket = connect(Number(port), hostname)
      const drip = dripMs && setInterval(() => socket.write("x"), dripMs)
      socket
        .setEncoding("utf8")
        .on("data", (text: string) => (answer += text))
        .on("error", reject)
        .on("close", () => {
          clearInterval(drip)
          resolve(answer)
        })
        .write(
          `POST /hooks/crypto/${providerId} HTTP/1.1\r\nHost: shop\r\nContent-Length: 1000\r\n${headers}\r\n`
        )
    })
  }

  type Body = { contentType?: string; bytes: Buffer }

  function asAdmin(path: string, body: Body, headers: object = {}) {
    return sendBody("POST", `/admin/crypto-payments/${path}`, body, {
      ...headers,
      authorization: `Bearer ${shop.adminToken()}`,
    })
  }

  const sendBody = (
    method: string,
    path: string,
    { contentType, bytes }: Body,
    headers: object = {}
  ) =>
    sendBytes(`${shop.baseUrl()}${path}`, bytes, {
      method,
      headers: {
        ...headers,
        ...(contentType ? { "content-type": contentType } : {}),
        "x-publishable-api-key": store.publishableKey,
      },
    })

  /** Resolves once the server wrote what it makes of half a body. */
  async function hangUp(path: string): Promise<void> {
    const before = log.lines.length
    const request = send(`${shop.baseUrl()}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${shop.adminToken()}`,
        "content-type": "application/json",
        "content-length": 1_000,
        // Without them, a delivery is refused before its body is read.
        "x-webhook-timestamp": "1700000000",
        "x-webhook-signature": "0".repeat(64),
      },
    })
    request.on("error", () => undefined)
    await new Promise((resolve) => request.write('{"forged', resolve))
    request.destroy()
    while (log.lines.length === before) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
})

/** Sends these bytes, whatever the method, with their length. */
export function sendBytes(
  url: string,
  bytes: Buffer | undefined,
  { headers, ...options }: RequestOptions & { headers: object }
): Promise<{
  status: number
  text: string
  connection?: string
  cacheControl?: string
}> {
  return new Promise((resolve, reject) => {
    const length = bytes ? { "content-length": bytes.length } : {}
    const request = send(
      url,
      { ...options, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString("utf8"),
            connection: response.headers.connection,
            cacheControl: response.headers["cache-control"],
          })
        )
      }
    )
    request.on("error", reject)
    request.end(bytes)
  })
}
