import { attemptedDeliveries, call, makeWidget } from "./fixtures"
import { settledDeliveries, statusOf } from "./fixtures"
import { expectedSignature, type Receiver, startReceiver } from "./fixtures"
import { type Sandbox, startSandbox } from "./index"
import { version } from "./package.json"

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

const pass = (advance_seconds: number) =>
  call(sandbox, "POST /control/clock", { advance_seconds })

async function end(
  action: string,
  fields: Record<string, unknown> = {}
): Promise<string> {
  const id = await makeWidget(sandbox, { callback_url: shop.url, ...fields })
  await call(sandbox, `POST /control/payments/${id}/coin`, { currency: "ETH" })
  await call(sandbox, `POST /control/payments/${id}/${action}`)
  return id
}
const pay = (fields: Record<string, unknown> = {}) => end("pay", fields)

describe("a webhook", () => {
  it("is not sent without a callback_url", async () => {
    await pay({ callback_url: undefined })
    expect(await settledDeliveries(sandbox)).toEqual([])
  })

  it("has no coin of a payment that expired, and one of a payment that failed", async () => {
    await end("fail")
    const [failed] = await shop.until(1)
    const coin = { amount: "0.0085968", currency: "ETH" }
    expect(JSON.parse(failed.body)).toMatchObject({ status: "failed", ...coin })
    const id = await end("coin")
    await pass(900)
    expect(await statusOf(sandbox, id)).toBe("expired")
    const [, expired] = await shop.until(2)
    const body: unknown = JSON.parse(expired.body)
    expect(body).toMatchObject({ id, status: "expired" })
    expect(body).not.toHaveProperty("amount")
    expect(body).not.toHaveProperty("currency")
  })

  it.each([
    [
      { order_id: "1&2", list: [1], a: "own" },
      "?a=given&order_id=1%262&list=%5B1%5D&a=own",
    ],
    [undefined, "?a=given"],
  ])("has callback_params %j in its query", async (callback_params, query) => {
    const callback_url = `${shop.url}?a=given`
    await pay({ callback_url, metadata: { callback_params } })
    await shop.until(1)
    const [{ url, body }] = await settledDeliveries(sandbox)
    expect(url).toBe(shop.url + query)
    expect(JSON.parse(body)).not.toHaveProperty("callback_params")
  })

  it("names the sandbox's version as its sender, and is signed with the new secret after a rotation", async () => {
    const { json } = await call(
      sandbox,
      `POST /control/merchants/${sandbox.merchantId}`,
      { rotate_webhook_secret: true }
    )
    await pay()
    const [webhook] = await shop.until(1)
    expect(json.webhook_secret).not.toBe(sandbox.webhookSecret)
    expect(webhook.headers).toMatchObject({
      "user-agent": `medusa-payment-crypto-sandbox/${version} node/${process.versions.node}`,
      "x-webhook-signature": expectedSignature(
        webhook,
        String(json.webhook_secret)
      ),
    })
  })
})

describe("a webhook that is not taken", () => {
  it("is given up after the last attempt, and can be sent again manually", async () => {
    shop.answers.push(500, 404, 302)
    await pay()
    for (let minute = 0; minute < 5; minute += 1) {
      await settledDeliveries(sandbox)
      await pass(60)
    }
    const [last] = await settledDeliveries(sandbox)
    expect(last?.state).toBe("given_up")
    expect(last?.attempts.map(({ http_status }) => http_status)).toEqual([
      500, 404, 302,
    ])
    expect(shop.received).toHaveLength(3)
    const again = `POST /control/deliveries/${last?.id ?? ""}/redeliver`
    await call(sandbox, again)
    await shop.until(4)
    await settledDeliveries(sandbox)
    await call(sandbox, again)
    await shop.until(5)
    expect(new Set(shop.received.map(({ body }) => body)).size).toBe(1)
  })

  it("is retried once a minute, 60 times, for one hour by default, and signed afresh", async () => {
    await sandbox.close()
    let nowMs = Date.parse("2026-01-01T00:00:00Z")
    const now = () => new Date(nowMs)
    sandbox = await startSandbox({ control: true, now })
    shop.answers.push(...Array<number>(100).fill(500))
    await pay()
    for (let minute = 0; minute <= 70; minute += 1) {
      const count = Math.min(minute, 60) + 1
      const [delivery] = await attemptedDeliveries(sandbox, count)
      expect(delivery).toMatchObject(
        minute < 60
          ? { state: "waiting", next_attempt_at_ms: nowMs + 60_000 }
          : { state: "given_up", next_attempt_at_ms: null }
      )
      nowMs += 60_000
      await pass(0)
    }
    const { webhookSecret } = sandbox
    expect(shop.received).toHaveLength(61)
    for (const [minute, webhook] of shop.received.entries()) {
      expect(webhook.headers).toMatchObject({
        "x-webhook-timestamp": String(1_767_225_600 + minute * 60),
        "x-webhook-signature": expectedSignature(webhook, webhookSecret),
      })
    }
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
})

describe("a fault of a webhook", () => {
  const fault = (kind: string, more: Record<string, unknown> = {}) =>
    call(sandbox, "POST /control/faults", { webhooks: [{ kind, ...more }] })

  it.each([
    ["drop", 0, 1, true, 0],
    ["delay", 1, 1, true, 0.05],
    ["duplicate", 2, 2, true, 0],
    ["corrupt", 1, 1, false, 0],
    ["stale", 1, 1, true, 1_000],
    // The shop handles it, and gets it again.
    ["lose_answer", 1, 2, true, 0],
  ] as const)(
    "%s: %i arrive at once and %i after a minute, rightly signed: %j, %d seconds old",
    async (kind, atOnce, afterAMinute, isSigned, seconds) => {
      await fault(kind, { seconds })
      await pay()
      const [attempted] = await settledDeliveries(sandbox)
      expect(attempted?.attempts).toMatchObject([{ fault: kind }])
      expect(shop.received).toHaveLength(atOnce)
      await pass(60)
      const [last] = await settledDeliveries(sandbox)
      expect(last?.state).toBe("delivered")
      expect(shop.received).toHaveLength(afterAMinute)
      for (const webhook of shop.received) {
        const signature = expectedSignature(webhook, sandbox.webhookSecret)
        const sent = webhook.headers["x-webhook-signature"]
        expect(sent === signature).toBe(isSigned)
        const timestamp = Number(webhook.headers["x-webhook-timestamp"])
        const ageSeconds = Date.now() / 1_000 - timestamp
        expect(ageSeconds).toBeGreaterThanOrEqual(Math.floor(seconds))
        expect(ageSeconds).toBeLessThan(seconds + 30)
      }
    }
  )

  it("reorder: the next webhook overtakes it", async () => {
    await fault("reorder", { seconds: 86_400 })
    const early = await pay()
    const later = await pay()
    const received = await shop.until(2)
    const ids = received.map(({ body }) => JSON.parse(body).id as string)
    expect(ids).toEqual([later, early])
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
