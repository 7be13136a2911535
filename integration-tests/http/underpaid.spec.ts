import { Modules } from "@medusajs/framework/utils"
import { startSandbox } from "../../src/sandbox"
import { described } from "../support/shop/books"
import { eventually } from "../support/eventually"
import { addToOrder } from "../support/shop/add-to-order"
import type { OpenPayment } from "../support/shop/open-payment"
import { gatewayIdOf } from "../support/shop/open-payment"
import { payPageFixture } from "../support/shop/pay-page-fixture"
import { readShown } from "../support/shop/admin-actions"
import { newHash, RefundRequests } from "../support/shop/refund-requests"
import { sandboxSuite } from "../support/shop/sandbox-fixture"
import { attention, HOSTED, INLINE } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"
import { webhookHeaders } from "../support/webhook-headers"

/** Of a merchant who places orders before their payment. */
const ORDER_FIRST = "pp_crypto_first"

type Transfer = { kind?: string; amount?: string }

const underpaid = sandboxSuite("an underpaid payment", (shop) => {
  const { gateway, shopper, books, actions, control, openPayment } = shop
  const { prepareCart, db, reconcile, resolve } = shop
  const events = shop.collectEvents([
    "crypto_payment.settled",
    "crypto_payment.attention_required",
  ])

  afterEach(() => control.clearFaults())

  async function openInline(): Promise<OpenPayment> {
    const cart = await prepareCart()
    const session = await shopper.startPayment(cart.id, INLINE, {
      target_currency: "USDT_TRC20",
    })
    const id = String(session.data?.crypto_payment_id)
    return { cart, session, gatewayId: gatewayIdOf(session), id }
  }

  async function openWith(flow: string): Promise<OpenPayment> {
    if (flow === "inline") return await openInline()
    const opened = await openPayment()
    await control.chooseCoin(opened.gatewayId)
    return opened
  }

  async function transfer({ gatewayId }: OpenPayment, body: Transfer) {
    const url = `${gateway.controlUrl}/payments/${gatewayId}/pay`
    const json = JSON.stringify(body)
    const answer = await fetch(url, { method: "POST", body: json })
    expect(answer.status).toBe(200)
  }

  /** Another webhook of the gateway's, after the one of the transfer. */
  async function confirm({ id, gatewayId }: OpenPayment, change: object) {
    const { external_id } = await books.ledger.attempts.retrieve(id)
    const json = JSON.stringify({
      ...{ id: gatewayId, external_id, status: "confirmed" },
      ...{ original_amount: "5.00", original_currency: "EUR" },
      ...{ currency: "USDT_TRC20", ...change },
    })
    const answer = await fetch(`${shop.baseUrl()}/hooks/crypto/${INLINE}`, {
      method: "POST",
      headers: webhookHeaders(json, gateway.webhookSecret),
      body: json,
    })
    expect(answer.status).toBe(200)
  }

  const until = async ({ id }: OpenPayment, state: string) =>
    await eventually(
      async () => {
        const attempt = await books.ledger.attempts.retrieve(id)
        return attempt.state === state ? described(attempt) : undefined
      },
      { otherwise: `It did not become ${state}` }
    )

  const minutesLater = async (minutes: number) => {
    await db()("crypto_payment").update({
      next_check_at: db().raw("now()"),
      paid_at: db().raw("paid_at - ? * interval '1 minute'", [minutes]),
    })
    await reconcile()
  }

  const ordersOf = async () =>
    await resolve(Modules.ORDER).listOrders({}, { select: ["id"] })

  describe.each(["hosted", "inline"])("of a %s payment", (flow) => {
    it("needs attention, and settles once when an admin accepts it", async () => {
      const opened = await openWith(flow)
      await transfer(opened, { kind: "short" })
      expect(await until(opened, "attention")).toMatchObject(
        attention("underpaid", {
          quoted_crypto_amount: "5.4",
          received_crypto_amount: "4.86",
          attention_detail:
            "Quoted 5.4 USDT_TRC20, received 4.86 USDT_TRC20: 0.54 USDT_TRC20 short (10.00%, 0.50 EUR). Accepted without a decision: 1%.",
        })
      )
      expect(await ordersOf()).toEqual([])
      // Neither the shopper's browser nor the job places the order.
      await expect(shopper.complete(opened.cart.id)).rejects.toThrow(
        /not authorized/
      )
      await minutesLater(60)
      expect(await ordersOf()).toEqual([])
      expect(await actions.show(opened.id)).toMatchObject({
        state: "attention",
        allowed_actions: expect.arrayContaining(["accept", "record_refund"]),
        crypto_difference: { kind: "short", percent: "-10.00" },
        surplus_to_return: null,
      })
      const path = "/store/crypto-payments"
      expect(await shopper.get(`${path}/${opened.session.id}`)).toMatchObject({
        crypto_payment: {
          state: "attention",
          quoted_crypto_amount: "5.4",
          received_crypto_amount: "4.86",
          missing_crypto_amount: "0.54",
        },
      })
      await expect(shopper.get(`${path}/${opened.id}`)).rejects.toMatchObject({
        status: 404,
      })

      const results = await Promise.allSettled([
        actions.accept(opened.id),
        actions.accept(opened.id),
      ])
      expect(results.map(({ status }) => status)).toContain("fulfilled")
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
      const { events: timeline } = await actions.show(opened.id)
      expect(
        timeline.filter(({ type }) => type === "shortfall_accepted")
      ).toHaveLength(1)
      await expect(actions.accept(opened.id)).rejects.toThrow(
        /Only an underpaid payment/
      )
      expect(events.map(({ name, data }) => [name, data.reason])).toEqual([
        ["crypto_payment.attention_required", "underpaid"],
        ["crypto_payment.settled", null],
      ])
    })

    it.each<[string, Transfer, object]>([
      ["exactly", { kind: "exact" }, { kind: "exact" }],
      [
        "a unit too little",
        { kind: "one_unit_short" },
        { kind: "short", crypto_amount: "-0.000001", percent: "0.00" },
      ],
      [
        "a unit too much",
        { kind: "one_unit_over" },
        { kind: "over", crypto_amount: "0.000001" },
      ],
      [
        "exactly what is accepted",
        { amount: "5.346" },
        { kind: "short", percent: "-1.00", amount: "-0.05" },
      ],
    ])("settles when %s arrives", async (_what, body, difference) => {
      const opened = await openWith(flow)
      await transfer(opened, body)
      await until(opened, "settled")
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
      expect(await actions.show(opened.id)).toMatchObject({
        crypto_difference: difference,
      })
    })

    it("needs attention for a unit more than is accepted", async () => {
      const opened = await openWith(flow)
      await transfer(opened, { amount: "5.345999999999999999" })
      expect(await until(opened, "attention")).toMatchObject(
        attention("underpaid")
      )
    })

    it("settles an overpayment, and shows the surplus", async () => {
      const opened = await openWith(flow)
      await transfer(opened, { kind: "over" })
      await until(opened, "settled")
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
      expect(await actions.show(opened.id)).toMatchObject({
        surplus_to_return: {
          kind: "over",
          crypto_amount: "0.54",
          percent: "10.00",
          amount: "0.50",
          currency_code: "eur",
        },
      })
    })
  })

  it("waits for what arrived where the gateway was read first, and decides by its webhook", async () => {
    const opened = await openInline()
    await control.addFaults({ webhooks: [{ kind: "drop", count: 61 }] })
    await transfer(opened, { kind: "short" })
    await expect(shopper.complete(opened.cart.id)).rejects.toThrow(
      /not authorized/
    )
    await minutesLater(1)
    expect(await books.ledger.attempts.retrieve(opened.id)).toMatchObject({
      state: "paid",
      received_crypto_amount: null,
    })
    expect(await ordersOf()).toEqual([])
    await control.clearFaults()
    const [delivery] = await control.deliveries(opened.gatewayId)
    await control.redeliver(delivery.id)
    expect(await until(opened, "attention")).toMatchObject(
      attention("underpaid")
    )
    expect(await ordersOf()).toEqual([])
  })

  it("needs attention when no webhook says for an hour what arrived, and settles once it is accepted", async () => {
    const opened = await openInline()
    await control.addFaults({ webhooks: [{ kind: "drop", count: 61 }] })
    await transfer(opened, { kind: "dust" })
    await control.confirmByHand(opened.gatewayId)
    await minutesLater(0)
    expect((await until(opened, "paid")).paid_at).not.toBeNull()
    await minutesLater(55)
    expect((await until(opened, "paid")).paid_at).not.toBeNull()
    expect(await ordersOf()).toEqual([])
    await minutesLater(6)
    expect(await until(opened, "attention")).toMatchObject(
      attention("received_amount_unknown", {
        received_crypto_amount: null,
        attention_detail: expect.stringMatching(/received an unknown amount/),
      })
    )
    expect(await ordersOf()).toEqual([])

    expect(await actions.accept(opened.id)).toMatchObject({ state: "settled" })
    await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
  })

  it("is decided by the webhook that says after an hour what arrived", async () => {
    const opened = await openInline()
    await control.addFaults({ webhooks: [{ kind: "drop", count: 61 }] })
    await transfer(opened, { kind: "exact" })
    await minutesLater(0)
    await minutesLater(61)
    expect(await until(opened, "attention")).toMatchObject(
      attention("received_amount_unknown")
    )
    await control.clearFaults()
    const [delivery] = await control.deliveries(opened.gatewayId)
    await control.redeliver(delivery.id)
    await until(opened, "settled")
    await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
  })

  it("is not decided about by who saw other coins or another price", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    const { id } = opened
    for (const change of [
      { amount: "0.05" },
      { amount: "0.05", original_amount: "50.00" },
    ]) {
      const shown = await readShown(shop.admin, id)
      await confirm(opened, change)
      const refund = { amount: "1.00", transaction_hash: newHash() }
      for (const [action, body] of [
        ["accept", {}],
        ["retry-order", {}],
        ["resolve", { kind: "other", note: "Agreed." }],
        ["refunds", refund],
        ["refund-requests", { amount: "1.00" }],
      ] as const) {
        await expect(
          shop.admin.post(`/admin/crypto-payments/${id}/${action}`, {
            ...body,
            shown,
          })
        ).rejects.toMatchObject({ status: 409, body: { code: "changed" } })
      }
    }
    expect(await ordersOf()).toEqual([])
    expect(await actions.show(id)).toMatchObject({
      ...{ state: "attention", refunds: [], refund_requests: [] },
    })
  })

  it("cannot be accepted once a part was sent back, and is resolved when all was", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    const part = await actions.refund(opened.id, "2", "0xa1")
    expect(part.allowed_actions).not.toContain("accept")
    expect(part.refundable_price).toEqual({
      amount: "4.50",
      currency_code: "eur",
    })
    await expect(actions.accept(opened.id)).rejects.toThrow(
      "A refund of this payment is recorded, so it cannot be accepted."
    )
    // 4.50 EUR arrived of 5.00.
    await expect(actions.refund(opened.id, "3", "0xa2")).rejects.toThrow(
      "Refund of 3.00 EUR exceeds the remaining 2.50 EUR."
    )
    expect(await actions.refund(opened.id, "2.50", "0xa2")).toMatchObject({
      state: "resolved",
    })
    expect(await ordersOf()).toEqual([])
  })

  it("cannot be accepted while a refund of what arrived is requested", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    const refundRequests = new RefundRequests(shop.admin)
    const { refund_request } = await refundRequests.request(opened.id)
    expect(refund_request).toMatchObject({
      amount: "4.50",
      crypto_amount: "4.86",
    })
    await expect(actions.accept(opened.id)).rejects.toThrow("is open")
    await reconcile()
    expect(await actions.show(opened.id)).toMatchObject(attention("underpaid"))
    expect(await ordersOf()).toEqual([])
  })

  it("of dust that a person confirms at the gateway needs attention", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "dust" })
    await control.confirmByHand(opened.gatewayId)
    expect(await until(opened, "attention")).toMatchObject(
      attention("underpaid", {
        gateway_status: "confirmed_manual",
        received_crypto_amount: "0.000001",
      })
    )
    await expect(actions.refund(opened.id, "0.01", "0xa1")).rejects.toThrow(
      "worth less than the smallest unit"
    )
  })

  it("of the difference of an order edit, without a cart, settles once when an admin accepts it", async () => {
    const order = await openWith("hosted")
    await control.pay(order.gatewayId)
    const { order_id } = await until(order, "settled")
    const collectionId = await addToOrder(shop.container(), String(order_id), {
      variant_id: shop.store.products.ebook.variantId,
      quantity: 2,
    })
    const session = await shopper.openSession(collectionId, HOSTED)
    const id = String(session.data?.crypto_payment_id)
    const opened = { ...order, session, gatewayId: gatewayIdOf(session), id }
    await control.chooseCoin(opened.gatewayId)
    await transfer(opened, { kind: "short" })
    expect(await until(opened, "attention")).toMatchObject({
      ...attention("underpaid"),
      cart_id: null,
    })
    const unpaid = { captures: [5], pending_difference: 10 }
    expect(await books.booksOf(String(order_id))).toMatchObject(unpaid)

    await Promise.allSettled([actions.accept(id), actions.accept(id)])
    expect(await until(opened, "settled")).toMatchObject({ order_id })
    expect(await books.booksOf(String(order_id))).toMatchObject({
      total: 15,
      payments: 2,
      captures: expect.arrayContaining([5, 10]),
      transactions: expect.arrayContaining([5, 10]),
      pending_difference: 0,
    })
  })

  it("is settled by the job where the process ended after it was accepted", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    await books.ledger.adminActions.accept(opened.id, "user_1")
    await reconcile()
    await until(opened, "settled")
    await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
  })
})

