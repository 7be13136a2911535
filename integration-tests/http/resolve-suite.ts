import { Modules } from "@medusajs/framework/utils"

import { eventually } from "../support/eventually"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"
import { endGivenUpCompletions } from "../support/shop/workflows-to-end"

export const resolveSuite = paymentSuite(
  "a payment that needs attention",
  (shop) => {
    const { gateway, shopper, books, actions, resolve, openPayment } = shop
    const { expectPaidOnce, setStock, payTooLittle } = shop

    /** Two carts for the last one; the second is paid, and cannot be placed. */
    async function outOfStock() {
      const first = await openPayment("rare")
      const second = await openPayment("rare")
      await gateway.confirm(first.gatewayId)
      await gateway.confirm(second.gatewayId)
      // On a busy machine core may have given up undoing its failed completion.
      await endGivenUpCompletions(shop.container())
      return second
    }

    const restock = () => setStock("rare", 3)

    it("is not decided about once core has placed its order, though it was stopped before it reserved the stock", async () => {
      const { cart, session } = await outOfStock()
      const { id } = await books.attemptOf(session.id)
      const leaseUntil = (
        lease_owner: string | null,
        lease_until: Date | null
      ) =>
        shop
          .db()("crypto_payment")
          .where({ id })
          .update({ lease_owner, lease_until })
      await restock()
      await leaseUntil("another run", new Date(Date.now() + 600_000))
      await shopper.complete(cart.id)
      await shop.workflowsToEnd()
      await leaseUntil(null, null)
      const [orderId] = await books.orderIds(cart.id)
      await shop.leaveWithoutStock(orderId)

      const refused = {
        status: 400,
        body: { message: expect.stringMatching(/was placed in the meantime/) },
      }
      await expect(
        actions.resolve(id, { kind: "other", note: "Done." })
      ).rejects.toMatchObject(refused)
      await expect(actions.refund(id, "1", "0xaaa")).rejects.toMatchObject(
        refused
      )

      expect(await actions.check(id)).toMatchObject({
        state: "settled",
        order_id: orderId,
      })
    })

    it("is not resolved with a kind that there is not, nor with an order that does not exist", async () => {
      const { id } = await payTooLittle()
      for (const body of [
        { kind: "vanished" },
        { kind: "other", more: true },
      ]) {
        await expect(actions.resolve(id, body)).rejects.toMatchObject({
          status: 400,
        })
      }
      const kind = "order_placed_by_hand"
      await expect(
        actions.resolve(id, { kind, order_number: 1_000_000 })
      ).rejects.toMatchObject({
        status: 400,
        body: {
          type: "invalid_data",
          message: expect.stringMatching(/^Order #1000000 does not exist/),
        },
      })
      expect(await actions.show(id)).toMatchObject({ state: "attention" })
    })

    it("is resolved with kind, note, user and the order that was placed by hand", async () => {
      const { orderId } = await shop.payOrder()
      const { display_id } = await resolve(Modules.ORDER).retrieveOrder(orderId)
      const { id, cart } = await payTooLittle()
      const byHand = { kind: "order_placed_by_hand", note: "As agreed." }

      const shown = await actions.resolve(id, {
        ...byHand,
        order_number: display_id,
      })

      expect(shown).toMatchObject({
        state: "resolved",
        advice: null,
        allowed_actions: ["check"],
        resolution: {
          ...byHand,
          order: { id: orderId, display_id },
          transaction_hash: null,
          by: expect.stringMatching(/^user_/),
          at: expect.any(String),
        },
        refunds: [],
      })
      expect(shown.events.at(-1)).toMatchObject({
        type: "resolved",
        source: "admin",
        data: { by: shown.resolution?.by, kind: "order_placed_by_hand" },
      })
      expect(await books.orderIds(cart.id)).toEqual([])
    })

    it("stays resolved, whoever acts on it and when its webhook comes again", async () => {
      const { id, gatewayId } = await payTooLittle()
      await actions.resolve(id, { kind: "order_placed_by_hand" })
      await expect(
        actions.resolve(id, { kind: "other" })
      ).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/was resolved/) },
      })
      await expect(actions.retryOrder(id)).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/was resolved/) },
      })
      expect((await gateway.deliver(gatewayId)).status).toBe(200)
      await actions.check(id)
      expect((await actions.show(id)).state).toBe("resolved")
    })

    it("is resolved as refunded only with the transaction, and records what was left to refund", async () => {
      const { id } = await payTooLittle()
      await actions.refund(id, "2", "0xAAA")
      for (const transaction_hash of [undefined, "0xaaa"]) {
        await expect(
          actions.resolve(id, { kind: "refunded", transaction_hash })
        ).rejects.toMatchObject({
          status: 400,
          body: {
            type: "invalid_data",
            message: expect.stringMatching(
              /€3\.00 of this payment are not recorded as refunded yet\./
            ),
          },
        })
      }
      expect(await actions.show(id)).toMatchObject({
        state: "attention",
        refunds: [{ amount: "2.00" }],
      })

      expect(
        await actions.resolve(id, {
          kind: "refunded",
          transaction_hash: "0xbbb",
        })
      ).toMatchObject({
        state: "resolved",
        refunds: [{ amount: "2.00" }, { amount: "3.00" }],
      })
    })

    it("keeps its paid session when core fails to complete and wants to refund by itself; the order follows on the same payment", async () => {
      const { id, cart, session } = await outOfStock()

      expect(await actions.show(id)).toMatchObject(
        attention("order_not_placed", {
          allowed_actions: [
            "retry_order",
            "request_refund",
            "record_refund",
            "resolve",
            "check",
          ],
        })
      )
      const [before] = await resolve(Modules.PAYMENT).listPayments(
        { payment_session_id: session.id },
        { relations: ["refunds"] }
      )
      expect(before.captured_at).not.toBeNull()
      expect(before).toMatchObject({ canceled_at: null, refunds: [] })
      expect(await books.orderIds(cart.id)).toEqual([])

      const still = await actions.retryOrder(id)
      expect(still).toMatchObject({
        state: "attention",
        attention_detail: expect.stringContaining("Not enough stock"),
      })
      expect(still.events).toContainEqual(
        expect.objectContaining({
          type: "order_retried",
          source: "admin",
          data: { by: expect.stringMatching(/^user_/) },
        })
      )

      await restock()
      await eventually(
        async () => {
          const { state } = await actions.retryOrder(id)
          return state === "settled" || undefined
        },
        { otherwise: "The order was not placed." }
      )

      await expectPaidOnce(cart.id, session.id, 10)
      expect((await books.attemptOf(session.id)).payment_id).toBe(before.id)
    })

    it("given back in full is refunded in Medusa's books too, so that its cart can be paid anew", async () => {
      const { id, cart, gatewayId } = await outOfStock()

      const shown = await actions.resolve(id, {
        kind: "refunded",
        transaction_hash: "0xaaa",
      })
      const [{ refund_id }] = shown.refunds
      expect(shown).toMatchObject({
        state: "resolved",
        refunds: [
          { amount: "10.00", refund_id: expect.stringMatching(/^ref_/) },
        ],
      })

      await restock()
      await expect(shopper.complete(cart.id)).rejects.toMatchObject({
        status: 400,
      })
      expect(await books.orderIds(cart.id)).toEqual([])
      const again = await shopper.startPayment(cart.id, HOSTED)
      const nextId = gatewayIdOf(again)
      expect(nextId).not.toBe(gatewayId)
      expect(await gateway.confirm(nextId)).toBe(200)

      expect(await books.attemptOf(again.id)).toMatchObject({
        state: "settled",
      })
      expect(await books.orderIds(cart.id)).toHaveLength(1)
      expect((await actions.show(id)).state).toBe("resolved")
      expect(
        await resolve(Modules.PAYMENT).listRefunds({ id: String(refund_id) })
      ).toMatchObject([{ amount: 10 }])
    })

    /** What one action found leased by the other, the job settles. */
    const settled = async () => {
      await shop.workflowsToEnd()
      await shop.runJob()
    }

    it("ends in one way when it is refunded while the shopper completes the cart", async () => {
      const { id, cart, session } = await outOfStock()
      await restock()

      await Promise.allSettled([
        actions.refund(id, "10", "0xaaa"),
        shopper.complete(cart.id),
      ])
      await settled()

      const { state } = await actions.show(id)
      const orders = await books.orderIds(cart.id)
      expect([state, orders.length]).toEqual(
        state === "settled" ? ["settled", 1] : ["resolved", 0]
      )
      if (state === "settled") {
        await actions.refund(id, "10", "0xaaa")
        expect(await books.orderBooks(cart.id)).toMatchObject({
          captures: [10],
          refunds: 1,
          payment_status: "refunded",
        })
      } else {
        await expect(books.attemptOf(session.id)).resolves.toMatchObject({
          order_id: null,
        })
      }
    })
  }
)
