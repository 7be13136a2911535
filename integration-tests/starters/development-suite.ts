import type { Stage } from "./stage"
import { HOSTED, INLINE } from "./storefront-visit"

/** What a developer sees first, in servers that run from the sources. */
export function developmentSuite(name: string, stage: () => Stage): void {
  it("starts a payment in the checkout and one on the gateway's page, and sells", async () => {
    const email = `developer@${name}.test`
    const cartId = await stage().store.cart(email)
    const visit = await stage().visit()
    await visit.toPayment(cartId)
    await visit.choose(INLINE)
    await visit.chooseCoin()
    await visit.shownAddress()
    await visit.choose(HOSTED)
    await visit.toGateway()
    await visit.payAtGateway()
    const orderId = await visit.atOrder()
    expect(await stage().store.paidOrder(email)).toMatchObject({ id: orderId })
    expect(visit.faults).toEqual([])
  })
}
