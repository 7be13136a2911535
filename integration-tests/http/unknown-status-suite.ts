import { cryptoPaymentEvents } from "../../src/workflows"
import { paymentSuite } from "../support/shop/payment-fixture"

export const unknownStatusSuite = paymentSuite(
  "a payment that ends in an unknown status",
  (shop) => {
    const { gateway, actions, db, reconcile } = shop
    const { makeDue, runJob, openPayment, expectPaidOnce } = shop

    const { attentionRequired, resolved } = cryptoPaymentEvents
    const events = shop.collectEvents([attentionRequired, resolved])

    it("needs attention after its last check, is closed by a person, and settled when it is confirmed after all", async () => {
      const { id, cart, session, gatewayId } = await openPayment()
      gateway.markOnly(gatewayId, "underpaid")
      await actions.check(id)
      expect(await actions.show(id)).toMatchObject({
        state: "open",
        gateway_status: "underpaid",
        attention_reason: null,
        advice: null,
        allowed_actions: ["check"],
      })

      // As if only the last check were left, and due now.
      await db()("crypto_payment").where({ id }).update({ checks: 1_000 })
      await makeDue()
      expect(await reconcile()).toMatchObject({ checked: 1, attention: 1 })
      expect(await actions.show(id)).toMatchObject({
        state: "open",
        attention_reason: "unknown_status",
        attention_detail: expect.stringContaining('"underpaid"'),
        advice: { what_to_do: expect.any(String) },
        allowed_actions: ["resolve", "check"],
        next_check_at: null,
      })
      await expect(actions.retryOrder(id)).rejects.toMatchObject({
        status: 400,
      })

      const resolve = () =>
        actions.resolve(id, { kind: "other", note: "Nothing came." })
      expect(await resolve()).toMatchObject({
        state: "closed",
        resolution: { kind: "other", note: "Nothing came." },
        advice: null,
        allowed_actions: ["check"],
        next_check_at: expect.any(String),
      })
      await expect(resolve()).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/ended unpaid/) },
      })
      expect(events.map(({ name }) => name)).toEqual([
        attentionRequired,
        resolved,
      ])

      gateway.markOnly(gatewayId, "confirmed")
      await runJob()
      await expectPaidOnce(cart.id, session.id, 5)
      expect(await actions.show(id)).toMatchObject({ attention_reason: null })
    })
  }
)
