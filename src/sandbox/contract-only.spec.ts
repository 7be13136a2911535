import { attemptedDeliveries, settledDeliveries } from "./fixtures"
import { call, makeWidget, statusOf } from "./fixtures"
import { type Receiver, startReceiver } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
let shop: Receiver
const clock = { nowMs: Date.parse("2026-01-15T12:00:00Z") }

beforeEach(async () => {
  shop = await startReceiver()
  sandbox = await startSandbox({
    control: true,
    contractOnly: true,
    now: () => new Date(clock.nowMs),
  })
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

const create = (flow: string, fields: Record<string, unknown> = {}) =>
  call(sandbox, `POST /v1/payments/${flow}`, {
    amount: 1,
    currency: "USD",
    external_id: "x",
    ...(flow === "h2h" && { target_currency: "ETH" }),
    ...fields,
  })
const read = async (id: unknown) =>
  (await call(sandbox, `GET /v1/payments/${String(id)}`)).json
const act = (id: unknown, action: string, body?: object) =>
  call(sandbox, `POST /control/payments/${String(id)}/${action}`, body)

const FIELDS = ["created_at", "external_id", "id", "is_test", "status"]

it("an inline payment shows its address at creation only, is created until it is final, and ignores is_test", async () => {
  const made = await create("h2h", { is_test: true })
  expect(made.json).toMatchObject({
    status: "created",
    currency: "ETH",
    amount: "0.0004",
    wallet_address: expect.any(String),
    is_test: false,
  })
  const { id } = made.json
  expect(Object.keys(await read(id)).sort()).toEqual(FIELDS)
  // A read of a paid one names what arrived.
  await act(id, "pay", { kind: "short" })
  expect(await read(id)).toMatchObject({
    status: "confirmed",
    currency: "ETH",
    amount: "0.00036",
  })
})

it("a hosted payment is made with 201 in any currency, repeated with 200, and stays created when its coin is picked", async () => {
  const { status, json } = await create("widget", { currency: "PLN" })
  expect(status).toBe(201)
  expect(json.id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  const again = () => create("widget", { currency: "PLN" })
  expect(await again()).toMatchObject({ status: 200, json })
  await act(json.id, "coin", { currency: "TRX" })
  expect(await read(json.id)).toEqual(json)
  expect(Object.keys(json).sort()).toEqual([...FIELDS, "url"])
  await act(json.id, "pay")
  const paid = { ...json, status: "confirmed", currency: "TRX", amount: "2" }
  expect((await again()).json).toMatchObject(paid)
})

it("the list is oldest first, without id and status, and has no limit above the default", async () => {
  await makeWidget(sandbox, { external_id: "first" })
  await makeWidget(sandbox, { external_id: "second" })
  const { json } = await call(sandbox, "GET /v1/payments?limit=20")
  expect(json.items).toEqual([
    { external_id: "first", created_at: expect.any(String), is_test: false },
    { external_id: "second", created_at: expect.any(String), is_test: false },
  ])
  const more = await call(sandbox, "GET /v1/payments?limit=21")
  expect([more.status, more.text]).toEqual([400, ""])
})

it("coins have their blockchain as a string, and those without a wallet are listed too", async () => {
  const { text } = await call(sandbox, "GET /v1/currencies")
  expect(text).toContain('"blockchain":"Tron"')
  expect(text).toContain('"DOGE"')
  const filtered = await call(sandbox, "GET /v1/currencies?is_test=true")
  expect(filtered.text).toBe(text)
})

it("any metadata, fee_payer, client_ip and length of external_id is accepted", async () => {
  const external_id = "x".repeat(300)
  const { status, json } = await create("h2h", {
    external_id,
    metadata: "free text",
    fee_payer: "both",
    client_ip: 7,
    browser: [],
  })
  expect([status, json.external_id]).toEqual([201, external_id])
})

it("only what was paid is announced, at its own URL, and a payment that fails is expired", async () => {
  const callback_params = { order_id: 1 }
  const fields = { callback_url: shop.url, metadata: { callback_params } }
  const expired = await makeWidget(sandbox, fields)
  const failed = await makeWidget(sandbox, fields)
  const paid = await makeWidget(sandbox, fields)
  await act(expired, "expire")
  await act(failed, "fail")
  expect(await statusOf(sandbox, failed)).toBe("expired")
  await act(paid, "pay")
  const announced = { payment_id: paid, status: "confirmed", url: shop.url }
  expect(await settledDeliveries(sandbox)).toMatchObject([announced])
})

it("the attempts of a webhook share their timestamp", async () => {
  shop.answers.push(500)
  await act(await makeWidget(sandbox, { callback_url: shop.url }), "pay")
  await attemptedDeliveries(sandbox, 1)
  clock.nowMs += 30_000
  await call(sandbox, "POST /control/clock", { advance_seconds: 60 })
  const [first, second] = await shop.until(2)
  const at = ({ headers }: typeof first) => headers["x-webhook-timestamp"]
  expect(at(second)).toBe(at(first))
})
