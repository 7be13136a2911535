import { cryptoPaymentEvents } from "../../src/workflows"
import type { ShownPayment } from "../support/shop/admin-actions"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"

type Page = { crypto_payments: ShownPayment[]; count: number }

export const unknownStatusSuite = paymentSuite(
  "a payment that ends in an unknown status",
  (shop) => {
    const { gateway, shopper, books, admin, actions, db, reconcile } = shop
    const { makeDue, runJob, openPayment, expectPaidOnce } = shop

    const { attentionRequired, resolved } = cryptoPaymentEvents
    const events = shop.collectEvents([attentionRequired, resolved])

    /** As if only the last check were left, and due now. */
    async function letWatchEnd(): Promise<void> {
      await db()("crypto_payment")
        .where({ state: "open" })
        .update({ checks: 1_000 })
      await makeDue()
    }

    async function underpaid() {
      const opened = await openPayment()
      gateway.markOnly(opened.gatewayId, "underpaid")
      return opened
    }

    async function raised() {
      const opened = await underpaid()
      await letWatchEnd()
      await reconcile()
      return opened
    }

    const log = shop.watchLog()

    const needing = () =>
      admin.get<Page>("/admin/crypto-payments?attention=true")

    it("is logged once and shown with that status while it is checked", async () => {
      const { id, session } = await underpaid()
      log.start()
      for (let look = 0; look < 3; look++) {
        await runJob()
      }
      await actions.check(id)
      log.stop()
      expect(log.lines.filter((line) => line.includes("underpaid"))).toEqual([
        expect.stringContaining(`crypto payment ${id}: the gateway reports`),
      ])
      expect(await actions.show(id)).toMatchObject({
        state: "open",
        gateway_status: "underpaid",
        attention_reason: null,
        advice: null,
        allowed_actions: ["check"],
      })
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({
        crypto_payment: { state: "open", gateway_status: "underpaid" },
      })
      expect(await needing()).toMatchObject({ crypto_payments: [], count: 0 })
      expect(events).toEqual([])
    })

    it.each([
      ["is reported by it alone", false],
      ["was reported before", true],
    ])(
      "needs attention after its last check where the status %s",
      async (_way, isKnown) => {
        const { id } = await underpaid()
        if (isKnown) await actions.check(id)
        await letWatchEnd()

        expect(await reconcile()).toMatchObject({
          checked: 1,
          attention: 1,
        })

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
        expect(events).toEqual([
          {
            name: attentionRequired,
            data: expect.objectContaining({ id, reason: "unknown_status" }),
          },
        ])

        expect(await reconcile()).toMatchObject({ checked: 0, attention: 0 })
        await actions.check(id)
        await reconcile()
        expect(events).toHaveLength(1)
      }
    )

    it("is settled as any other once it is confirmed", async () => {
      const { id, cart, session, gatewayId } = await raised()
      expect(await gateway.confirm(gatewayId)).toBe(200)
      await expectPaidOnce(cart.id, session.id, 5)
      expect(await actions.show(id)).toMatchObject({
        attention_reason: null,
        attention_detail: null,
        advice: null,
        resolution: null,
      })
    })

    it("is closed by a person, once, and settled when it is confirmed after all", async () => {
      const { id, cart, session, gatewayId } = await raised()
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
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({ crypto_payment: { state: "closed" } })

      gateway.markOnly(gatewayId, "confirmed")
      await runJob()
      await expectPaidOnce(cart.id, session.id, 5)
      expect(await actions.show(id)).toMatchObject({ attention_reason: null })
    })

    it.each(["refunded", "order_placed_by_hand"] as const)(
      "makes no order by itself when it is confirmed after a person resolved it as %s",
      async (kind) => {
        const { id, cart, gatewayId } = await raised()
        const shown = await actions.resolve(id, {
          kind,
          transaction_hash: "0xaaa",
        })
        expect(shown).toMatchObject({ state: "closed", refunds: [] })

        expect(await gateway.confirm(gatewayId)).toBe(200)
        await shop.workflowsToEnd()

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
        await expect(shopper.complete(cart.id)).rejects.toMatchObject({
          status: 400,
        })
        expect(await books.orderIds(cart.id)).toEqual([])
        expect(await actions.resolve(id, { kind: "other" })).toMatchObject({
          state: "resolved",
          resolution: { kind: "other" },
        })
      }
    )

    it("opens a new payment for a shopper who comes back after a person closed it", async () => {
      const { id, cart, gatewayId } = await raised()
      await actions.resolve(id, { kind: "other" })
      const again = await shopper.startPayment(cart.id, HOSTED)
      const nextId = gatewayIdOf(again)
      expect(nextId).not.toBe(gatewayId)
      expect(await gateway.confirm(nextId)).toBe(200)
      await expectPaidOnce(cart.id, again.id, 5)
      expect((await actions.show(id)).state).toBe("closed")
    })
  }
)
