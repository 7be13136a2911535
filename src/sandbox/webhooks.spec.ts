import { z } from "zod"
import { call, makeWidget, post, statusOf } from "./fixtures/merchant-calls"
import {
  expectedSignature,
  type Receiver,
  startReceiver,
} from "./fixtures/webhook-receiver"
import { type Sandbox, startSandbox } from "./index"
import { delivery } from "./webhooks/delivery"

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

/** The deliveries, once none is under way or due. */
async function settledDeliveries() {
  for (;;) {
    const { json } = await call(sandbox, "GET /control/deliveries")
    const deliveries = z.array(delivery).parse(json.deliveries)
    const dueMs = Date.now() + 1_000
    if (
      deliveries.every(
        ({ state, next_attempt_at_ms: next }) =>
          state !== "waiting" || (next !== null && next > dueMs)
      )
    ) {
      return deliveries
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function pay(fields: Record<string, unknown> = {}): Promise<string> {
  const id = await makeWidget(sandbox, { callback_url: shop.url, ...fields })
  await post(sandbox, `/pay/${id}/coin`, { currency: "USDT_TRC20" })
  await post(sandbox, `/pay/${id}/send`)
  return id
}

describe("the webhook of a paid payment", () => {
  it("carries the fields of the contract", async () => {
    const id = await pay({ external_id: "paid" })
    const [webhook] = await shop.until(1)
    expect(JSON.parse(webhook?.body ?? "")).toEqual({
      id,
      external_id: "paid",
      status: "confirmed",
      original_amount: "19.9",
      original_currency: "EUR",
      amount: "21.492",
      currency: "USDT_TRC20",
      merchant_id: sandbox.merchantId,
      terminal_id: "deprecated",
    })
  })

  it("is signed over timestamp and body with the merchant's secret", async () => {
    await pay()
    const [webhook] = await shop.until(1)
    expect(webhook?.headers["content-type"]).toBe("application/json")
    expect(webhook?.headers["x-webhook-timestamp"]).toMatch(/^\d{10}$/)
    expect(webhook?.headers["x-webhook-signature"]).toBe(
      webhook && expectedSignature(webhook, sandbox.webhookSecret)
    )
  })

  it("is not sent again after a 2xx", async () => {
    await pay()
    await shop.until(1)
    await settledDeliveries()
    await aMinutePasses()
    const [last] = await settledDeliveries()
    expect(last?.state).toBe("delivered")
    expect(shop.received).toHaveLength(1)
  })

  it("is not sent at all without a callback_url", async () => {
    await pay({ callback_url: undefined })
    expect(await settledDeliveries()).toEqual([])
  })
})

describe("a webhook that is not taken", () => {
  it("comes again a minute later, the same bytes signed afresh", async () => {
    let clock = new Date("2026-01-01T00:00:00Z")
    const timed = await startSandbox({ control: true, now: () => clock })
    shop.answers.push(500)
    const id = await makeWidget(timed, { callback_url: shop.url })
    await call(timed, `POST /control/payments/${id}/pay`)
    await shop.until(1)
    clock = new Date("2026-01-01T00:01:00Z")
    // The first attempt may not be written down yet when the first advance
    // comes, hence the loop.
    while (shop.received.length < 2) {
      await call(timed, "POST /control/clock", { advance_seconds: 60 })
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await timed.close()
    const [first, second] = shop.received
    expect(second?.body).toBe(first?.body)
    expect(
      shop.received.map(({ headers }) => headers["x-webhook-timestamp"])
    ).toEqual(["1767225600", "1767225660"])
    expect(second?.headers["x-webhook-signature"]).toBe(
      second && expectedSignature(second, timed.webhookSecret)
    )
  })

  it("is given up after the last attempt", async () => {
    shop.answers.push(500, 404, 302, 500)
    await pay()
    for (let minute = 0; minute < 5; minute += 1) {
      await settledDeliveries()
      await aMinutePasses()
    }
    const [last] = await settledDeliveries()
    expect(last?.state).toBe("given_up")
    expect(last?.attempts.map(({ http_status }) => http_status)).toEqual([
      500, 404, 302,
    ])
    expect(shop.received).toHaveLength(3)
  })

  it("is tried again when the shop cannot be reached", async () => {
    await shop.close()
    await pay()
    const [last] = await settledDeliveries()
    expect(last).toMatchObject({
      state: "waiting",
      attempts: [{ http_status: null, error: expect.any(String) }],
    })
    shop = await startReceiver()
  })

  it("can be sent again by hand, even after a 2xx", async () => {
    await pay()
    await shop.until(1)
    const [last] = await settledDeliveries()
    await call(sandbox, `POST /control/deliveries/${last?.id ?? ""}/redeliver`)
    const [first, second] = await shop.until(2)
    expect(second?.body).toBe(first?.body)
  })
})

describe("webhooks of unpaid payments", () => {
  it("announce an expired payment without crypto fields", async () => {
    const id = await makeWidget(sandbox, { callback_url: shop.url })
    await post(sandbox, `/pay/${id}/coin`, { currency: "ETH" })
    await call(sandbox, "POST /control/clock", { advance_seconds: 900 })
    expect(await statusOf(sandbox, id)).toBe("expired")
    const [webhook] = await shop.until(1)
    const body: unknown = JSON.parse(webhook?.body ?? "")
    expect(body).toMatchObject({ id, status: "expired" })
    expect(body).not.toHaveProperty("amount")
    expect(body).not.toHaveProperty("currency")
  })

  it.each([
    ["fail", "failed"],
    ["confirm-manual", "confirmed_manual"],
  ])("announce what %s did", async (action, status) => {
    const id = await makeWidget(sandbox, { callback_url: shop.url })
    await call(sandbox, `POST /control/payments/${id}/${action}`)
    const [webhook] = await shop.until(1)
    expect(JSON.parse(webhook?.body ?? "")).toMatchObject({ id, status })
  })
})

describe("faults on webhooks", () => {
  const fault = (kind: string, more: Record<string, unknown> = {}) =>
    call(sandbox, "POST /control/faults", { webhooks: [{ kind, ...more }] })

  it("drop: the shop sees nothing until the retry", async () => {
    await fault("drop")
    await pay()
    const [dropped] = await settledDeliveries()
    expect(dropped?.attempts).toMatchObject([{ fault: "drop" }])
    expect(shop.received).toHaveLength(0)
    await aMinutePasses()
    expect(await shop.until(1)).toHaveLength(1)
  })

  it("delay: comes later, and is delivered", async () => {
    await fault("delay", { seconds: 0.05 })
    await pay()
    await shop.until(1)
    const [last] = await settledDeliveries()
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

  it("lose_answer: the shop took it, and gets it again", async () => {
    await fault("lose_answer")
    await pay()
    await shop.until(1)
    await settledDeliveries()
    await aMinutePasses()
    expect(await shop.until(2)).toHaveLength(2)
    const [last] = await settledDeliveries()
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

it("signs with the new secret as soon as it was replaced", async () => {
  const { json } = await call(
    sandbox,
    `POST /control/merchants/${sandbox.merchantId}`,
    { rotate_webhook_secret: true }
  )
  await pay()
  const [webhook] = await shop.until(1)
  expect(json.webhook_secret).not.toBe(sandbox.webhookSecret)
  expect(webhook?.headers["x-webhook-signature"]).toBe(
    webhook && expectedSignature(webhook, String(json.webhook_secret))
  )
})
