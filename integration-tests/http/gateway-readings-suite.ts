import { eventually } from "../support/eventually"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED, INLINE } from "../support/shop/shop-fixture"

/**
 * Sales, whichever reading of the contract the gateway has: status of a creation, fields of a read.
 */
export const gatewayReadings = paymentSuite(
  "whatever the gateway adds to its contract",
  (shop) => {
    const { shopper, books, control, prepareCart, runJob } = shop
    const coin = { target_currency: "ETH" }

    it.each([
      ["a hosted payment places its order by the webhook", HOSTED, {}, false],
      ["an inline one does", INLINE, coin, false],
      ["a hosted one does by the job, without a webhook", HOSTED, {}, true],
      ["an inline one does by the job", INLINE, coin, true],
    ])("%s", async (_what, provider, data, isLost) => {
      const cart = await prepareCart()
      const session = await shopper.startPayment(cart.id, provider, data)
      if (isLost) {
        await control.addFaults({ webhooks: [{ kind: "drop", count: 1 }] })
      }
      await control.pay(gatewayIdOf(session))
      if (isLost) await runJob()
      await eventually(
        async () => {
          const { state } = await books.attemptOf(session.id)
          return state === "settled" || undefined
        },
        { otherwise: "The payment was not settled." }
      )
      expect(await books.orderBooks(cart.id)).toMatchObject({
        total: 5,
        captures: [5],
        payment_status: "captured",
      })
    })
  }
)
