import { cryptoPaymentEvents } from "../../src/workflows"
import { paymentSuite } from "../support/shop/payment-fixture"

export const unknownStatusSuite = paymentSuite(
  "a payment that ends in an unknown status",
  (shop) => {
    const { gateway, actions, db, reconcile } = shop
    const { makeDue, runJob, openPayment, expectPaidOnce } = shop

    const { attentionRequired, resolved } = cryptoPaymentEvents
    const events = shop.collectEvents([attentionRequired, resolved])

    /** As if only the last check were left, and due now. */
    const checkLast = async (id: string) => {
      await db()("crypto_payment").where({ id }).update({ checks: 1_000 })
      await makeDue()
      return await reconcile()
    }

    const closeByHand = (id: string) =>
      actions.resolve(id, { kind: "other", note: "Nothing came." })

    it("needs attention after its last check", async () => {
      const { id, gatewayId } = await openPayment()
      gateway.markOnly(gatewayId, "underpaid")
      await actions.check(id)
      expect(await actions.show(id)).toMatchObject({
        state: "open",
        gateway_status: "underpaid",
        attention_reason: null,
        advice: null,
        allowed_actions: ["check"],
      })

      expect(await checkLast(id)).toMatchObject({ checked: 1, attention: 1 })
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
      await runJob()
      expect(events.map(({ name }) => name)).toEqual([attentionRequired])
    })

    it("is closed by a person, once, and settled when it is confirmed after all", async () => {
      const { id, cart, session, gatewayId } = await openPayment()
      gateway.markOnly(gatewayId, "underpaid")
      await checkLast(id)

      expect(await closeByHand(id)).toMatchObject({
        state: "closed",
        resolution: { kind: "other", note: "Nothing came." },
        advice: null,
        allowed_actions: ["check"],
        next_check_at: expect.any(String),
      })
      await expect(closeByHand(id)).rejects.toMatchObject({
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
