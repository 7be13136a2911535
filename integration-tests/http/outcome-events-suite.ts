import { cryptoPaymentEvents } from "../../src/workflows"
import { paymentSuite } from "../support/shop/payment-fixture"

export const outcomeEventsSuite = paymentSuite(
  "the events of a payment",
  (shop) => {
    const { gateway, actions, openPayment, payTooLittle } = shop
    const events = shop.collectEvents(Object.values(cryptoPaymentEvents))

    const refundSent = "crypto_payment.refund_sent"
    const envelope = {
      crypto_currency: expect.any(String),
      received_crypto_amount: expect.stringMatching(/^\d+(\.\d+)?$/),
      // The webhook alone: what was quoted is not known.
      quoted_crypto_amount: null,
      crypto_difference: null,
      crypto_rate: null,
      received_value: null,
      event_id: expect.stringMatching(/^cpayout_/),
      occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
    }

    it("emits one event for each refund that was sent, though it is recorded twice", async () => {
      const { id } = await payTooLittle()
      await actions.refund(id, "2", "0xaaa")
      await actions.refund(id, "3", "0xbbb")
      await actions.refund(id, "3", "0xbbb")

      await shop.runJob()

      const refundEvent = {
        ...envelope,
        id,
        order_id: null,
        refund_id: expect.stringMatching(/^cpayref_/),
        refund_request_id: null,
      }
      expect(events.filter(({ name }) => name === refundSent)).toEqual([
        { name: refundSent, data: refundEvent },
        { name: refundSent, data: refundEvent },
      ])
    })

    it("emits one event for each outcome, with the reason and the advice", async () => {
      const good = await openPayment()
      await gateway.confirm(good.gatewayId)
      const byHand = await payTooLittle()
      const byRefund = await payTooLittle()
      for (const { gatewayId } of [good, byHand, byRefund]) {
        await gateway.deliver(gatewayId)
      }
      await actions.check(byHand.id)
      await actions.resolve(byHand.id, { kind: "order_placed_by_hand" })
      await actions.refund(byRefund.id, "2", "0xaaa")
      await actions.refund(byRefund.id, "3", "0xbbb")

      const { order_id } = await actions.show(good.id)
      const { advice } = await actions.show((await payTooLittle()).id)
      const reason = "amount_mismatch"
      const reason_key = "attention.reasons.amount_mismatch"
      const needsAttention = (id: string) => [
        "crypto_payment.attention_required",
        {
          ...envelope,
          id,
          order_id: null,
          reason,
          reason_key,
          advice,
        },
      ]
      const resolved = (id: string, kind: string, quote: object = {}) => [
        "crypto_payment.resolved",
        { ...envelope, ...quote, id, order_id: null, reason, kind },
      ]
      // Read by the check.
      const quote = {
        quoted_crypto_amount: "5.4",
        crypto_difference: expect.objectContaining({ kind: "exact" }),
        crypto_rate: "0.925925925925925926",
        received_value: "5.00",
      }
      const emitted = events.map(({ name, data }) => [name, data]).slice(0, -1)
      expect(emitted.filter(([name]) => name !== refundSent)).toEqual([
        [
          "crypto_payment.settled",
          { ...envelope, id: good.id, order_id, reason: null },
        ],
        needsAttention(byHand.id),
        needsAttention(byRefund.id),
        resolved(byHand.id, "order_placed_by_hand", quote),
        resolved(byRefund.id, "refunded"),
      ])
    })
  }
)
