import type { Stage } from "./stage"
import { CRYPTO } from "./storefront-visit"

/** What the first visit of a page costs while Next.js compiles it. */
const COMPILE_LIMIT_MS = 4 * 60_000

const TEST_LIMIT_MS = 12 * 60_000

/**
 * Next.js's development server now and then hands out other ids than the browser, also to Headless UI
 * alone (tailwindlabs/headlessui, issue 3822). Only the ids of the starter's own parts may differ.
 */
function isIdMismatch(fault: string): boolean {
  const [, tree] = fault.split("https://react.dev/link/hydration-mismatch")
  const differing = tree?.split("\n").filter((line) => /^\s*[+-] /.test(line))
  return Boolean(
    differing?.length &&
    differing.every((line) => /^\s*[+-] +id="headlessui-[^"]*"$/.test(line))
  )
}

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
      const faults = visit.faults.filter((fault) => !isIdMismatch(fault))
      expect(faults).toEqual([])
    },
    TEST_LIMIT_MS
  )
}
