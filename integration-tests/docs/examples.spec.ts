import { createHmac } from "node:crypto"
import Medusa from "@medusajs/js-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { startSandbox } from "../../src/sandbox"
import { startReceiver } from "../../src/sandbox/fixtures"
import { eventually } from "../support/eventually"
import { refundSuite, tronAddress } from "../support/shop/refund-fixture"
import { newHash } from "../support/shop/refund-requests"
import { seedPromotion } from "../support/shop/seed-promotion"
import { attention, MANUAL } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"
import { codeBlock } from "./pages"
import { runBlock } from "./run-block"

describe("the documentation", () => {
  it("shows a gateway client that opens a payment", async () => {
    const { openPayment } = runBlock<{
      openPayment(...args: string[]): Promise<string>
    }>(codeBlock("openPayment("))
    const sandbox = await startSandbox()
    const { url, merchantId, apiKey } = sandbox
    expect(await openPayment(url, merchantId, apiKey)).toContain(`${url}/pay/`)
    await sandbox.close()
    expect(await openPayment(url, merchantId, apiKey)).toBe("try again later")
  })

  it("shows how a test gets a sandbox of its own", async () => {
    const { withSandbox } = runBlock<{
      withSandbox(use: (url: string) => Promise<void>): Promise<void>
    }>(codeBlock("withSandbox"))
    const seen: number[] = []
    await withSandbox(async (url) => {
      seen.push((await fetch(`${url}/v1/merchants`)).status)
    })
    expect(seen).toEqual([401])
  })
})

describe("the documentation's page that is rendered on a server", () => {
  const { createPayment } = jest.requireActual(
    "../../src/storefront/fixtures/payment"
  )
  const { returnPage } = runBlock<{
    returnPage(sdk: unknown, sessionId: string): Promise<string>
  }>(codeBlock("function returnPage("))

  it.each([
    ["Your order is placed", {}],
    ["Your order is being placed.", { state: "paid" }],
  ])("says %s for a payment with %j", async (text, patch) => {
    const fetch = async () => ({ crypto_payment: createPayment(patch) })
    const page = await returnPage({ client: { fetch } }, "payses_1")
    expect(page).toContain(`<p>${text}`)
    expect(page).not.toMatch(/null|undefined|\{price\}/)
  })
})

type View = { phase: string; payment: { order_id: string | null } | null }
type Event = { name: string; data: Record<string, unknown> }
type Subscriber = {
  default(args: { event: Event; container: MedusaContainer }): Promise<void>
}

