import type { Gateway } from "../../support/gateway"
import { paymentSuite } from "../../support/shop/payment-fixture"

export const adoptedSuite = paymentSuite(
  "a paid payment in the gateway's list that the ledger does not know",
  (shop) => {
    const { gateway, books, db, reconcile, openPayment, control } = shop

    const letSearch = () =>
      db().raw("update crypto_payment_task set due_at = now()")

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

      it("is found when the ledger has no attempt that is due, by a search once an hour", async () => {
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
        expect((await reconcile()).calls).toBe(0)
        await letSearch()
        expect((await reconcile()).calls).toBe(1)
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
        await control.addFaults({ requests: [{ kind: "error", count: 1 }] })
        await reconcile()
        expect(await books.orderIds(cart.id)).toEqual([])

        expect(await reconcile()).toMatchObject({ settled: 1 })
        expect(await books.orderIds(cart.id)).toHaveLength(1)
      })

      it("is adopted and settled beside another attempt that has its cart's money", async () => {
        const { id } = await shop.payOrder()
        const [attempt] = await db()("crypto_payment").where({ id })
        const ids = { id: "o", external_id: "o", gateway_payment_id: "o" }
        await empty()
        await db()("crypto_payment").insert({ ...attempt, ...ids })
        expect(await reconcile()).toMatchObject({ settled: 1, failed: 0 })
      })
    })
  }
)

const ELSEWHERE = "https://another.example/hooks/crypto/pp_crypto_crypto"

/** A payment of the same merchant that another shop opened. */
async function createElsewhere(
  gateway: Gateway,
  external_id: string
): Promise<string> {
  const payment = { amount: 5, external_id, callback_url: ELSEWHERE }
  return (await gateway.create(payment)).id
}
