import { startSandbox } from "../../src/sandbox"
import { eventually } from "../support/eventually"
import { addToOrder } from "../support/shop/add-to-order"
import { gatewayIdOf } from "../support/shop/open-payment"
import { sandboxSuite } from "../support/shop/sandbox-fixture"
import { attention, HOSTED, INLINE } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"

const remainderOfOrders = sandboxSuite(
  "the remainder of an order's payment",
  (shop) => {
    const { shopper, books, actions, control, openPayment } = shop
    const { db, reconcile, store } = shop

    const until = async (id: string, state: string) =>
      await eventually(
        async () => {
          const attempt = await books.ledger.attempts.retrieve(id)
          return attempt.state === state ? attempt : undefined
        },
        { otherwise: `${id} did not become ${state}` }
      )

    async function pay(gatewayId: string, kind?: "short") {
      await control.chooseCoin(gatewayId)
      await control.pay(gatewayId, kind)
    }

    async function ask(id: string) {
      const { remainders } = await actions.requestRemainder(id)
      const remainder = await books.ledger.attempts.retrieve(remainders[0].id)
      return { ...remainder, gatewayId: String(remainder.gateway_payment_id) }
    }

    async function placeUnderpaid() {
      const opened = await openPayment()
      const order = await shopper.placeOrder(opened.cart.id)
      await pay(opened.gatewayId, "short")
      const short = await until(opened.id, "attention")
      expect(short).toMatchObject(attention("underpaid"))
      const { payment_collection_id } = short
      return { ...opened, orderId: order.id, payment_collection_id }
    }

    const credit = (orderId: string, amount: number) =>
      shop.admin.post(`/admin/orders/${orderId}/credit-lines`, {
        amount,
        reference: "voucher",
        reference_id: "voucher_1",
      })

    const timeRunsOut = async () => {
      await db()("crypto_unpaid_order").update({
        next_check_at: db().raw("now()"),
        cancel_at: db().raw("now() - interval '1 hour'"),
      })
      await db()("crypto_payment")
        .whereNotIn("state", ["settled", "closed"])
        .update({ next_check_at: db().raw("now()") })
      await reconcile()
    }

    it("placed before its payment pays for it in two parts, and holds its cancellation back", async () => {
      const { id, cart, orderId } = await placeUnderpaid()
      const remainder = await ask(id)
      await timeRunsOut()
      expect(await books.booksOf(orderId)).toMatchObject({
        transactions: [],
        pending_difference: 5,
      })
      expect((await books.ledger.attempts.retrieve(remainder.id)).state).toBe(
        "open"
      )
      await pay(remainder.gatewayId)
      await until(remainder.id, "settled")
      expect(await until(id, "settled")).toMatchObject({ order_id: orderId })
      const paid = await books.booksOf(orderId)
      expect([...paid.captures].sort()).toEqual([0.5, 4.5])
      expect([...paid.transactions].sort()).toEqual([0.5, 4.5])
      expect(paid).toMatchObject({
        payments: 1,
        pending_difference: 0,
        payment_status: "captured",
      })
      expect(await books.orderIds(cart.id)).toEqual([orderId])
      await timeRunsOut()
      expect(await books.booksOf(orderId)).toMatchObject({
        pending_difference: 0,
      })
    })

    it("is paid on the order's pay page, until the order is canceled", async () => {
      const { id, orderId, payment_collection_id } = await placeUnderpaid()
      const page = `/store/crypto-payments/collections/${payment_collection_id}`
      const show = async () =>
        (
          await shopper.get<{ crypto_collection: Record<string, unknown> }>(
            page
          )
        ).crypto_collection
      const press = async () =>
        (
          await shopper.post<{
            crypto_payment: { payment_session_id: string }
          }>(`${page}/remainder`, {
            provider_id: INLINE,
            target_currency: "ETH",
          })
        ).crypto_payment
      await expect(press()).rejects.toMatchObject({ status: 400 })
      expect(await show()).toMatchObject({
        state: "unpaid",
        amount: "5.00",
        payable: false,
        underpaid: null,
        crypto_payment: { state: "attention" },
      })

      await ask(id)
      const { display_id } = await shopper.order(orderId)
      expect(await show()).toMatchObject({
        order_display_id: display_id,
        state: "unpaid",
        amount: "0.50",
        pay_until: null,
        payable: true,
        underpaid: { missing_crypto_amount: expect.any(String) },
        crypto_payment: null,
      })
      const { payment_session_id } = await press()
      const { gateway_payment_id } =
        await books.ledger.attempts.retrieve(payment_session_id)
      await control.pay(String(gateway_payment_id))
      await until(id, "settled")
      expect(await books.booksOf(orderId)).toMatchObject({
        payments: 1,
        pending_difference: 0,
        payment_status: "captured",
      })
      expect(await show()).toMatchObject({ state: "paid", underpaid: null })

      const other = await placeUnderpaid()
      await ask(other.id)
      await shop.admin.post(`/admin/orders/${other.orderId}/cancel`, {})
      const canceled = `/store/crypto-payments/collections/${other.payment_collection_id}`
      expect(await shopper.get(canceled)).toMatchObject({
        crypto_collection: { state: "canceled", payable: false },
      })
      await expect(
        shopper.post(`${canceled}/remainder`, { provider_id: HOSTED })
      ).rejects.toMatchObject({ status: 400 })
    })

    it.each([
      ["its payment is accepted", false],
      ["its remainder is paid", true],
    ])(
      "needs attention where the order was edited before %s",
      async (_how, isRemainder) => {
        const { id, orderId } = await placeUnderpaid()
        const remainder = await ask(id)
        await credit(orderId, 2)
        const before = await books.booksOf(orderId)

        if (isRemainder) await pay(remainder.gatewayId)
        else await actions.accept(id)

        const mismatch = attention("amount_mismatch", {
          attention_detail: expect.stringMatching(
            /^Paid 5\.00 EUR, due for order #\d+ is 3\.00 EUR\.$/
          ),
        })
        await eventually(
          async () => {
            const { attention_reason } =
              await books.ledger.attempts.retrieve(id)
            return attention_reason === "amount_mismatch" || undefined
          },
          { otherwise: "The edit was overlooked." }
        )
        expect(await actions.show(id)).toMatchObject(mismatch)
        expect(await books.booksOf(orderId)).toEqual(before)
      }
    )

    it("needs attention with its payment where the order was canceled before it came", async () => {
      const { id, orderId } = await placeUnderpaid()
      const remainder = await ask(id)
      await control.chooseCoin(remainder.gatewayId)
      await shop.admin.post(`/admin/orders/${orderId}/cancel`, {})
      await control.pay(remainder.gatewayId)
      expect(await until(remainder.id, "attention")).toMatchObject(
        attention("order_not_placed")
      )
      expect(await books.ledger.attempts.retrieve(id)).toMatchObject(
        attention("late_payment")
      )
      expect(await books.booksOf(orderId)).toMatchObject({ transactions: [] })
      // The first part is decided about first.
      await expect(
        actions.refund(remainder.id, "0.50", "0xb2")
      ).rejects.toThrow(
        "This payment completes an underpaid one. Decide about that payment first."
      )
      expect(await actions.refund(id, "4.50", "0xb1")).toMatchObject({
        state: "resolved",
      })
      expect(await actions.refund(remainder.id, "0.50", "0xb2")).toMatchObject({
        state: "resolved",
      })
    })

    it("needs attention as late once it is accepted, where its order was canceled", async () => {
      const opened = await openPayment()
      const order = await shopper.placeOrder(opened.cart.id)
      await control.chooseCoin(opened.gatewayId)
      await shop.admin.post(`/admin/orders/${order.id}/cancel`)
      await control.pay(opened.gatewayId, "short")
      expect(await until(opened.id, "attention")).toMatchObject(
        attention("underpaid", {
          attention_detail: expect.stringMatching(
            /^Order #\d+ was canceled before\. Quoted /
          ),
        })
      )
      expect(await actions.accept(opened.id)).toMatchObject(
        attention("late_payment")
      )
    })

    it("for what an edit added, without a cart, is captured in two parts too", async () => {
      const opened = await openPayment()
      const order = await shopper.placeOrder(opened.cart.id)
      await pay(opened.gatewayId)
      await until(opened.id, "settled")
      const collectionId = await addToOrder(shop.container(), order.id, {
        variant_id: store.products.ebook.variantId,
        quantity: 2,
      })
      const session = await shopper.openSession(collectionId, HOSTED)
      const id = String(session.data?.crypto_payment_id)
      await pay(gatewayIdOf(session), "short")
      await until(id, "attention")
      const remainder = await ask(id)
      expect(remainder).toMatchObject({ amount: "1.00", cart_id: null })
      await pay(remainder.gatewayId)
      await until(remainder.id, "settled")
      await until(id, "settled")
      const paid = await books.booksOf(order.id)
      expect([...paid.transactions].sort()).toEqual([1, 5, 9])
      expect(paid).toMatchObject({ pending_difference: 0 })
    })
  }
)

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  environment: {
    CRYPTO_MAX_SHORTFALL_PERCENT: "1",
    CRYPTO_PLACE_ORDER: "before_payment",
  },
  suites: [remainderOfOrders],
})
