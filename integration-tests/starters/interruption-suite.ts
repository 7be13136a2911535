import type { Stage } from "./stage"
import { CRYPTO, MANUAL } from "./storefront-visit"

/** Purchases that are interrupted, and go on. */
export function interruptionSuite(name: string, stage: () => Stage): void {
  const email = (who: string) => `${who}@${name}.test`

  it("shows the same payment after a reload, and the order after one when it is paid", async () => {
    const cartId = await stage().store.cart(email("reload"))
    const visit = await stage().visit()
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    const address = await visit.shownAddress()
    await visit.page.reload()
    expect(await visit.shownAddress()).toBe(address)
    expect(await stage().store.attempts(cartId)).toHaveLength(1)

    // The page is gone while the payment arrives.
    const checkout = visit.page.url()
    await visit.page.goto("about:blank")
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    await stage().store.paidOrder(email("reload"))
    await visit.page.goto(checkout)
    await visit.atOrder()
    expect(visit.faults).toEqual([])
  })

  it("starts again after the payment expired", async () => {
    const cartId = await stage().store.cart(email("expired"))
    const visit = await stage().visit()
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    await stage().store.gateway.expire(await stage().latestPayment(cartId))
    await visit.headed("Payment expired")
    await visit.page.reload()
    await visit.headed("Payment expired")
    await visit.page.getByRole("button", { name: "Try again" }).click()
    await visit.chooseCoin()
    await visit.shownAddress()
    expect(await stage().store.attempts(cartId)).toHaveLength(2)
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    await visit.atOrder()
    await stage().store.paidOrder(email("expired"))
    expect(visit.faults).toEqual([])
  })

  it("places the order while the browser is closed, and the cart is no longer shown", async () => {
    const cartId = await stage().store.cart(email("closed"))
    const first = await stage().visit()
    await first.toPayment(cartId)
    await first.choose(CRYPTO)
    const payment = await first.toGateway()
    await first.end()
    await stage().store.gateway.pay(payment)
    const { id } = await stage().store.paidOrder(email("closed"))

    const second = await stage().visit()
    await second.takeCart(cartId)
    await second.goTo("/dk")
    await second.cartLink(0).waitFor()
    await second.goTo("/dk/cart")
    await second.page.getByTestId("empty-cart-message").waitFor()
    await second.goTo("/dk/checkout?step=payment")
    expect(await second.atOrder()).toBe(id)
    expect(second.faults).toEqual([])
  })

  it("shows on the cart page the payment that this browser left, and then its order", async () => {
    const cartId = await stage().store.cart(email("left"))
    const visit = await stage().visit()
    const { page } = visit
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    await visit.goTo("/dk/cart")
    const latest = page.locator(".cryptopay-latest")
    await latest.getByText("Waiting for your payment").waitFor()

    await page.goto("about:blank")
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    await stage().store.paidOrder(email("left"))
    await visit.goTo("/dk/cart")
    await page.getByTestId("empty-cart-message").waitFor()
    await latest.getByText("Payment successful").waitFor()
    await latest.getByText(/^Order #\d+$/).waitFor()
    expect(visit.faults).toEqual([])
  })

  it("asks for the new amount after the cart changed", async () => {
    const cartId = await stage().store.cart(email("changed"))
    const visit = await stage().visit()
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    await stage().store.addPiece(cartId)
    await visit.headed("The price has changed")
    // The summary beside it shows the new cart.
    await visit.page.getByText("€30.00").first().waitFor()
    await visit.page.getByRole("button", { name: "Pay the new amount" }).click()
    await visit.chooseCoin()
    await visit.shownAddress()
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    await visit.atOrder()
    expect(await stage().store.paidOrder(email("changed"))).toMatchObject({
      total: 30,
    })
    expect(visit.faults).toEqual([])
  })

  it("leads to the same payment again after the back button", async () => {
    const cartId = await stage().store.cart(email("back"))
    const visit = await stage().visit()
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    const payment = await visit.toGateway()
    await visit.page.goBack()
    await visit.choose(CRYPTO)
    expect(await visit.toGateway()).toBe(payment)
    await visit.payAtGateway()
    await visit.atOrder()
    expect(await stage().store.attempts(cartId)).toHaveLength(1)
    await stage().store.paidOrder(email("back"))
    expect(visit.faults).toEqual([])
  })

  it("goes from crypto to the manual provider and back", async () => {
    const cartId = await stage().store.cart(email("to-and-fro"))
    const visit = await stage().visit()
    const { page } = visit
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    await visit.choose(MANUAL)
    await page.getByTestId("submit-payment-button").click()
    await page.waitForURL(/step=review/)
    await page.getByTestId("edit-payment-button").click()
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    const orderId = await visit.atOrder()
    expect(await stage().store.paidOrder(email("to-and-fro"))).toMatchObject({
      id: orderId,
      total: 20,
    })
    expect(visit.faults).toEqual([])
  })
}
