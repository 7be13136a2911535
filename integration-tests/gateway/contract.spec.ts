import { generateKeyPairSync, randomUUID, sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { GatewayClient } from "../../src/gateway"
import { startSandbox } from "../../src/sandbox"
import { expectedSignature, startReceiver } from "../../src/sandbox/fixtures"

type Fields = Record<string, unknown>
type Flow = "widget" | "h2h"
type Answer = { status: number; json: unknown; fields: Fields }
type Sent = { query?: Record<string, string>; body?: Fields | string }
type Headers = Record<string, string>

/** A gateway, and what is known there. A case that needs more is skipped. */
type Target = {
  name: string
  start: () => Promise<{
    url: string
    merchantId: string
    apiKey?: string
    webhookSecret?: string
    close: () => Promise<void>
  }>
  /** Without a key each request is signed. */
  hasKey: boolean
  /** PEM; its public half is known to the gateway. */
  privateKey?: string
  /** A coin of inline test payments. */
  coin?: string
  /** A coin that the merchant has no wallet for. */
  walletless?: string
  /** Whether its errors have a body, of which the contract does not speak. */
  hasCodes?: boolean
  /** Lets a payment be paid under /control. */
  hasControl?: boolean
}

const { GATEWAY_URL, GATEWAY_API_KEY, GATEWAY_PRIVATE_KEY_FILE } = process.env
const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
})
const started = { publicKey, control: true, retryIntervalSeconds: 1.1 }
const known = { hasKey: true, privateKey }
const sandbox: Target = {
  ...known,
  name: "the sandbox",
  start: () => startSandbox(started),
  coin: "ETH_TEST",
  walletless: "DOGE_TEST",
  hasCodes: true,
  hasControl: true,
}
const ownGateways: Target[] = [
  sandbox,
  { ...sandbox, name: "the sandbox, each request signed", hasKey: false },
  {
    ...known,
    name: "the sandbox with nothing but the contract",
    start: () => startSandbox({ ...started, contractOnly: true }),
    coin: "ETH",
    walletless: "DOGE",
    hasControl: true,
  },
]

/** The gateway that the environment names. */
const otherGateway = (url: string): Target => ({
  name: url,
  start: async () => ({
    url: url.replace(/\/$/, ""),
    merchantId: process.env.GATEWAY_MERCHANT_ID ?? "",
    apiKey: GATEWAY_API_KEY,
    close: async () => undefined,
  }),
  hasKey: GATEWAY_API_KEY !== undefined,
  privateKey:
    GATEWAY_PRIVATE_KEY_FILE && readFileSync(GATEWAY_PRIVATE_KEY_FILE, "utf8"),
  coin: process.env.GATEWAY_TEST_COIN,
  walletless: process.env.GATEWAY_WALLETLESS_COIN,
})

const MERCHANT = "GET /v1/merchants"
const LIST = "GET /v1/payments"
const CURRENCIES = "GET /v1/currencies"
const WIDGET = "POST /v1/payments/widget"
const H2H = "POST /v1/payments/h2h"
const SHOP = "https://shop.example"
const PAGE = { query: { offset: "0", limit: "1" } }
const WRONG_KEY = { "x-api-key": "ct_live_no_key" }
const WRONG_SIGN = { "x-sign": "ab".repeat(256) }
const STRANGER = { "x-merchant-id": "00000000-0000-4000-8000-00000000dead" }

const text = expect.stringMatching(/./)
const url = expect.stringMatching(/^https?:\/\/./)
const decimal = expect.stringMatching(/^-?\d+(\.\d+)?$/)
const time = expect.stringMatching(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:?00)$/
)
const common = { id: text, is_test: true, created_at: time }
const noCoin = { amount: null, currency: null, wallet_address: null }

const targets = GATEWAY_URL ? [otherGateway(GATEWAY_URL)] : ownGateways

