import { Modules } from "@medusajs/framework/utils"
import type { AdminCryptoOrderResponse } from "../../src/api/types"
import { described } from "../support/shop/books"
import type { OpenPayment } from "../support/shop/open-payment"
import { gatewayIdOf } from "../support/shop/open-payment"
import { readShown } from "../support/shop/admin-actions"
import { newHash } from "../support/shop/refund-requests"
import { refundSuite } from "../support/shop/refund-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"

/** Of a merchant who places orders before their payment. */
const ORDER_FIRST = "pp_crypto_first"

const underpaid = refundSuite("an underpaid payment", (shop) => {
  const { shopper, books, actions, control, openPayment } = shop
  const { db, reconcile, refundRequests, resolve, transfer } = shop
  const events = shop.collectEvents([
    "crypto_payment.settled",
    "crypto_payment.attention_required",
  ])

  afterEach(() => control.clearFaults())

  const openInline = () => shop.openInline("USDT_TRC20")

  async function openWith(flow: string): Promise<OpenPayment> {
    if (flow === "inline") return await openInline()
    const opened = await openPayment()
    await control.chooseCoin(opened.gatewayId)
    return opened
  }

  const until = async (opened: OpenPayment, state: string) =>
    described(await shop.until(opened, state))

  const minutesLater = async (minutes: number) => {
    await db()("crypto_payment").update({
      next_check_at: db().raw("now()"),
      paid_at: db().raw("paid_at - ? * interval '1 minute'", [minutes]),
    })
    await reconcile()
  }

  const ordersOf = async () =>
    await resolve(Modules.ORDER).listOrders({}, { select: ["id"] })

  it.each(["hosted", "inline"])(
    "of a %s payment needs attention, and settles once when an admin accepts it",
    async (flow) => {
      const opened = await openWith(flow)
      await transfer(opened, { kind: "short" })
      expect(await until(opened, "attention")).toMatchObject(
        attention("underpaid", {
          quoted_crypto_amount: "5.4",
          received_crypto_amount: "4.86",
          attention_detail:
            "The customer sent 4.86 of 5.4 USDT (10% short; you accept up to 1%).",
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
        attention_detail: expect.stringMatching(
          /^\w.+ sent €4\.50 of €5\.00 \(10% short; you accept up to 1%\)\.$/
        ),
        ways_out: ["accept", "request_refund"],
        primary_action: null,
        open_refund: null,
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
    }
  )

  it("settles when exactly what is accepted arrives", async () => {
    const opened = await openInline()
    await transfer(opened, { amount: "5.346" })
    await until(opened, "settled")
    await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
    expect(await actions.show(opened.id)).toMatchObject({
      crypto_difference: { kind: "short", percent: "-1.00", amount: "-0.05" },
    })
  })

  it("is decided about only by what the admin saw", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    const { id } = opened
    const shown = await readShown(shop.admin, id)
    const { refunds } = await actions.refund(id, "0.50", "0xa1")
    for (const [action, body] of [
      ["accept", {}],
      ["retry-order", {}],
      ["resolve", { kind: "other", note: "Agreed." }],
      ["refunds", { amount: "1.00", transaction_hash: newHash() }],
      ["refund-requests", { amount: "1.00" }],
    ] as const) {
      await expect(
        shop.admin.post(`/admin/crypto-payments/${id}/${action}`, {
          ...body,
          shown,
        })
      ).rejects.toMatchObject({ status: 409, body: { code: "changed" } })
    }
    expect(await ordersOf()).toEqual([])
    expect(await actions.show(id)).toMatchObject({
      state: "attention",
      refunds,
      refund_requests: [],
    })
  })

  it.each([
    ["an admin accepts it", (id: string) => actions.accept(id)],
    [
      "its webhook says what arrived",
      async (_id: string, gatewayId: string) => {
        await control.clearFaults()
        const [delivery] = await control.deliveries(gatewayId)
        await control.redeliver(delivery.id)
      },
    ],
  ])(
    "needs attention when no webhook says for an hour what arrived, and settles once %s",
    async (_who, decide) => {
      const opened = await openInline()
      await control.addFaults({ webhooks: [{ kind: "drop", count: 61 }] })
      await transfer(opened)
      await expect(shopper.complete(opened.cart.id)).rejects.toThrow(
        /not authorized/
      )
      for (const minutes of [0, 55]) {
        await minutesLater(minutes)
        const { paid_at, ...paid } = await until(opened, "paid")
        expect(paid_at).not.toBeNull()
        expect(paid.received_crypto_amount).toBeNull()
      }
      expect(await ordersOf()).toEqual([])
      await minutesLater(6)
      expect(await until(opened, "attention")).toMatchObject(
        attention("received_amount_unknown", {
          received_crypto_amount: null,
          attention_detail: expect.stringMatching(/sent an unknown amount/),
        })
      )
      expect(await ordersOf()).toEqual([])

      await decide(opened.id, opened.gatewayId)
      await until(opened, "settled")
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
    }
  )

  it("cannot be accepted while its refund is requested or once a part was sent back, and is resolved when all was", async () => {
    const opened = await openInline()
    await transfer(opened, { kind: "short" })
    await until(opened, "attention")
    const { refund_request } = await refundRequests.request(opened.id)
    // 4.50 EUR arrived of 5.00.
    expect(refund_request).toMatchObject({
      amount: "4.50",
      crypto_amount: "4.86",
    })
    await expect(actions.accept(opened.id)).rejects.toThrow("is open")
    await reconcile()
    expect(await actions.show(opened.id)).toMatchObject(attention("underpaid"))
    await refundRequests.revoke(refund_request.id)

    const part = await actions.refund(opened.id, "2", "0xa1")
    expect(part.allowed_actions).not.toContain("accept")
    expect(part.refundable_price).toEqual({
      amount: "4.50",
      currency_code: "eur",
    })
    await expect(actions.accept(opened.id)).rejects.toThrow(
      "A refund of this payment is recorded, so it cannot be accepted."
    )
    await expect(actions.refund(opened.id, "3", "0xa2")).rejects.toThrow(
      "Refund of €3.00 exceeds the remaining €2.50."
    )
    const note = "Done."
    expect(
      await actions.refund(opened.id, "2.50", "0xa2", { note })
    ).toMatchObject({
      state: "resolved",
      refund_status: "refunded",
      attention_reason: "underpaid",
      advice: null,
      allowed_actions: ["check"],
      resolution: {
        kind: "refunded",
        note,
        transaction_hash: "0xa2",
        by: expect.stringMatching(/^user_/),
      },
      refunds: [{ refund_id: null }, { refund_id: null }],
    })
    expect(await ordersOf()).toEqual([])
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

const underpaidOrder = refundSuite(
  "an underpaid payment of an order that was placed before it",
  (shop) => {
    const { shopper, books, actions, control, db } = shop
    const { showPayPage: show, collectionOf } = shop

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
      return described(await shop.until({ id }, "attention"))
    }

    const orderBox = async (orderId: string) => {
      const path = `/admin/crypto-payments/orders/${orderId}`
      const { crypto_order } =
        await shop.admin.get<AdminCryptoOrderResponse>(path)
      return crypto_order
    }

    it("is what arrived of what is due: until a person decides, the admin is given no link for the rest", async () => {
      const placed = await placeUnpaid()
      expect(await orderBox(placed.orderId)).toMatchObject({
        unpaid: "awaiting",
        due: { amount: "5.00" },
        received: null,
        payment_link: { payment_collection_id: placed.page },
      })
      await payShort(placed)
      expect(await orderBox(placed.orderId)).toMatchObject({
        unpaid: "awaiting",
        due: { amount: "5.00", currency_code: "eur" },
        received: { amount: "4.50", currency_code: "eur" },
        payment_link: null,
      })
      await actions.resolve(placed.id, {
        kind: "refunded",
        transaction_hash: newHash(),
      })
      expect(await orderBox(placed.orderId)).toMatchObject({
        received: null,
        payment_link: { payment_collection_id: placed.page },
      })
    })

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
  }
)

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  environment: {
    CRYPTO_MAX_SHORTFALL_PERCENT: "1",
    CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
      first: { placeOrder: "before_payment" },
    }),
  },
  suites: [underpaid, underpaidOrder],
})
