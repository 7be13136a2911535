import { setTimeout as wait } from "node:timers/promises"
import { Modules } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"

import { eventually } from "../support/eventually"
import { gatewayIdOf } from "../support/shop/open-payment"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import {
  attention,
  HOSTED,
  MANUAL,
  type Product,
} from "../support/shop/shop-fixture"

const CANCELLATIONS = 8

export const unpaidOrderOtherMoneySuite = suiteOfUnpaidOrders(
  "an unpaid order with other money, edits and cancellations",
  (shop) => {
    const { actions, admin, books, gateway, reconcile, shopper, store } = shop
    const { cancel, edit, orderOf, runOutOfTime } = shop
    const { placeUnpaid, payAgain, unpaidRow } = shop

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

    const status = async (orderId: string) => (await orderOf(orderId)).status

    const payInSecond = async (orderId: string) => {
      const { gatewayId } = await openSecond(orderId, 5)
      expect(await gateway.confirm(gatewayId)).toBe(200)
    }

    it.each<[string, (orderId: string) => Promise<unknown>, string, RegExp]>([
      [
        "a crypto payment of another collection",
        payInSecond,
        "duplicate_payment",
        /^Ada Shopper paid order #\d+ twice: another payment had paid it before\.$/,
      ],
      [
        "a credit line",
        (orderId) => credit(orderId, 5),
        "amount_mismatch",
        /^Ada Shopper paid €5\.00; due for order #\d+ is €0\.00\.$/,
      ],
      [
        "a part that is marked as paid",
        (orderId) => markAsPaid(orderId, 2),
        "amount_mismatch",
        /^Ada Shopper paid €5\.00; due for order #\d+ is €3\.00\.$/,
      ],
      [
        "an edit upwards",
        (orderId) => edit(orderId, 3),
        "amount_mismatch",
        /^Ada Shopper paid €5\.00; due for order #\d+ is €15\.00\.$/,
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

    const aheadOf = (table: string, orderId: string) => {
      const created_at = shop.db().raw("created_at + interval '5 seconds'")
      return table === "order_summary"
        ? shop.db()(table).where({ order_id: orderId }).update({ created_at })
        : shop.db()(table).update({ created_at })
    }

    it.each<[string, string, (orderId: string) => Promise<unknown>, string]>([
      ["an edit", "order_summary", (id) => edit(id, 2), "amount_mismatch"],
      ["a payment", "capture", (id) => markAsPaid(id, 5), "duplicate_payment"],
    ])(
      "needs a person where %s of a server whose clock is five seconds ahead came just before the capture",
      async (_what, table, change, reason) => {
        const { cart, orderId } = await placeUnpaid()
        if (table === "order_summary") await edit(orderId, 3)
        const again = await payAgain(cart.id)
        const payments = shop.resolve(Modules.PAYMENT)
        const capture = payments.capturePayment.bind(payments)
        const capturing = jest
          .spyOn(payments, "capturePayment")
          .mockImplementationOnce(async (...input) => {
            await change(orderId)
            await aheadOf(table, orderId)
            return await capture(...input)
          })

        expect(await gateway.confirm(again.gatewayId)).toBe(200)
        capturing.mockRestore()

        expect(await books.booksOf(orderId)).toMatchObject({
          pending_difference: -5,
        })
        expect(await actions.show(again.id)).toMatchObject(
          attention(reason, { order_id: orderId })
        )
      }
    )

    /** Requests a claim that adds one item, which is then due. */
    const claim = async (order_id: string) => {
      const { claim } = await admin.post<{ claim: { id: string } }>(
        "/admin/claims",
        { order_id, type: "replace" }
      )
      await admin.post(`/admin/claims/${claim.id}/outbound/items`, {
        items: [{ variant_id: store.products.ebook.variantId, quantity: 1 }],
      })
      await admin.post(`/admin/claims/${claim.id}/request`)
    }

    it.each<[string, Product, (id: string) => Promise<unknown>, number]>([
      ["an edit", "ebook", (id) => edit(id, 3), 10],
      ["a claim", "ebook", claim, 5],
    ])(
      "is paid for what is due after %s, and its old page is superseded",
      async (_what, product, change, more) => {
        const { cart, orderId, gatewayId, id } = await placeUnpaid(product)
        const { pending_difference } = await books.booksOf(orderId)
        const due = pending_difference + more
        await change(orderId)
        expect(await books.booksOf(orderId)).toMatchObject({
          pending_difference: due,
        })
        await shop.advanceLedger(3)
        await reconcile()
        expect(
          (await books.ledger.attempts.retrieve(id)).superseded_at
        ).toEqual(expect.any(Date))

        const again = await payAgain(cart.id)
        expect(again.session.data).toMatchObject({ amount: due.toFixed(2) })
        expect(again.gatewayId).not.toBe(gatewayId)
        expect(await gateway.confirm(again.gatewayId)).toBe(200)

        expect(await books.attemptFor(again.gatewayId)).toMatchObject({
          state: "settled",
          order_id: orderId,
        })
        const paid = {
          captures: [due],
          transactions: [due],
          pending_difference: 0,
        }
        expect(await books.booksOf(orderId)).toMatchObject(paid)
        // Its first page asked for another price: money there needs a person.
        await gateway.confirm(gatewayId)
        expect(await actions.show(id)).toMatchObject(
          attention("duplicate_payment", { order_id: orderId })
        )
        expect(await books.booksOf(orderId)).toMatchObject(paid)
      }
    )

    it("is not marked as paid by an admin, once or twice, while it awaits its payment", async () => {
      const { orderId, gatewayId } = await placeUnpaid()
      const [{ id }] = (await orderOf(orderId)).payment_collections
      const mark = () =>
        admin.post(`/admin/payment-collections/${id}/mark-as-paid`, {
          order_id: orderId,
        })

      const marked = await Promise.allSettled([mark(), mark()])

      expect(marked.map(({ status }) => status)).toEqual([
        "rejected",
        "rejected",
      ])
      expect(await gateway.confirm(gatewayId)).toBe(200)
      expect(await books.booksOf(orderId)).toMatchObject({
        payments: 1,
        captures: [5],
        pending_difference: 0,
      })
    })

    it("stays as another provider paid it, and crypto paid besides needs attention", async () => {
      const { cart, id, orderId, gatewayId } = await placeUnpaid()
      const [collection] = (await orderOf(orderId)).payment_collections
      const session = await shopper.openSession(collection.id, MANUAL)
      await processPaymentWorkflow(shop.container()).run({
        input: {
          action: "captured",
          data: { session_id: session.id, amount: 5 },
        },
      })
      const paid = await books.booksOf(orderId)
      expect(paid).toMatchObject({ payments: 1 })
      await runOutOfTime()

      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await actions.show(id)).toMatchObject(
        attention("duplicate_payment", { order_id: orderId })
      )
      expect(await books.booksOf(orderId)).toEqual(paid)
      expect(await status(orderId)).toBe("pending")
      expect(await unpaidRow(cart.id)).toBeUndefined()
    })

    it("is settled once the order costs again what was paid, and stays so where it is edited later, by the verification too", async () => {
      const { id, orderId, gatewayId } = await placeUnpaid()
      await edit(orderId, 3)
      expect(await gateway.confirm(gatewayId)).toBe(200)
      await edit(orderId, 1)

      expect(await actions.retryOrder(id)).toMatchObject({ state: "settled" })
      const paid = { captures: [5], transactions: [5] }
      expect(await books.booksOf(orderId)).toMatchObject({
        ...paid,
        pending_difference: 0,
      })

      await edit(orderId, 3)
      await shop.advanceLedger(10)
      await reconcile()
      expect(await actions.show(id)).toMatchObject({ state: "settled" })
      expect(await books.booksOf(orderId)).toMatchObject({
        ...paid,
        pending_difference: 10,
      })
    })

    it.each<[string, (orderId: string) => Promise<unknown>]>([
      ["a part was marked as paid", (orderId) => markAsPaid(orderId, 2)],
      ["it was paid in another collection", payInSecond],
    ])("is not canceled by the job while %s", async (_case, pay) => {
      const { orderId, gatewayId } = await placeUnpaid()
      gateway.markOnly(gatewayId, "expired")
      await pay(orderId)
      const before = await books.booksOf(orderId)
      await runOutOfTime()

      expect(await status(orderId)).toBe("pending")
      expect(await books.booksOf(orderId)).toEqual(before)
    })

    it("is not canceled by the job while a payment of another collection is seen, and is once that came to nothing", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      const second = await openSecond(orderId, 2)
      gateway.markOnly(gatewayId, "expired")
      gateway.markOnly(second.gatewayId, "pending")
      await runOutOfTime()
      expect(await status(orderId)).toBe("pending")

      gateway.markOnly(second.gatewayId, "expired")
      await runOutOfTime()
      expect(await status(orderId)).toBe("canceled")
      expect((await unpaidRow(cart.id))?.cancel_at).toBeNull()
      const { state } = await books.ledger.attempts.retrieve(second.id)
      expect(state).toBe("closed")
    })

    it("needs attention wherever its cancellation and its money meet", async () => {
      for (let round = 0; round < CANCELLATIONS; round++) {
        const { id, orderId, gatewayId } = await placeUnpaid()
        const cancellation = wait(round * 30).then(() => cancel(orderId))
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
  }
)
