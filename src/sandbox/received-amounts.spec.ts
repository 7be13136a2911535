import { call, makeWidget, type Receiver, startReceiver } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
let shop: Receiver

beforeEach(async () => {
  shop = await startReceiver()
  sandbox = await startSandbox({ control: true })
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

const DUE = "21.492"

async function open(flow: string): Promise<string> {
  if (flow === "widget") {
    const id = await makeWidget(sandbox, { callback_url: shop.url })
    const coin = { currency: "USDT_ERC20" }
    await call(sandbox, `POST /control/payments/${id}/coin`, coin)
    return id
  }
  const { json } = await call(sandbox, "POST /v1/payments/h2h", {
    amount: 19.9,
    currency: "EUR",
    external_id: "inline",
    target_currency: "USDT_ERC20",
    callback_url: shop.url,
  })
  expect(json).toMatchObject({ amount: DUE })
  return String(json.id)
}

const pay = (id: string, body: object) =>
  call(sandbox, `POST /control/payments/${id}/pay`, body)

const read = async (id: string) =>
  (await call(sandbox, `GET /v1/payments/${id}`)).json

const announced = async () => {
  const [webhook] = await shop.until(1)
  return JSON.parse(webhook?.body ?? "{}") as unknown
}

describe.each(["widget", "h2h"])("a %s payment", (flow) => {
  it.each([
    [{ kind: "exact" }, DUE],
    [{ kind: "short" }, "19.3428"],
    [{ kind: "one_unit_short" }, "21.491999"],
    [{ kind: "one_unit_over" }, "21.492001"],
    [{ kind: "over" }, "23.6412"],
    [{ amount: "21.000000000000000001" }, "21.000000000000000001"],
  ])(
    "paid by %j announces what arrived, and keeps what is due in reads",
    async (body, amount) => {
      const id = await open(flow)
      expect((await pay(id, body)).json).toMatchObject({
        status: "confirmed",
        received_amount: amount,
        target: { amount: DUE },
      })
      expect(await announced()).toMatchObject({ status: "confirmed", amount })
      expect(await read(id)).toMatchObject({ status: "confirmed", amount: DUE })
    }
  )

  it.each([
    ["under", "19.3428"],
    ["dust", "0.000001"],
  ])(
    "of %s stays pending, and announces it once a person confirms it",
    async (kind, amount) => {
      const id = await open(flow)
      expect((await pay(id, { kind })).json).toMatchObject({
        status: "pending",
        underpaid_amount: amount,
        received_amount: null,
      })
      expect(shop.received).toEqual([])
      expect(await read(id)).toMatchObject({ status: "pending", amount: DUE })
      await call(sandbox, `POST /control/payments/${id}/confirm-manual`)
      expect(await announced()).toMatchObject({
        status: "confirmed_manual",
        amount,
      })
      expect(await read(id)).toMatchObject({ amount: DUE })
    }
  )

  it("of which the rest arrives announces the whole amount", async () => {
    const id = await open(flow)
    await pay(id, { kind: "under" })
    expect((await pay(id, { kind: "exact" })).json).toMatchObject({
      underpaid_amount: null,
      received_amount: DUE,
    })
    expect(await announced()).toMatchObject({ amount: DUE })
  })
})

it("with contractOnly a read of a paid payment names what arrived", async () => {
  await sandbox.close()
  sandbox = await startSandbox({ control: true, contractOnly: true })
  const id = await open("h2h")
  await pay(id, { kind: "short" })
  expect(await read(id)).toMatchObject({ amount: "19.3428" })
})

it.each(["0", "-1", "1e3", "", " 1", "0.00"])(
  "no transfer is of %j",
  async (amount) => {
    const id = await open("widget")
    expect((await pay(id, { amount })).status).toBe(400)
    expect(await read(id)).toMatchObject({ status: "pending" })
  }
)

it("an amount needs a coin", async () => {
  const id = await makeWidget(sandbox)
  expect((await pay(id, { amount: "1" })).status).toBe(409)
})

it.each([
  ["2500", "one_unit_short", "0.99999999"],
  ["0.000025", "one_unit_short", "0.00000001"],
  [
    "308641972530864197253086419725000",
    "one_unit_over",
    "123456789012345678901234567890.00000001",
  ],
])("units are added exactly, and leave at least one", async (...row) => {
  const [price, kind, received] = row
  const fields = `"currency":"USD","external_id":"a","target_currency":"ETH"`
  const body = `{"amount":${price},${fields}}`
  const { json } = await call(sandbox, "POST /v1/payments/h2h", body)
  const pay = `POST /control/payments/${String(json.id)}/pay`
  const paid = await call(sandbox, pay, { kind })
  expect(paid.json.received_amount).toBe(received)
})
