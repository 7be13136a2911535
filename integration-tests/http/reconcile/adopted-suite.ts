import type { Sandbox } from "../../../src/sandbox"
import { createAtGateway } from "../../support/shop/create-at-gateway"
import { sandboxSuite } from "../../support/shop/sandbox-fixture"
import { attention, HOSTED, MANUAL } from "../../support/shop/shop-fixture"

export const adoptedSuite = sandboxSuite(
  "a paid payment in the gateway's list that the ledger does not know",
  (shop) => {
    const { gateway, books, admin, db, reconcile, openPayment, control } = shop

    const letSearch = () =>
      db().raw("update crypto_payment_task set due_at = now()")

    it("becomes its cart's order when this shop made it", async () => {
      const { cart, gatewayId } = await openPayment()
      await control.payWithoutWebhook(gatewayId)
      await db().raw("truncate crypto_payment cascade")
      await openPayment()
      await letSearch()

      expect(await reconcile()).toMatchObject({
        settled: 1,
        failed: 0,
      })

      expect(await books.orderBooks(cart.id)).toMatchObject({
        payment_status: "captured",
        captures: [5],
      })
    })

    it("is ignored when it was made elsewhere", async () => {
      const id = await createElsewhere(gateway, "sold-in-another-place")
      await control.payWithoutWebhook(id)
      const { session } = await openPayment()
      await letSearch()

      await reconcile()

      const known = await books.ledger.listCryptoPayments({
        external_id: "sold-in-another-place",
      })
      expect(known).toEqual([])
      expect(await books.attemptOf(session.id)).toMatchObject({
        state: "open",
      })
    })

    describe("with the tables of the ledger emptied", () => {
      const empty = () =>
        db().raw("truncate crypto_payment, crypto_payment_task cascade")
      const lists = () => reconcile().then(({ calls }) => calls)

      it("is found when the ledger has no attempt that is due", async () => {
        const { cart, gatewayId } = await openPayment()
        await control.payWithoutWebhook(gatewayId)
        await empty()

        expect(await reconcile()).toMatchObject({
          settled: 1,
          failed: 0,
          calls: 1,
        })

        expect(await books.orderBooks(cart.id)).toMatchObject({
          payment_status: "captured",
          captures: [5],
        })
      })

      it("is searched for once an hour, and not in every run", async () => {
        await empty()
        expect(await lists()).toBe(1)
        expect(await lists()).toBe(0)
        await letSearch()
        expect(await lists()).toBe(1)
      })

      it("is searched for on all pages, by as many runs as it takes", async () => {
        const { gatewayId } = await openPayment()
        await control.payWithoutWebhook(gatewayId)
        for (let made = 0; made < 101; made++) {
          await createElsewhere(gateway, `elsewhere-${made}`)
        }
        await empty()

        expect(await reconcile()).toMatchObject({ settled: 1, calls: 2 })
      })

      it("is searched for again soon when the gateway did not answer", async () => {
        const { cart, gatewayId } = await openPayment()
        await control.payWithoutWebhook(gatewayId)
        await empty()
        await control.addFaults({
          requests: [{ kind: "error", count: 1 }],
        })
        await reconcile()
        expect(await books.orderIds(cart.id)).toEqual([])

        expect(await reconcile()).toMatchObject({ settled: 1 })
        expect(await books.orderIds(cart.id)).toHaveLength(1)
      })
    })

    describe("adopted by a person", () => {
      type Answer = {
        crypto_payment: { id: string; state: string; order_id: string }
      }
      const adopt = (body: object) =>
        admin.post<Answer>("/admin/crypto-payments/adopt", body)
      const lose = () => db().raw("truncate crypto_payment cascade")

      it("becomes its cart's order, once, however often it is asked for", async () => {
        const { cart, gatewayId } = await openPayment()
        await control.payWithoutWebhook(gatewayId)
        await lose()

        const body = { gateway_payment_id: gatewayId }
        const answers = await Promise.all([adopt(body), adopt(body)])
        const again = await adopt(body)

        const [id] = await books.orderIds(cart.id)
        expect(again.crypto_payment).toMatchObject({
          state: "settled",
          order_id: id,
        })
        for (const { crypto_payment } of answers) {
          expect(crypto_payment.id).toBe(again.crypto_payment.id)
        }
        expect(await books.orderBooks(cart.id)).toMatchObject({
          captures: [5],
          payments: 1,
        })
      })

      it("needs its provider named when its callback URL does not", async () => {
        const id = await createElsewhere(
          gateway,
          "sold-by-hand",
          "https://another.example/payments"
        )
        await control.payWithoutWebhook(id)

        await expect(adopt({ gateway_payment_id: id })).rejects.toThrow(
          /Choose one of the configured crypto payment providers/
        )
        const { crypto_payment } = await adopt({
          gateway_payment_id: id,
          provider_id: HOSTED,
        })
        expect(crypto_payment).toMatchObject(attention("unmatched"))
      })

      it("is refused when the gateway does not have it or the provider is not configured", async () => {
        await expect(
          adopt({ gateway_payment_id: "no-such-payment" })
        ).rejects.toThrow(/The gateway has no payment with this id/)
        const { gatewayId } = await openPayment()
        await expect(
          adopt({
            gateway_payment_id: gatewayId,
            provider_id: MANUAL,
          })
        ).rejects.toThrow(/Choose one of the configured/)
      })
    })
  }
)

const ELSEWHERE = "https://another.example/hooks/crypto/pp_crypto_crypto"

/** A payment of the same merchant that another shop opened. */
async function createElsewhere(
  gateway: Sandbox,
  external_id: string,
  callback_url = ELSEWHERE
): Promise<string> {
  const payment = { amount: 5, external_id, callback_url }
  return (await createAtGateway(gateway, payment)).id
}