describe.each(targets)("the contract at $name", (target) => {
  let at: Awaited<ReturnType<Target["start"]>>
  const made: string[] = []
  let madeLive = false
  beforeAll(async () => {
    at = await target.start()
  })
  afterAll(async () => {
    for (const id of made) await send(`DELETE /v1/payments/${id}`)
    await at.close()
  })

  const when = (holds: unknown) => (holds ? it : it.skip)
  const signing = when(target.privateKey)
  const inline = when(target.coin)
  const flows: Flow[] = target.coin ? ["widget", "h2h"] : ["widget"]

  /** As contract §5 puts it, without a line of the client's code. */
  function signature(line: string, { query, body }: Sent): Headers {
    const [method, path] = line.split(" ")
    const signed = [
      method + new URL(at.url + path).pathname,
      query ? JSON.stringify(query) : "",
      bodyText(body),
    ].join("")
    const bytes = sign("RSA-SHA256", Buffer.from(signed), target.privateKey!)
    return { "x-sign": bytes.toString("hex") }
  }

  function headersOf(line: string, sent: Sent = {}): Headers {
    const { merchantId, apiKey } = at
    const credential = target.hasKey
      ? { "x-api-key": apiKey ?? "" }
      : signature(line, sent)
    return { "x-merchant-id": merchantId, ...credential }
  }

  /** Sends plain HTTP, again where the gateway answers 429. */
  async function send(
    line: string,
    sent: Sent = {},
    headers: Headers = headersOf(line, sent)
  ): Promise<Answer> {
    const [method, path] = line.split(" ")
    const query = sent.query ? `?${new URLSearchParams(sent.query)}` : ""
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(at.url + path + query, {
        method,
        headers,
        body: sent.body === undefined ? undefined : bodyText(sent.body),
        redirect: "manual",
      })
      const { status } = response
      const json = await response.json().catch(() => undefined)
      if (status !== 429 || attempt === 5) {
        return { status, json, fields: { ...Object(json) } }
      }
      const seconds = Number(response.headers.get("retry-after") ?? 5)
      await sleep(seconds * 1_000)
    }
  }

  /** Sends under the signature of another request. */
  const sendAs = (signedLine: string, signed: Sent, line: string, sent: Sent) =>
    send(line, sent, {
      "x-merchant-id": at.merchantId,
      ...signature(signedLine, signed),
    })

  const fresh = (fields: Fields = {}): Fields => ({
    amount: 10.5,
    currency: "USD",
    external_id: `contract-${randomUUID()}`,
    ...fields,
  })

  /** Creates a test payment; a live one is the last that is made. */
  async function create(flow: Flow, fields: Fields): Promise<Answer> {
    if (madeLive) throw new Error("The gateway made a live payment")
    const coin = flow === "h2h" && { target_currency: target.coin }
    const body = { ...coin, ...fields, is_test: true }
    const answer = await send(`POST /v1/payments/${flow}`, { body })
    const { id, is_test } = answer.fields
    if (typeof id === "string") {
      made.push(id)
      madeLive = flow === "widget" && is_test !== true
    }
    return answer
  }

  async function make(flow: Flow, fields: Fields = {}) {
    const request = fresh(fields)
    const answer = succeeded(await create(flow, request))
    return { id: String(answer.fields.id), request, answer }
  }

  const read = (id: string) => send(`GET /v1/payments/${id}`)
  const newly = (flow: Flow, fields: Fields) => create(flow, fresh(fields))

  /** A creation again, with this field changed. */
  async function again(flow: Flow, fields: Fields = {}): Promise<Answer> {
    const { request } = await make(flow)
    return create(flow, { ...request, ...fields })
  }

  const anonymous = (line: string) =>
    send(line, line.startsWith("POST") ? { body: "{}" } : {}, {
      "x-merchant-id": at.merchantId,
    })
  const withHeaders = (headers: Headers) =>
    send(MERCHANT, {}, { ...headersOf(MERCHANT), ...headers })
  const withOnly = (headers: Headers) =>
    send(MERCHANT, {}, { "x-merchant-id": at.merchantId, ...headers })

  describe.each`
    section | status | code                        | needs                | title                                                | ask
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"no credential for the merchant"}                  | ${() => anonymous(MERCHANT)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"no credential for the currencies"}                | ${() => anonymous(CURRENCIES)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"no credential for the list"}                      | ${() => anonymous(LIST)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"no credential for a read"}                        | ${() => anonymous(`${LIST}/any`)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"no credential for a hosted creation"}             | ${() => anonymous(WIDGET)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"no credential for an inline creation"}            | ${() => anonymous(H2H)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"a wrong key"}                                     | ${() => withOnly(WRONG_KEY)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${true}              | ${"a wrong signature"}                               | ${() => withOnly(WRONG_SIGN)}
    ${5}    | ${401} | ${"MERCHANT_NOT_FOUND"}     | ${true}              | ${"an unknown merchant id"}                          | ${() => withHeaders(STRANGER)}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"a wrong key beside a right signature"}            | ${() => withOnly({ ...signature(MERCHANT, {}), ...WRONG_KEY })}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"the signature of another path"}                   | ${() => sendAs(CURRENCIES, {}, MERCHANT, {})}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"the signature of another method"}                 | ${() => sendAs("POST /v1/merchants", {}, MERCHANT, {})}
    ${9}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"the signature of a path without /v1"}             | ${() => sendAs("GET /merchants", {}, MERCHANT, {})}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"the signature of another query"}                  | ${() => sendAs(LIST, PAGE, LIST, { query: { limit: "2" } })}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"the signature of a query that is not sent"}       | ${() => sendAs(LIST, PAGE, LIST, {})}
    ${5}    | ${401} | ${"INVALID_CREDENTIALS"}    | ${target.privateKey} | ${"the signature of another body"}                   | ${() => sendAs(WIDGET, { body: "{}" }, WIDGET, { body: "{} " })}
    ${2}    | ${400} | ${"VALIDATION_ERROR"}       | ${true}              | ${"a creation without amount"}                       | ${() => newly("widget", { amount: undefined })}
    ${2}    | ${400} | ${"VALIDATION_ERROR"}       | ${true}              | ${"a creation without currency"}                     | ${() => newly("widget", { currency: undefined })}
    ${2}    | ${400} | ${"VALIDATION_ERROR"}       | ${true}              | ${"a creation without external_id"}                  | ${() => newly("widget", { external_id: undefined })}
    ${2}    | ${400} | ${"VALIDATION_ERROR"}       | ${true}              | ${"an inline creation without target_currency"}      | ${() => newly("h2h", { target_currency: undefined })}
    ${2}    | ${400} | ${"VALIDATION_ERROR"}       | ${true}              | ${"an amount as text"}                               | ${() => newly("widget", { amount: "ten" })}
    ${7}    | ${400} | ${"VALIDATION_ERROR"}       | ${true}              | ${"a body that is no JSON"}                          | ${() => send(WIDGET, { body: "{ not json" })}
    ${4}    | ${400} | ${"PAYMENT_ALREADY_EXISTS"} | ${true}              | ${"the same external_id with another amount"}        | ${() => again("widget", { amount: 11.5 })}
    ${4}    | ${400} | ${"PAYMENT_ALREADY_EXISTS"} | ${true}              | ${"the same external_id with another currency"}      | ${() => again("widget", { currency: "EUR" })}
    ${4}    | ${400} | ${"PAYMENT_ALREADY_EXISTS"} | ${target.coin}       | ${"the same external_id inline with another amount"} | ${() => again("h2h", { amount: 11.5 })}
    ${4}    | ${404} | ${"CURRENCY_NOT_FOUND"}     | ${true}              | ${"an unknown target_currency"}                      | ${() => newly("h2h", { target_currency: "NO_SUCH_COIN" })}
    ${4}    | ${400} | ${"WALLET_NOT_FOUND"}       | ${target.walletless} | ${"a target_currency without a wallet"}              | ${() => newly("h2h", { target_currency: target.walletless })}
    ${4}    | ${404} | ${"PAYMENT_NOT_FOUND"}      | ${true}              | ${"an unknown payment id"}                           | ${() => read("noSuchPayment0000000000")}
  `("§$section $title", ({ status, code, needs, ask }) => {
    when(needs)(`is ${status} ${code}`, async () => {
      const answer: Answer = await ask()
      expect(answer.status).toBe(status)
      const codes = target.hasCodes ? [code] : [code, undefined]
      expect(codes).toContain(answer.fields.code)
    })
  })

  it("§2 the merchant of the credentials has its fields", async () => {
    const { fields } = succeeded(await send(MERCHANT))
    const merchant = { id: at.merchantId, name: text, balance: decimal }
    expect(fields).toMatchObject({ ...merchant, created_at: time })
  })

  when(target.hasKey)("§5 only the key counts, if both are sent", async () => {
    succeeded(await withHeaders(WRONG_SIGN))
  })

  signing("§5 signs method and path, and the query as it is sent", async () => {
    succeeded(await sendAs(MERCHANT, {}, MERCHANT, {}))
    const { fields } = succeeded(await sendAs(LIST, PAGE, LIST, PAGE))
    expect(fields).toMatchObject({ limit: 1, offset: 0 })
  })

  signing("§5 signs the body, byte for byte", async () => {
    const { id, request } = await make("widget")
    const success_url = `${SHOP}/danke?für=Käse-☕`
    const sent = { body: { ...request, is_test: true, success_url } }
    const { fields } = succeeded(await sendAs(WIDGET, sent, WIDGET, sent))
    expect(fields.id).toBe(id)
  })

  it("§4 a hosted creation has a checkout page and no coin", async () => {
    const { request, answer } = await make("widget", {
      success_url: `${SHOP}/thanks?order=1`,
      fail_url: `${SHOP}/again`,
      callback_url: `${SHOP}/hook`,
    })
    const { external_id } = request
    const payment = { ...common, external_id, status: "created", url }
    expect({ ...noCoin, ...answer.fields }).toMatchObject({
      ...payment,
      ...noCoin,
    })
  })

  inline("§4 an inline creation has address, amount and coin", async () => {
    const callback_url = `${SHOP}/hook`
    const fields = { auto_trace: true, callback_url }
    const { request, answer } = await make("h2h", fields)
    expect(answer.fields).toMatchObject({
      ...common,
      is_test: expect.any(Boolean),
      external_id: request.external_id,
      status: text,
      wallet_address: text,
      amount: decimal,
      currency: target.coin,
    })
  })

  it.each(flows)("§4 the same external_id is one payment: %s", async (flow) => {
    const { id, request } = await make(flow)
    const { external_id } = request
    const { fields } = succeeded(await create(flow, request))
    expect(fields).toMatchObject({ id, external_id })
    const five = Array.from({ length: 5 }, () => create(flow, request))
    const answers = (await Promise.all(five)).map(succeeded)
    expect(new Set(answers.map((each) => each.fields.id))).toEqual(
      new Set([id])
    )
  })

  it("§3 a created payment is read without a coin", async () => {
    const { id, request } = await make("widget")
    const { external_id } = request
    const { fields } = succeeded(await read(id))
    expect({ ...noCoin, ...fields }).toMatchObject({
      ...common,
      id,
      external_id,
      status: "created",
      ...noCoin,
    })
  })

  it("§4 the currencies have code, name and blockchain", async () => {
    const coins = itemsOf(succeeded(await send(CURRENCIES)).json)
    const coin = { code: text, name: text, blockchain: expect.anything() }
    expect(coins).toEqual(coins.map(() => expect.objectContaining(coin)))
    const codes = coins.map(({ code }) => code)
    expect(codes).toEqual(
      expect.arrayContaining(target.coin ? [target.coin] : [])
    )
  })

  it("§8 the list has limit 20 and offset 0 by default", async () => {
    await make("widget")
    const { fields } = succeeded(await send(LIST))
    expect(fields).toMatchObject({ limit: 20, offset: 0 })
    expect(fields.total).toBeGreaterThan(0)
    const length = Math.min(20, Number(fields.total))
    expect(itemsOf(fields.items)).toHaveLength(length)
  })

  it("§4 the list with limit 1 and offset 1 has one item", async () => {
    await make("widget")
    await make("widget")
    const query = { limit: "1", offset: "1" }
    const { fields } = succeeded(await send(LIST, { query }))
    expect(fields).toMatchObject({ limit: 1, offset: 1 })
    expect(itemsOf(fields.items)).toHaveLength(1)
  })

  when(GATEWAY_URL && target.hasKey)("§7 the client works there", async () => {
    const options = { baseUrl: at.url, merchantId: at.merchantId }
    const client = new GatewayClient({ ...options, apiKey: at.apiKey })
    const external_id = `contract-${randomUUID()}`
    const priced = { amount: "10.50", currency: "USD" }
    const payment = { ...priced, external_id, is_test: true }
    const { id } = await client.createWidgetPayment(payment)
    made.push(id)
    expect(await client.getPayment({ id })).toMatchObject({ external_id })
    await client.listCurrencies()
    await client.listPayments({ limit: 1 })
    const repeated = client.createWidgetPayment({ ...payment, amount: "11.50" })
    await expect(repeated).rejects.toThrow(
      expect.objectContaining({ name: "GatewayError", kind: "validation" })
    )
    const unknown = client.getPayment({ id: "noSuchPayment0000000000" })
    await expect(unknown).rejects.toThrow(
      expect.objectContaining({ name: "GatewayError", kind: "not_found" })
    )
    await client.close()
  })

  const paying = when(target.hasControl)
  paying(
    "§6 a paid payment is announced until that is taken (§8)",
    async () => {
      const shop = await startReceiver()
      shop.answers.push(500)
      const { id, request } = await make("widget", { callback_url: shop.url })
      await fetch(`${at.url}/control/payments/${id}/pay`, { method: "POST" })
      const [first, second] = await shop.until(2)
      const { external_id, currency: original_currency } = request
      const coin = { amount: decimal, currency: text }
      expect(JSON.parse(first.body)).toEqual({
        id,
        external_id,
        status: "confirmed",
        ...coin,
        original_amount: "10.5",
        original_currency,
        terminal_id: text,
        merchant_id: at.merchantId,
      })
      const paid = { status: "confirmed", wallet_address: text, ...coin }
      expect((await read(id)).fields).toMatchObject(paid)
      expect(second.body).toBe(first.body)
      for (const webhook of [first, second]) {
        const { method, headers } = webhook
        const type = headers["content-type"]
        expect([method, type]).toEqual(["POST", "application/json"])
        const sentAt = Number(headers["x-webhook-timestamp"])
        expect(Math.abs(sentAt - Date.now() / 1_000)).toBeLessThan(300)
        const signature = expectedSignature(webhook, at.webhookSecret ?? "")
        expect(headers["x-webhook-signature"]).toBe(signature)
      }
      await sleep(1_500)
      expect(shop.received).toHaveLength(2)
      await shop.close()
    }
  )
})

function bodyText(body: Sent["body"]): string {
  return typeof body === "object" ? JSON.stringify(body) : (body ?? "")
}

function itemsOf(list: unknown): Fields[] {
  expect(Array.isArray(list)).toBe(true)
  return list as Fields[]
}

/** The answer, whose status is 2xx. */
function succeeded(answer: Answer): Answer {
  expect(Math.floor(answer.status / 100)).toBe(2)
  return answer
}
