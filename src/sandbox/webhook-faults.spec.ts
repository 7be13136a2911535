import { settledDeliveries } from "./fixtures"
import { call, makeWidget, post } from "./fixtures"
import { expectedSignature, type Receiver, startReceiver } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"

let sandbox: Sandbox
let shop: Receiver
beforeEach(async () => {
  shop = await startReceiver()
  sandbox = await startSandbox({ control: true, retryCount: 2 })
})
afterEach(async () => {
  await sandbox.close()
  await shop.close()
})

const aMinutePasses = () =>
  call(sandbox, "POST /control/clock", { advance_seconds: 60 })

async function pay(fields: Record<string, unknown> = {}): Promise<string> {
  const id = await makeWidget(sandbox, { callback_url: shop.url, ...fields })
  await post(sandbox, `/pay/${id}/coin`, { currency: "USDT_TRC20" })
  await post(sandbox, `/pay/${id}/send`)
  return id
}

describe("faults on webhooks", () => {
  const fault = (kind: string, more: Record<string, unknown> = {}) =>
    call(sandbox, "POST /control/faults", { webhooks: [{ kind, ...more }] })

  it("drop: the shop sees nothing until the retry", async () => {
    await fault("drop")
    await pay()
    const [dropped] = await settledDeliveries(sandbox)
    expect(dropped?.attempts).toMatchObject([{ fault: "drop" }])
    expect(shop.received).toHaveLength(0)
    await aMinutePasses()
    expect(await shop.until(1)).toHaveLength(1)
  })

  it("delay: comes later, and is delivered", async () => {
    await fault("delay", { seconds: 0.05 })
    await pay()
    await shop.until(1)
    const [last] = await settledDeliveries(sandbox)
    expect(last).toMatchObject({
      state: "delivered",
      attempts: [{ fault: "delay" }],
    })
  })

  it("duplicate: comes twice", async () => {
    await fault("duplicate")
    await pay()
    const [first, second] = await shop.until(2)
    expect(second?.body).toBe(first?.body)
  })

  it("reorder: the next webhook overtakes it", async () => {
    await fault("reorder", { seconds: 60 })
    await pay({ external_id: "early" })
    await pay({ external_id: "later" })
    const received = await shop.until(2)
    expect(
      received.map(({ body }) => /"external_id":"(\w+)"/.exec(body)?.[1])
    ).toEqual(["later", "early"])
  })

  it("corrupt: the signature does not fit", async () => {
    await fault("corrupt")
    await pay()
    const [webhook] = await shop.until(1)
    expect(webhook?.headers["x-webhook-signature"]).not.toBe(
      webhook && expectedSignature(webhook, sandbox.webhookSecret)
    )
  })

  it("stale: the signature fits an old timestamp", async () => {
    await fault("stale", { seconds: 1_000 })
    await pay()
    const [webhook] = await shop.until(1)
    const timestamp = Number(webhook?.headers["x-webhook-timestamp"])
    expect(Date.now() / 1_000 - timestamp).toBeGreaterThanOrEqual(1_000)
    expect(webhook?.headers["x-webhook-signature"]).toBe(
      webhook && expectedSignature(webhook, sandbox.webhookSecret)
    )
  })

  it("lose_answer: the shop handles it, and gets it again", async () => {
    await fault("lose_answer")
    await pay()
    await shop.until(1)
    await settledDeliveries(sandbox)
    await aMinutePasses()
    expect(await shop.until(2)).toHaveLength(2)
    const [last] = await settledDeliveries(sandbox)
    expect(last?.state).toBe("delivered")
  })

  it("count: hits that many attempts and no more", async () => {
    await fault("drop", { count: 2 })
    await pay()
    await pay()
    await pay()
    expect(await shop.until(1)).toHaveLength(1)
    const { json } = await call(sandbox, "GET /control/faults")
    expect(json.webhooks).toEqual([])
  })
})
