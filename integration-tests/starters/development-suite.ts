import type { Stage } from "./stage"
import { CRYPTO } from "./storefront-visit"

/** What the first visit of a page costs while Next.js compiles it. */
const COMPILE_LIMIT_MS = 4 * 60_000

const TEST_LIMIT_MS = 12 * 60_000

/** What a developer sees first, in servers that run from the sources. */
export function developmentSuite(name: string, stage: () => Stage): void {
  it(
    "starts a payment in the checkout and one on the gateway's page, and sells",
    async () => {
      const email = `developer@${name}.test`
      const cartId = await stage().store.cart(email)
      const visit = await stage().visit()
      visit.page.setDefaultTimeout(COMPILE_LIMIT_MS)
      await visit.toPayment(cartId)
      await visit.choose(CRYPTO)
      await visit.chooseCoin()
      await visit.shownAddress()
      await visit.chooseAnotherCoin()
      await visit.toGateway()
      await visit.payAtGateway()
      const orderId = await visit.atOrder()
      expect(await stage().store.paidOrder(email)).toMatchObject({
        id: orderId,
      })
      expect(visit.faults).toEqual([])
    },
    TEST_LIMIT_MS
  )
}
