import { attemptedDeliveries, settledDeliveries } from "./fixtures"
import { call, makeWidget, statusOf } from "./fixtures"
import { type Receiver, startReceiver } from "./fixtures"
import {
  ALL_OBSERVED,
  CONTRACT_ONLY,
  type ObservedFacts,
  type Sandbox,
  startSandbox,
} from "./index"
import { factsWithout } from "./options"

let sandbox: Sandbox
let shop: Receiver

async function start(observed: Partial<ObservedFacts>): Promise<void> {
  sandbox = await startSandbox({
    control: true,
    retryIntervalSeconds: 60,
    observed,
  })
}

beforeEach(async () => {
  shop = await startReceiver()
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

describe("pendingStatus off", () => {
  beforeEach(() => start({ pendingStatus: false }))

  it("shows the address at creation only, and created until it is final", async () => {
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

  it("keeps a hosted payment created when its coin is picked", async () => {
    const id = await makeWidget(sandbox)
    const picked = { currency: "TRX" }
    await call(sandbox, `POST /control/payments/${id}/coin`, picked)
    expect(await statusOf(sandbox, id)).toBe("created")
  })
})

it("failedStatus off: a payment that fails is expired", async () => {
  await start({ failedStatus: false })
  const id = await makeWidget(sandbox)
  await call(sandbox, `POST /control/payments/${id}/fail`)
  expect(await statusOf(sandbox, id)).toBe("expired")
})

it("newestFirst off: whole items, oldest first", async () => {
  await start({ newestFirst: false })
  const first = await makeWidget(sandbox)
  const second = await makeWidget(sandbox)
  const { json } = await call(sandbox, "GET /v1/payments")
  expect(json.items).toMatchObject([{ id: first }, { id: second }])
})

it("longPages off: a limit above the default is rejected", async () => {
  await start({ longPages: false })
  const of = async (limit: number) =>
    (await call(sandbox, `GET /v1/payments?limit=${limit}`)).status
  expect([await of(20), await of(21)]).toEqual([200, 400])
})

it("walletCurrenciesOnly off: coins without a wallet are listed too", async () => {
  await start({ walletCurrenciesOnly: false })
  const { text } = await call(sandbox, "GET /v1/currencies")
  expect(text).toContain('"DOGE"')
  expect((await inline({ target_currency: "DOGE" })).status).toBe(400)
})

it("fieldRules off: accepts any metadata, fee_payer and length of external_id", async () => {
  await start({ fieldRules: false })
  const external_id = "x".repeat(300)
  const { status, json } = await inline({
    external_id,
    metadata: "free text",
    fee_payer: "both",
  })
  expect([status, json.external_id]).toEqual([200, external_id])
})

it("shortIds off: ids are UUIDs", async () => {
  await start({ shortIds: false })
  expect(await makeWidget(sandbox)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
})

it("unpaidWebhooks off: only what was paid is announced", async () => {
  await start({ unpaidWebhooks: false })
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

it.each([
  [true, false],
  [false, true],
])(
  "freshSignatures %j: attempts share their timestamp: %j",
  async (freshSignatures, shared) => {
    const clock = { nowMs: Date.parse("2026-01-15T12:00:00Z") }
    sandbox = await startSandbox({
      control: true,
      observed: { freshSignatures },
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
    expect(at(first) === at(second)).toBe(shared)
  }
)

it("can be left out one by one by name, each as the contract has it", async () => {
  await start({})
  expect(factsWithout(["errorBody", "shortIds"])).toEqual({
    errorBody: "empty",
    shortIds: false,
  })
  expect(Object.keys(ALL_OBSERVED)).toEqual(Object.keys(CONTRACT_ONLY))
  expect(() => factsWithout(["toString"])).toThrow(/Unknown observed fact/)
})
