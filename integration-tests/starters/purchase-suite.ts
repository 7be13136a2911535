import type { Stage } from "./stage"
import { CRYPTO, PHONE } from "./storefront-visit"

const PASSWORD = "secret-word"

/** Purchases that go well; `name` keeps the e-mails of storefronts apart. */
export function purchaseSuite(name: string, stage: () => Stage): void {
  const email = (who: string) => `${who}@${name}.test`

  it("sells to a guest on the gateway's page, from the product to the order", async () => {
    const visit = await stage().visit()
    await visit.addShirt()
    await visit.fillInCheckout(email("guest"))
    await visit.choose(CRYPTO)
    await visit.toGateway()
    await visit.payAtGateway()
    const orderId = await visit.atOrder()
    expect(await stage().store.paidOrder(email("guest"))).toMatchObject({
      id: orderId,
      total: 20,
      currency_code: "eur",
    })
    await visit.goTo("/dk")
    await visit.cartLink(0).waitFor()
    expect(visit.faults).toEqual([])
  })

  it("sells in the checkout, on a phone", async () => {
    const cartId = await stage().store.cart(email("inline"))
    const visit = await stage().visit(PHONE)
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    expect(await visit.overflow()).toBe(0)
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    const orderId = await visit.atOrder()
    expect(await stage().store.paidOrder(email("inline"))).toMatchObject({
      id: orderId,
      total: 20,
    })
    expect(await visit.overflow()).toBe(0)
    expect(visit.faults).toEqual([])
  })

  it("sells on the gateway's page, on a phone", async () => {
    const cartId = await stage().store.cart(email("phone"))
    const visit = await stage().visit(PHONE)
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.toGateway()
    await visit.payAtGateway()
    const orderId = await visit.atOrder()
    expect(await stage().store.paidOrder(email("phone"))).toMatchObject({
      id: orderId,
    })
    expect(visit.faults).toEqual([])
  })

  it("sells to a customer, who finds the order in the account", async () => {
    const who = email("customer")
    await stage().store.shopper().register(who, PASSWORD)
    const visit = await stage().visit()
    const { page } = visit
    await visit.goTo("/dk/account")
    await page.getByTestId("email-input").fill(who)
    await page.getByTestId("password-input").fill(PASSWORD)
    await page.getByTestId("sign-in-button").click()
    await page.getByTestId("overview-page-wrapper").waitFor()
    await visit.addShirt()
    await visit.fillInCheckout(who)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    const cartId = await visit.cartId()
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    const orderId = await visit.atOrder()
    expect(await stage().store.paidOrder(who)).toMatchObject({ id: orderId })
    await visit.goTo("/dk/account/orders")
    await page.getByTestId("order-card").waitFor()
    expect(await page.getByTestId("order-card").count()).toBe(1)
    expect(visit.faults).toEqual([])
  })

  it("sells in a second region, in its currency", async () => {
    const cartId = await stage().store.cart(email("us"), { region: "us" })
    const visit = await stage().visit()
    await visit.toPayment(cartId, "us")
    await visit.choose(CRYPTO)
    const payment = await visit.toGateway()
    expect(await stage().store.gateway.payment(payment)).toMatchObject({
      original_currency: "USD",
    })
    await visit.payAtGateway()
    await visit.atOrder()
    expect(visit.page.url()).toContain("/us/order/")
    expect(await stage().store.paidOrder(email("us"))).toMatchObject({
      total: 25,
      currency_code: "usd",
    })
    expect(visit.faults).toEqual([])
  })
}
