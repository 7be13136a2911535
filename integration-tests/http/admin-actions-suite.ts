import { cryptoPaymentEvents } from "../../src/workflows"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention } from "../support/shop/shop-fixture"

type Results = { results: { id: string; ok: boolean; message?: string }[] }

export const adminActionsSuite = paymentSuite(
  "what a merchant does about a payment",
  (shop) => {
    const { gateway, shopper, admin, actions, openPayment } = shop
    const { expectPaidOnce, openConfirmed, payTooLittle } = shop
    const events = shop.collectEvents(Object.values(cryptoPaymentEvents))

    it("finds a paid order by a check when no webhook arrived", async () => {
      const { id, cart, session } = await openConfirmed()

      const shown = await actions.check(id)

      expect(shown).toMatchObject({
        state: "settled",
        allowed_actions: ["check", "record_refund", "request_refund"],
        advice: null,
      })
      expect(shown.events).toContainEqual(
        expect.objectContaining({
          type: "checked",
          source: "admin",
          data: {
            by: expect.stringMatching(/^user_/),
            status: "confirmed",
          },
        })
      )
      await expectPaidOnce(cart.id, session.id, 5)
    })

    it.each([
      ["server_error", "server"],
      ["rate_limited", "rate_limited"],
      ["cut", "outcome_unknown"],
      ["html_error", "server"],
      ["broken_json", "unexpected_answer"],
    ] as const)(
      "changes nothing when the gateway cannot be read: %s",
      async (fault, kind) => {
        const { id } = await openConfirmed()
        const before = await actions.show(id)
        gateway.failNext(1, fault, /^GET \/v1\/payments\//)

        await expect(actions.check(id)).rejects.toMatchObject({
          status: 500,
          body: {
            type: "unexpected_state",
            message: expect.stringContaining(
              `The gateway could not be read (${kind}); nothing was changed.`
            ),
          },
        })

        expect(await actions.show(id)).toEqual(before)
        expect((await actions.check(id)).state).toBe("settled")
      }
    )

    it("checks many at once and reports the result of each", async () => {
      const paid = await openPayment()
      const open = await openPayment()
      gateway.markOnly(paid.gatewayId, "confirmed")

      expect(
        await admin.post<Results>("/admin/crypto-payments/check", {
          ids: [open.id, "cpay_unknown", paid.id],
        })
      ).toEqual({
        results: [
          { id: open.id, ok: true },
          {
            id: "cpay_unknown",
            ok: false,
            message: "Crypto payment cpay_unknown was not found.",
          },
          { id: paid.id, ok: true },
        ],
      })

      expect((await actions.show(paid.id)).state).toBe("settled")
      expect((await actions.show(open.id)).state).toBe("open")
      for (const ids of [[], Array(51).fill(open.id), [""], undefined]) {
        await expect(
          admin.post("/admin/crypto-payments/check", { ids })
        ).rejects.toMatchObject({ status: 400 })
      }
    })

    it("gets the order of a cart that was brought back to what was paid, by checking", async () => {
      const { id, cart, session } = await payTooLittle()
      expect(await actions.show(id)).toMatchObject(
        attention("amount_mismatch", {
          advice: {
            what_happened: expect.any(String),
            where_the_money_is: expect.any(String),
            what_to_do: expect.any(String),
          },
        })
      )
      const [item] = (await shopper.cart(cart.id)).items ?? []
      await shopper.changeQuantity(cart.id, item.id, 1)

      expect((await actions.check(id)).state).toBe("settled")

      await expectPaidOnce(cart.id, session.id, 5)
    })

    it("cannot try an order again, resolve or refund what is not paid", async () => {
      const { id } = await openPayment()
      for (const act of [
        () => actions.retryOrder(id),
        () => actions.resolve(id, { kind: "other" }),
        () => actions.refund(id, "5", "0xaaa"),
      ]) {
        await expect(act()).rejects.toMatchObject({
          status: 400,
          body: {
            type: "not_allowed",
            message: expect.stringMatching(/^This payment is not paid yet\./),
          },
        })
      }
      expect((await actions.show(id)).allowed_actions).toEqual(["check"])
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
      await actions.refund(byRefund.id, "3", "0xbbb")

      const { order_id } = await actions.show(good.id)
      const { advice } = await actions.show((await payTooLittle()).id)
      const reason = "amount_mismatch"
      const advice_keys = {
        what_happened: "attention.advice.amount_mismatch.what_happened",
        where_the_money_is:
          "attention.advice.amount_mismatch.where_the_money_is",
        what_to_do: "attention.advice.amount_mismatch.what_to_do",
      }
      const reason_key = "attention.reasons.amount_mismatch"
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
      const needsAttention = (id: string) => [
        "crypto_payment.attention_required",
        {
          ...{ ...envelope, id, order_id: null },
          ...{ reason, reason_key, advice, advice_keys },
        },
      ]
      const resolved = (id: string, kind: string, quote: object = {}) => [
        "crypto_payment.resolved",
        { ...envelope, ...quote, id, order_id: null, reason, kind },
      ]
      // Read by the check.
      const quote = {
        quoted_crypto_amount: "5.00",
        crypto_difference: expect.objectContaining({ kind: "exact" }),
        crypto_rate: "1",
        received_value: "5.00",
      }
      const emitted = events.map(({ name, data }) => [name, data]).slice(0, -1)
      const refundSent = "crypto_payment.refund_sent"
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
      const refundEvent = {
        ...{ ...envelope, id: byRefund.id, order_id: null },
        refund_id: expect.stringMatching(/^cpayref_/),
        refund_request_id: null,
      }
      expect(emitted.filter(([name]) => name === refundSent)).toEqual([
        [refundSent, refundEvent],
        [refundSent, refundEvent],
      ])
    })
  }
)
