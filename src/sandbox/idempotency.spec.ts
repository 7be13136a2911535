import { call, makeWidget, post } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const widget = { amount: 19.9, currency: "EUR" }

describe("repeating an external_id", () => {
  it("returns the first payment, for both flows and any other fields", async () => {
    const id = await makeWidget(sandbox, { external_id: "same", amount: 5.5 })
    const again = await call(sandbox, "POST /v1/payments/h2h", {
      external_id: "same",
      currency: "EUR",
      amount: 5.5,
      target_currency: "NOPE",
      is_test: true,
    })
    expect(again.status).toBe(200)
    expect(again.json).toMatchObject({ id, is_test: false })
  })

  it("treats 5.5 and 5.50 as the same amount", async () => {
    const id = await makeWidget(sandbox, { external_id: "zero", amount: 5.5 })
    const again = await call(
      sandbox,
      "POST /v1/payments/widget",
      '{"external_id":"zero","currency":"EUR","amount":5.50}'
    )
    expect(again.json.id).toBe(id)
  })

  it.each(["send", "cancel"])(
    "returns the first payment even after %s ended it",
    async (action) => {
      const external_id = `ended by ${action}`
      const id = await makeWidget(sandbox, { external_id })
      await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
      await post(sandbox, `/pay/${id}/${action}`)
      const again = await call(sandbox, "POST /v1/payments/widget", {
        ...widget,
        external_id,
      })
      expect(again.json).toMatchObject({
        id,
        status: action === "send" ? "confirmed" : "expired",
      })
    }
  )

  it.each([{ amount: 20 }, { currency: "USD" }])(
    "is rejected with another amount or currency: %j",
    async (change) => {
      await makeWidget(sandbox, { external_id: "taken" })
      const answer = await call(sandbox, "POST /v1/payments/widget", {
        ...widget,
        external_id: "taken",
        ...change,
      })
      expect(answer.status).toBe(400)
      expect(answer.json.code).toBe("PAYMENT_ALREADY_EXISTS")
    }
  )

  it("makes one payment of twenty calls at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(sandbox, "POST /v1/payments/widget", {
          ...widget,
          external_id: "race",
        })
      )
    )
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const { json } = await call(sandbox, "GET /v1/payments")
    const race = expect.objectContaining({ external_id: "race" })
    expect(json.items).toEqual(expect.arrayContaining([race]))
    expect(JSON.stringify(json.items).split('"race"')).toHaveLength(2)
  })
})
