import { setTimeout as wait } from "node:timers/promises"

import { eventually } from "../support/eventually"
import { setQuantities } from "../support/shop/add-to-order"
import { gatewayIdOf } from "../support/shop/open-payment"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"

const CANCELLATIONS = 8

export const unpaidOrderOtherMoneySuite = suiteOfUnpaidOrders(
  "an unpaid order with other money, edits and cancellations",
  (shop) => {
    const { actions, admin, books, gateway, reconcile, shopper } = shop
    const { placeUnpaid, letTimeRunOut, unpaidRow } = shop

    /** Another collection of the order, as an admin makes it. */
    async function secondCollection(order_id: string, amount: number) {
      const { payment_collection } = await admin.post<{
        payment_collection: { id: string }
      }>("/admin/payment-collections", { order_id, amount })
      return payment_collection.id
    }

    async function markAsPaid(orderId: string, amount: number) {
      const id = await secondCollection(orderId, amount)
      await admin.post(`/admin/payment-collections/${id}/mark-as-paid`, {
        order_id: orderId,
      })
    }

    async function openSecond(orderId: string, amount: number) {
      const id = await secondCollection(orderId, amount)
      const session = await shopper.openSession(id, HOSTED)
      return {
        gatewayId: gatewayIdOf(session),
        id: String(session.data?.crypto_payment_id),
      }
    }

    const credit = (orderId: string, amount: number) =>
      admin.post(`/admin/orders/${orderId}/credit-lines`, {
        amount,
        reference: "voucher",
        reference_id: "voucher_1",
      })

    const edit = (orderId: string, quantity: number) =>
      setQuantities(shop.container(), orderId, () => quantity)

    const status = async (orderId: string) =>
      (
        await admin.get<{ order: { status: string } }>(
          `/admin/orders/${orderId}?fields=status`
        )
      ).order.status

    const payInSecond = async (orderId: string) => {
      const { gatewayId } = await openSecond(orderId, 5)
      expect(await gateway.confirm(gatewayId)).toBe(200)
    }

    it.each<[string, (orderId: string) => Promise<unknown>, string, RegExp]>([
      [
        "another collection that is marked as paid",
        (orderId) => markAsPaid(orderId, 5),
        "duplicate_payment",
        /^Order #\d+ was already paid by another payment\.$/,
      ],
      [
        "a crypto payment of another collection",
        payInSecond,
        "duplicate_payment",
        /^Order #\d+ was already paid by another payment\.$/,
      ],
      [
        "a credit line",
        (orderId) => credit(orderId, 5),
        "amount_mismatch",
        /^Paid 5\.00 EUR, due for order #\d+ is 0\.00 EUR\.$/,
      ],
      [
        "a part that is marked as paid",
        (orderId) => markAsPaid(orderId, 2),
        "amount_mismatch",
        /^Paid 5\.00 EUR, due for order #\d+ is 3\.00 EUR\.$/,
      ],
      [
        "an edit upwards",
        (orderId) => edit(orderId, 3),
        "amount_mismatch",
        /^Paid 5\.00 EUR, due for order #\d+ is 15\.00 EUR\.$/,
      ],
    ])(
      "is not paid by its open page after %s",
      async (_way, change, reason, detail) => {
        const { id, orderId, gatewayId } = await placeUnpaid()
        await change(orderId)
        const before = await books.booksOf(orderId)

        expect(await gateway.confirm(gatewayId)).toBe(200)

        expect(await actions.show(id)).toMatchObject(
          attention(reason, {
            order_id: orderId,
            attention_detail: expect.stringMatching(detail),
          })
        )
        expect(await books.booksOf(orderId)).toEqual(before)
      }
    )

    it.each([
      ["half of it", 1, "5.00"],
      ["nothing", 0, "0.00"],
    ])(
      "is not paid by its open page after an edit to %s",
      async (_what, quantity, due) => {
        const { cart, orderId } = await placeUnpaid()
        await edit(orderId, 2)
        const { id, gatewayId } = await shop.payAgain(cart.id)
        await edit(orderId, quantity)
        const before = await books.booksOf(orderId)

        expect(await gateway.confirm(gatewayId)).toBe(200)

        expect(await actions.show(id)).toMatchObject(
          attention("amount_mismatch", {
            attention_detail: expect.stringMatching(
              new RegExp(
                `^Paid 10\\.00 EUR, due for order #\\d+ is ${due} EUR\\.$`
              )
            ),
          })
        )
        expect(await books.booksOf(orderId)).toEqual(before)
      }
    )

    it("is settled once the order costs again what was paid", async () => {
      const { id, orderId, gatewayId } = await placeUnpaid()
      await edit(orderId, 3)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      await edit(orderId, 1)

      expect(await actions.retryOrder(id)).toMatchObject({ state: "settled" })

      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5],
        transactions: [5],
        pending_difference: 0,
      })
    })

    it("stays settled where it is edited after it was paid, by the verification too", async () => {
      const { id, orderId, gatewayId } = await placeUnpaid()
      expect(await gateway.confirm(gatewayId)).toBe(200)
      await edit(orderId, 3)
      await shop.advanceLedger(10)
      await reconcile()

      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5],
        pending_difference: 10,
      })
    })

    it.each<[string, (orderId: string) => Promise<unknown>]>([
      ["a part was marked as paid", (orderId) => markAsPaid(orderId, 2)],
      ["it was paid in another collection", payInSecond],
      [
        "a payment of another collection is seen",
        async (orderId) => {
          const { gatewayId } = await openSecond(orderId, 2)
          gateway.markOnly(gatewayId, "pending")
        },
      ],
    ])("is not canceled by the job while %s", async (_case, pay) => {
      const { orderId, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await pay(orderId)
      const before = await books.booksOf(orderId)
      await letTimeRunOut()

      await reconcile()

      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toEqual(before)
    })

    it("is canceled in time where a payment of another collection came to nothing", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      const second = await openSecond(orderId, 2)
      for (const id of [gatewayId, second.gatewayId]) {
        gateway.markOnly(id, "expired")
      }
      await letTimeRunOut()

      await reconcile()

      expect(await status(orderId)).toBe("canceled")
      expect((await unpaidRow(cart.id))?.cancel_at).toBeNull()
      expect((await books.ledger.attempts.retrieve(second.id)).state).toBe(
        "closed"
      )
    })

    it("needs attention wherever its cancellation and its money meet", async () => {
      for (let round = 0; round < CANCELLATIONS; round++) {
        const { id, orderId, gatewayId } = await placeUnpaid()
        const cancellation = wait(round * 30).then(() =>
          admin.post(`/admin/orders/${orderId}/cancel`)
        )
        await Promise.allSettled([gateway.confirm(gatewayId), cancellation])
        const shown = await eventually(
          async () => {
            // Judged in the middle of the cancellation, it is judged again after it.
            const payment = await actions.show(id)
            return payment.attention_reason === "late_payment"
              ? payment
              : undefined
          },
          {
            otherwise:
              "A canceled order holds money, and does not say that it came late.",
          }
        )
        expect(shown).toMatchObject(
          attention("late_payment", { order_id: orderId })
        )
      }
    })

    it("gives back the money that it held when it was canceled", async () => {
      const paid = await placeUnpaid()
      expect(await gateway.confirm(paid.gatewayId)).toBe(200)
      expect(await actions.show(paid.id)).toMatchObject({ state: "settled" })
      await admin.post(`/admin/orders/${paid.orderId}/cancel`)
      const { allowed_actions } = await eventually(
        async () => {
          const shown = await actions.show(paid.id)
          return shown.state === "attention" ? shown : undefined
        },
        { otherwise: "A canceled order holds money, and nobody is told." }
      )
      expect(allowed_actions).toContain("request_refund")

      expect(await actions.refund(paid.id, "5.00", "0xab")).toMatchObject({
        state: "resolved",
      })
    })
  }
)
