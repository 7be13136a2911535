import { cryptoPaymentEvents } from "../../src/workflows"
import type { ShownPayment } from "../support/shop/admin-actions"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

type Page = { crypto_payments: ShownPayment[]; count: number }

export const unknownStatusSuite = paymentSuite(
  "a payment that ends in an unknown status",
  (shop) => {
    const { gateway, shopper, admin, actions, db, reconcile } = shop
    const { makeDue, runJob, openPayment, expectPaidOnce } = shop

    const { attentionRequired, resolved } = cryptoPaymentEvents
    const events = shop.collectEvents([attentionRequired, resolved])

    const needing = () =>
      admin.get<Page>("/admin/crypto-payments?attention=true")

    it("needs attention after its last check, is closed by a person, and settled when it is confirmed after all", async () => {
      const { id, cart, session, gatewayId } = await openPayment()
      const storeState = () =>
        shopper.get(`/store/crypto-payments/${session.id}`)
      gateway.markOnly(gatewayId, "underpaid")
      await actions.check(id)
      expect(await actions.show(id)).toMatchObject({
        state: "open",
        gateway_status: "underpaid",
        attention_reason: null,
        advice: null,
        allowed_actions: ["check"],
      })
      expect(await storeState()).toMatchObject({
        crypto_payment: { state: "open", gateway_status: "underpaid" },
      })
      expect(await needing()).toMatchObject({ crypto_payments: [], count: 0 })
      expect(events).toEqual([])

      // As if only the last check were left, and due now.
      await db()("crypto_payment").where({ id }).update({ checks: 1_000 })
      await makeDue()
      expect(await reconcile()).toMatchObject({ checked: 1, attention: 1 })

      expect(await actions.show(id)).toMatchObject({
        state: "open",
        gateway_status: "underpaid",
        attention_reason: "unknown_status",
        attention_detail: expect.stringContaining('"underpaid"'),
        advice: { what_to_do: expect.any(String) },
        allowed_actions: ["resolve", "check"],
        next_check_at: null,
      })
      expect(await needing()).toMatchObject({
        crypto_payments: [{ id, advice: expect.anything() }],
        count: 1,
      })
      const { gateways } = await admin.get<{
        gateways: { provider_id: string; counts: object }[]
      }>("/admin/crypto-payments/gateway")
      expect(gateways).toContainEqual(
        expect.objectContaining({
          provider_id: HOSTED,
          counts: { open: 1, attention: 1, settled: 0 },
        })
      )
      await actions.check(id)
      expect(await reconcile()).toMatchObject({ checked: 0, attention: 0 })
      expect(events).toEqual([
        {
          name: attentionRequired,
          data: expect.objectContaining({ id, reason: "unknown_status" }),
        },
      ])

      await expect(actions.retryOrder(id)).rejects.toMatchObject({
        status: 400,
      })
      const resolve = () =>
        actions.resolve(id, { kind: "other", note: "Nothing came." })
      const attempts = await Promise.allSettled([resolve(), resolve()])
      expect(attempts.map(({ status }) => status).sort()).toEqual([
        "fulfilled",
        "rejected",
      ])
      await expect(resolve()).rejects.toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/ended unpaid/) },
      })
      expect(await actions.show(id)).toMatchObject({
        state: "closed",
        resolution: { kind: "other", note: "Nothing came." },
        advice: null,
        allowed_actions: ["check"],
        next_check_at: expect.any(String),
      })
      expect(await needing()).toMatchObject({ count: 0 })
      expect(events.map(({ name }) => name)).toEqual([
        attentionRequired,
        resolved,
      ])
      expect(await storeState()).toMatchObject({
        crypto_payment: { state: "closed" },
      })

      gateway.markOnly(gatewayId, "confirmed")
      await runJob()
      await expectPaidOnce(cart.id, session.id, 5)
      expect(await actions.show(id)).toMatchObject({ attention_reason: null })
    })
  }
)
