import type { Stage } from "./stage"
import { PHONE } from "./storefront-visit"

const PROVIDER = "pp_crypto-h2h_crypto"
const COIN = "TRX"
/** An address on Tron. */
const ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

/** The pages behind links that the merchant sends: to pay, and to be refunded. */
export function linkSuite(name: string, stage: () => Stage): void {
  const email = (who: string) => `${who}@${name}.test`

  it("takes what an edited order lacks at its payment link, on a phone", async () => {
    const { orderId } = await sell(email("link"))
    const collectionId = await stage().store.addToOrder(orderId)
    const visit = await stage().visit(PHONE)
    const { page } = visit
    await visit.goTo(`/payment-collection/${collectionId}?order_id=${orderId}`)
    await visit.headed(/^Pay for your order #/)
    expect(await visit.overflow()).toBe(0)
    expect(await stage().store.attempts(collectionId)).toEqual([])
    await visit.toGateway()
    await visit.payAtGateway()
    await visit.headed(/^Your order #\d+ is paid$/)
    expect(page.url()).toContain(`/dk/payment-collection/${collectionId}`)
    expect(await visit.overflow()).toBe(0)
    const { total, due } = await stage().store.worth(orderId)
    expect({ total, due }).toEqual({ total: 30, due: 0 })
    expect(visit.faults).toEqual([])
  })

  it("takes the address for a refund at its link", async () => {
    const { cartId } = await sell(email("refund"))
    const { id, token } = await stage().store.requestRefund(cartId)
    const visit = await stage().visit()
    const { page } = visit
    await visit.goTo(`/crypto-refund#${token}`)
    await visit.headed("Your refund")
    await page.getByRole("textbox").fill(ADDRESS)
    await page.getByRole("button", { name: "Check address" }).click()
    await visit.headed("Check the address")
    await page.getByRole("button", { name: "Confirm address" }).click()
    await visit.headed("Your address is saved")
    expect(await stage().store.refundRequest(id)).toMatchObject({
      state: "address_entered",
      address: ADDRESS,
    })
    expect(visit.faults).toEqual([])
  })

  /** A paid order, bought without a browser. */
  async function sell(who: string) {
    const { store } = stage()
    const cartId = await store.cart(who)
    await store
      .shopper()
      .startPayment(cartId, PROVIDER, { target_currency: COIN })
    await store.gateway.pay(await stage().latestPayment(cartId))
    const { id: orderId } = await store.paidOrder(who)
    return { cartId, orderId }
  }
}
