import { farFromNow } from "../support/store/far-from-now"
import { checkPurchase } from "./check/check-purchase"
import { type Demo, startDemo } from "./start-demo"

describe("the demo with --place-order before_payment", () => {
  let demo: Demo | undefined

  beforeAll(async () => {
    demo = await startDemo({
      admin: false,
      placeOrder: "before_payment",
      database: "demo_order_first",
      // Only the webhook can pay the order.
      reconcileSchedule: farFromNow(),
    })
  }, 5 * 60_000)

  afterAll(async () => {
    await demo?.stop()
  })

  it("buys something whose order is placed first and paid by the webhook", async () => {
    if (!demo) throw new Error("The demo did not start.")
    const said: string[] = []

    const checked = await checkPurchase(demo, (text) => said.push(text))

    expect(said.at(-1)).toBe("Waiting for the order that the webhook pays")
    expect(checked).toMatchObject({
      order_id: expect.stringMatching(/^order_/),
      payment_status: "captured",
      webhook_to_order_ms: expect.any(Number),
    })
  }, 120_000)
})