const underpaidOrder = sandboxSuite(
  "an underpaid payment of an order that was placed before it",
  (shop) => {
    const { admin, shopper, books, actions, control, db } = shop
    const { show, collectionOf } = payPageFixture(shop)

    beforeAll(() => shop.setProviders([HOSTED, ORDER_FIRST]))

    async function placeUnpaid() {
      const cart = await shop.prepareCart()
      const session = await shopper.startPayment(cart.id, ORDER_FIRST)
      const order = await shopper.placeOrder(cart.id)
      const gatewayId = gatewayIdOf(session)
      await control.chooseCoin(gatewayId)
      return {
        id: String(session.data?.crypto_payment_id),
        gatewayId,
        orderId: order.id,
        page: await collectionOf(cart.id),
      }
    }
    type Placed = Awaited<ReturnType<typeof placeUnpaid>>

    async function payShort({ id, gatewayId }: Placed) {
      await control.pay(gatewayId, "short")
      return await eventually(
        async () => {
          const attempt = await books.ledger.attempts.retrieve(id)
          return attempt.state === "attention" ? described(attempt) : undefined
        },
        { otherwise: "It needs no attention" }
      )
    }

    const cancel = ({ orderId }: Placed) =>
      admin.post(`/admin/orders/${orderId}/cancel`, {})

    it("holds its cancellation back, and pays for it once it is accepted", async () => {
      const placed = await placeUnpaid()
      expect(await payShort(placed)).toMatchObject(attention("underpaid"))
      expect(await show(placed.page)).toMatchObject({
        state: "unpaid",
        amount: "5.00",
        payable: false,
        crypto_payment: { state: "attention", missing_crypto_amount: "0.54" },
      })
      await db()("crypto_unpaid_order").update({
        next_check_at: db().raw("now()"),
        cancel_at: db().raw("now() - interval '1 hour'"),
      })
      await shop.runJob()
      expect(await show(placed.page)).toMatchObject({ state: "unpaid" })

      expect(await actions.accept(placed.id)).toMatchObject({
        state: "settled",
        order_id: placed.orderId,
      })
      expect(await books.booksOf(placed.orderId)).toMatchObject({
        payments: 1,
        captures: [5],
        transactions: [5],
        pending_difference: 0,
        payment_status: "captured",
      })
      expect(await show(placed.page)).toMatchObject({ state: "paid" })
    })

    it("needs attention where the order was edited before it is accepted", async () => {
      const placed = await placeUnpaid()
      await payShort(placed)
      await admin.post(`/admin/orders/${placed.orderId}/credit-lines`, {
        amount: 2,
        reference: "voucher",
        reference_id: "voucher_1",
      })
      const before = await books.booksOf(placed.orderId)
      expect(await actions.accept(placed.id)).toMatchObject(
        attention("amount_mismatch", {
          attention_detail: expect.stringMatching(
            /^Paid 5\.00 EUR, due for order #\d+ is 3\.00 EUR\.$/
          ),
        })
      )
      expect(await books.booksOf(placed.orderId)).toEqual(before)
    })

    it("needs attention as late once it is accepted, where its order was canceled", async () => {
      const placed = await placeUnpaid()
      await cancel(placed)
      expect(await payShort(placed)).toMatchObject(
        attention("underpaid", {
          attention_detail: expect.stringMatching(
            /^Order #\d+ was canceled before\. Quoted /
          ),
        })
      )
      expect(await actions.accept(placed.id)).toMatchObject(
        attention("late_payment")
      )
      expect(await show(placed.page)).toMatchObject({
        state: "canceled",
        payable: false,
      })
    })

    it("is resolved when all that arrived was sent back, where its order was canceled", async () => {
      const placed = await placeUnpaid()
      await payShort(placed)
      await cancel(placed)
      expect(await actions.refund(placed.id, "4.50", "0xb1")).toMatchObject({
        state: "resolved",
      })
      expect(await books.booksOf(placed.orderId)).toMatchObject({
        transactions: [],
      })
    })
  }
)

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  environment: {
    CRYPTO_MAX_SHORTFALL_PERCENT: "1",
    CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
      first: { placeOrder: "before_payment" },
    }),
  },
  suites: [underpaid, underpaidOrder],
})
