import { attemptedDeliveries, settledDeliveries } from "./fixtures"
import { call, makeWidget, statusOf } from "./fixtures"
import { type Receiver, startReceiver } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
let shop: Receiver

beforeEach(async () => {
  shop = await startReceiver()
  sandbox = await startSandbox({ control: true, contractOnly: true })
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

const inline = (fields: Record<string, unknown> = {}) =>
  call(sandbox, "POST /v1/payments/h2h", {
    amount: 5,
    currency: "EUR",
    external_id: "inline",
    target_currency: "ETH",
    ...fields,
  })

it("an inline payment shows its address at creation only, and is created until it is final", async () => {
  const made = await inline()
  expect(made.json).toMatchObject({
    status: "created",
    currency: "ETH",
    wallet_address: expect.any(String),
  })
  const id = String(made.json.id)
  const { json } = await call(sandbox, `GET /v1/payments/${id}`)
  expect(json).toMatchObject({ status: "created" })
  expect(json).not.toHaveProperty("wallet_address")
  await call(sandbox, `POST /control/payments/${id}/pay`)
  const paid = await call(sandbox, `GET /v1/payments/${id}`)
  expect(paid.json).toMatchObject({ status: "confirmed", currency: "ETH" })
})

it("a hosted payment stays created when its coin is picked", async () => {
  const id = await makeWidget(sandbox)
  const picked = { currency: "TRX" }
  await call(sandbox, `POST /control/payments/${id}/coin`, picked)
  expect(await statusOf(sandbox, id)).toBe("created")
})

it("a payment that fails is expired", async () => {
  const id = await makeWidget(sandbox)
  await call(sandbox, `POST /control/payments/${id}/fail`)
  expect(await statusOf(sandbox, id)).toBe("expired")
})

it("a limit above the default is rejected", async () => {
  const of = async (limit: number) =>
    (await call(sandbox, `GET /v1/payments?limit=${limit}`)).status
  expect([await of(20), await of(21)]).toEqual([200, 400])
})

it("coins without a wallet are listed too", async () => {
  const { text } = await call(sandbox, "GET /v1/currencies")
  expect(text).toContain('"DOGE"')
  expect((await inline({ target_currency: "DOGE" })).status).toBe(400)
})

it("any metadata, fee_payer, client_ip and length of external_id is accepted", async () => {
  const external_id = "x".repeat(300)
  const { status, json } = await inline({
    external_id,
    metadata: "free text",
    fee_payer: "both",
    client_ip: 7,
    browser: [],
  })
  expect([status, json.external_id]).toEqual([201, external_id])
})

it("ids are UUIDs", async () => {
  expect(await makeWidget(sandbox)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
})

it("only what was paid is announced", async () => {
  const fields = { callback_url: shop.url }
  const expired = await makeWidget(sandbox, fields)
  const failed = await makeWidget(sandbox, fields)
  const paid = await makeWidget(sandbox, fields)
  await call(sandbox, `POST /control/payments/${expired}/expire`)
  await call(sandbox, `POST /control/payments/${failed}/fail`)
  await call(sandbox, `POST /control/payments/${paid}/pay`)
  const deliveries = await settledDeliveries(sandbox)
  expect(deliveries).toMatchObject([{ payment_id: paid, status: "confirmed" }])
})

it("the attempts of a webhook share their timestamp", async () => {
  await sandbox.close()
  const clock = { nowMs: Date.parse("2026-01-15T12:00:00Z") }
  sandbox = await startSandbox({
    control: true,
    contractOnly: true,
    now: () => new Date(clock.nowMs),
  })
  shop.answers.push(500)
  const id = await makeWidget(sandbox, { callback_url: shop.url })
  await call(sandbox, `POST /control/payments/${id}/pay`)
  await shop.until(1)
  await attemptedDeliveries(sandbox, 1)
  clock.nowMs += 30_000
  await call(sandbox, "POST /control/clock", { advance_seconds: 60 })
  const [first, second] = await shop.until(2)
  const at = ({ headers }: typeof first) => headers["x-webhook-timestamp"]
  expect(at(second)).toBe(at(first))
})