const documentationSuite = refundSuite("the documentation", (shop) => {
  const { books, control, shopper } = shop
  const events = shop.collectEvents(["crypto_payment.attention_required"])
  let sdk: Medusa

  beforeAll(() => {
    sdk = new Medusa({
      baseUrl: shop.baseUrl(),
      publishableKey: shop.store.publishableKey,
    })
  })

  /** The gateway's payment that was opened last. */
  async function lastPayment() {
    const payments = await control.payments()
    const last = payments.at(-1)
    if (!last) throw new Error("The gateway knows no payment.")
    return last
  }

  const page = runBlock<{
    openHostedPage(...args: unknown[]): Promise<string>
    payInline(
      sdk: Medusa,
      cartId: string,
      show: (view: View) => void
    ): Promise<unknown>
  }>(codeBlock("function openHostedPage("))

  it("pays inline on a plain page, and finds the order", async () => {
    const { id: cartId } = await shop.prepareCart()
    const order = new Promise<string | null | undefined>((resolve, reject) => {
      const show = ({ phase, payment }: View) => {
        if (phase === "order_placed") resolve(payment?.order_id)
      }
      void page
        .payInline(sdk, cartId, show)
        .then(async () => control.pay((await lastPayment()).id))
        .catch(reject)
    })
    expect(await order).toMatch(/^order_/)
  })

  it("pays on the hosted page, and returns to a page that a server renders", async () => {
    const { returnPage } = runBlock<{
      returnPage(
        sdk: Medusa,
        sessionId: string,
        cartId?: string
      ): Promise<string>
    }>(codeBlock("function returnPage("))
    const where = "http://localhost:8000/return"
    const { id: cartId } = await shop.prepareCart()
    const checkoutUrl = await page.openHostedPage(sdk, cartId, where)
    const payment = await lastPayment()
    expect(checkoutUrl).toBe(`${shop.gateway.url}/pay/${payment.id}`)
    const query = new URL(String(payment.success_url)).searchParams
    const sessionId = String(query.get("payment_session_id"))

    expect(await returnPage(sdk, sessionId)).toMatch(
      /^<meta .*Waiting for your payment/
    )
    expect(await returnPage(sdk, "payses_0")).toBe("<h1>Payment not found</h1>")
    const away = new Medusa({ baseUrl: "http://localhost:1" })
    expect(await returnPage(away, sessionId)).toMatch(
      /^<meta .*Checking your payment/
    )
    await control.payAndDeliver(payment.id)
    expect(await returnPage(sdk, sessionId)).toMatch(
      /^<h1>Payment successful<\/h1><p>Your order[^<]*<\/p>$/
    )
    expect(await returnPage(sdk, sessionId, cartId)).toMatch(
      /<a href="\/orders\/order_\w+">/
    )
  })

  it("erases what leads to a person from the payments of an order, and keeps the books", async () => {
    const address = tronAddress()
    const { id, orderId, gatewayId } = await shop.pay()
    const { refund_request, token } = await shop.refundRequests.request(id, {
      note: "Ada asked.",
    })
    await shop.customer.confirm(token, address)
    const hash = newHash()
    await shop.refundRequests.send(refund_request.id, hash, {
      note: "Ada again.",
    })
    const erase = codeBlock("with payment as").replace("order_…", orderId)
    const leftOf = async () => {
      const tables = ["payment", "payment_event", "payment_refund"]
      const names = tables.map((name) => `crypto_${name}`)
      const rows = [...names, "crypto_refund_request", "refund"].map((name) =>
        shop.db()(name)
      )
      return JSON.stringify(await Promise.all(rows))
    }
    for (const word of [address, "Ada"]) expect(await leftOf()).toContain(word)
    await shop.db().raw(erase)
    for (const word of [address, "Ada"]) {
      expect(await leftOf()).not.toContain(word)
    }
    expect(await leftOf()).toContain(hash)
    await expect(shop.customer.read(token)).rejects.toMatchObject({
      status: 404,
    })
    await shop.runJob()
    expect(await books.attemptFor(gatewayId)).toMatchObject({
      state: "settled",
      refund_status: "refunded",
    })
    expect(await books.booksOf(orderId)).toMatchObject({ refunds: 1 })
  })

  describe("a discount for crypto", () => {
    const { setDiscount } = runBlock<{
      setDiscount(sdk: Medusa, cartId: string, isOn: boolean): Promise<unknown>
    }>(codeBlock("function setDiscount("))

    /** A payment of 3 EUR in place of 5. */
    async function openDiscounted() {
      const { id: cartId } = await shop.prepareCart()
      await setDiscount(sdk, cartId, true)
      await page.openHostedPage(sdk, cartId, "http://localhost:8000/return")
      const payment = await lastPayment()
      expect(Number(payment.original_amount)).toBe(3)
      return { cartId, gatewayId: payment.id }
    }

    beforeEach(() => seedPromotion(shop.container(), { code: "PAY_IN_CRYPTO" }))

    it("is that of the order, and stays once it is paid", async () => {
      const { cartId, gatewayId } = await openDiscounted()
      await control.payAndDeliver(gatewayId)
      const { payment_session_id } = await books.attemptFor(gatewayId)
      await books.expectPaidOnce(cartId, String(payment_session_id), 3)
      await expect(setDiscount(sdk, cartId, false)).rejects.toThrow(
        /is already completed/
      )
    })

    it("is taken off for a card; coins that still come need attention", async () => {
      const { cartId, gatewayId } = await openDiscounted()
      await setDiscount(sdk, cartId, false)
      const card = await shopper.startPayment(cartId, MANUAL)
      expect(card.amount).toBe(5)
      await control.payAndDeliver(gatewayId)
      expect(await books.attemptFor(gatewayId)).toMatchObject(
        attention("amount_mismatch")
      )
      expect(await books.orderIds(cartId)).toEqual([])
    })
  })

  /** A tool that is told, and what tells it of a payment that needs attention. */
  const needAttention = async () => {
    const tool = await startReceiver()
    await shop.payTooLittle()
    const event = await eventually(async () => events[0], {
      otherwise: "No event came",
    })
    const container: MedusaContainer = shop.container()
    return { tool, event, container }
  }

  it("tells Slack of a payment that needs attention", async () => {
    const { tool, event, container } = await needAttention()
    Object.assign(process.env, {
      ADMIN_URL: "https://store.example/app",
      SLACK_WEBHOOK_URL: tool.url,
    })
    const slack = runBlock<Subscriber>(codeBlock("postToSlack"))
    await slack.default({ event, container })
    const { text } = JSON.parse(tool.received[0].body) as { text: string }
    expect(text).toContain(
      `https://store.example/app/crypto-payments/${String(event.data.id)}`
    )
    expect(text).toContain("amount_mismatch")
    tool.answers.push(500)
    await expect(slack.default({ event, container })).rejects.toThrow(
      "Slack responded with 500."
    )
    await tool.close()
  })

  it("forwards the event of a payment that needs attention, signed", async () => {
    const { tool, event, container } = await needAttention()
    const secret = Buffer.from("a secret of twenty-four bytes")
    Object.assign(process.env, {
      FORWARD_URL: tool.url,
      FORWARD_SECRET: secret.toString("base64"),
    })
    const forward = runBlock<Subscriber>(codeBlock("forwardEvent"))
    await forward.default({ event, container })
    const { headers, body } = tool.received[0]
    expect(JSON.parse(body)).toMatchObject({
      type: "crypto_payment.attention_required",
      timestamp: event.data.occurred_at,
      data: {
        reason: "amount_mismatch",
        reason_key: "attention.reasons.amount_mismatch",
      },
    })
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
    const signature = createHmac("sha256", secret)
      .update(signed)
      .digest("base64")
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`)
    expect(headers["webhook-id"]).toBe(event.data.event_id)
    await tool.close()
  })
})

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  environment: { CRYPTO_MAX_SHORTFALL_PERCENT: "1" },
  suites: [documentationSuite],
})
