import { readFileSync } from "node:fs"
import { join } from "node:path"
import { attemptedDeliveries, settledDeliveries } from "./fixtures"
import { call, makeWidget, post, statusOf } from "./fixtures"
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

  it("names the sandbox and its version as the sender", async () => {
    const file = join(__dirname, "package.json")
    const { version } = JSON.parse(readFileSync(file, "utf8"))
    await pay()
    const [webhook] = await shop.until(1)
    expect(webhook?.headers["user-agent"]).toBe(
      `medusa-payment-crypto-sandbox/${version} node/${process.versions.node}`
    )
  })

  it("is not sent again after a 2xx", async () => {
    await pay()
    await shop.until(1)
    await settledDeliveries(sandbox)
    await aMinutePasses()
    const [last] = await settledDeliveries(sandbox)
    expect(last?.state).toBe("delivered")
    expect(shop.received).toHaveLength(1)
  })

  it("is not sent at all without a callback_url", async () => {
    await pay({ callback_url: undefined })
    expect(await settledDeliveries(sandbox)).toEqual([])
  })
})

describe("a webhook that is not taken", () => {
  it("is retried a minute later, the same bytes signed afresh", async () => {
    let clock = new Date("2026-01-01T00:00:00Z")
    const timed = await startSandbox({ control: true, now: () => clock })
    shop.answers.push(500)
    const id = await makeWidget(timed, { callback_url: shop.url })
    await call(timed, `POST /control/payments/${id}/pay`)
    await shop.until(1)
    clock = new Date("2026-01-01T00:01:00Z")
    await call(timed, "POST /control/clock", { advance_seconds: 60 })
    await shop.until(2)
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
      await settledDeliveries(sandbox)
      await aMinutePasses()
    }
    const [last] = await settledDeliveries(sandbox)
    expect(last?.state).toBe("given_up")
    expect(last?.attempts.map(({ http_status }) => http_status)).toEqual([
      500, 404, 302,
    ])
    expect(shop.received).toHaveLength(3)
  })

  it("is retried once a minute, 60 times, for one hour by default", async () => {
    let nowMs = Date.parse("2026-01-01T00:00:00Z")
    const timed = await startSandbox({
      control: true,
      now: () => new Date(nowMs),
    })
    shop.answers.push(...Array<number>(100).fill(500))
    const id = await makeWidget(timed, { callback_url: shop.url })
    await call(timed, `POST /control/payments/${id}/pay`)
    for (let minute = 0; minute <= 70; minute += 1) {
      const count = Math.min(minute, 60) + 1
      const [delivery] = await attemptedDeliveries(timed, count)
      expect(delivery.state).toBe(minute < 60 ? "waiting" : "given_up")
      nowMs += 60_000
      await call(timed, "POST /control/clock", { advance_seconds: 0 })
    }
    await timed.close()
    const sentAt = shop.received.map(({ headers }) =>
      Number(headers["x-webhook-timestamp"])
    )
    expect(sentAt).toHaveLength(61)
    expect(sentAt[60] - sentAt[0]).toBe(3_600)
  })

  it("is retried when the shop cannot be reached", async () => {
    await shop.close()
    await pay()
    const [last] = await settledDeliveries(sandbox)
    expect(last).toMatchObject({
      state: "waiting",
      attempts: [{ http_status: null, error: expect.any(String) }],
    })
    shop = await startReceiver()
  })

  it("can be sent again manually, even after a 2xx", async () => {
    await pay()
    await shop.until(1)
    const [last] = await settledDeliveries(sandbox)
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
  ])("announce a payment after %s", async (action, status) => {
    const id = await makeWidget(sandbox, { callback_url: shop.url })
    await call(sandbox, `POST /control/payments/${id}/${action}`)
    const [webhook] = await shop.until(1)
    expect(JSON.parse(webhook?.body ?? "")).toMatchObject({ id, status })
  })
})

it("signs with the new secret after a rotation", async () => {
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
