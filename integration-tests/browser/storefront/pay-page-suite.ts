import { seriousFaults } from "../../support/browser/serious-faults"
import type { Stage } from "./stage"
import { PHONE, shownValues } from "./visitor"

/** The page behind the payment link of an order. */
export function payPageSuite(stage: () => Stage): void {
  const pageOf = (collectionId: string) =>
    `/payment-collection/${collectionId}?order_id=of-medusas-link`

  it("opens no payment until the shopper presses, one then, and returns to the receipt", async () => {
    const { collectionId, name } = await stage().createOrder("link@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.goTo(pageOf(collectionId))
    await visitor.headed(`Pay for your order ${name}`)
    expect(await visitor.text()).toContain("€4.99 is due.")
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    await page.reload()
    await visitor.headed(`Pay for your order ${name}`)
    expect(await stage().ledger(collectionId)).toEqual([])

    await visitor.hostedButton.dblclick()
    await visitor.atGateway()
    expect(await stage().ledger(collectionId)).toHaveLength(1)
    await page.goBack()
    await visitor.headed(`Your order ${name} is waiting for payment`)
    await page.getByRole("link", { name: "Go to payment page" }).click()
    await visitor.payAtGateway()

    await visitor.headed(`Your order ${name} is paid`)
    await page.getByText(/Paid €4\.99 with [\d.]+ (Tether|USDT)/).waitFor()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    await page.reload()
    await page.getByText(/Paid €4\.99 with [\d.]+ (Tether|USDT)/).waitFor()
    expect(await page.getByRole("button").count()).toBe(0)
    expect(await stage().paidOrders("link@demo.test")).toHaveLength(1)
  })

  it("shows an inline payment again after a reload and in another browser, and leaves it for another way", async () => {
    const { collectionId, name } = await stage().createOrder(
      "inline-link@demo.test"
    )
    const visitor = await stage().visitor({ ...PHONE, colorScheme: "dark" })
    const { page } = visitor
    await visitor.goTo(pageOf(collectionId))
    await page.getByRole("group", { name: "Choose a crypto" }).waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])
    expect(await stage().ledger(collectionId)).toEqual([])
    await visitor.chooseCoin("TRX_TEST")
    const waiting = `Your order ${name} is waiting for payment`
    await visitor.headed(waiting)
    const address = shownValues(page).nth(1)
    const shown = await address.innerText()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    await page.reload()
    await visitor.headed(waiting)
    expect(await address.innerText()).toBe(shown)

    const elsewhere = await stage().visitor()
    await elsewhere.goTo(pageOf(collectionId))
    await elsewhere.headed(waiting)
    await elsewhere.page.getByText(shown).waitFor()
    await elsewhere.page
      .getByRole("button", { name: "Pay in another way" })
      .click()
    await elsewhere.chooseCoin("ETH_TEST")
    await elsewhere.headed(waiting)
    // The page with the older address learns of it.
    await page.getByText("Ether").first().waitFor()

    const attempts = await stage().ledger(collectionId)
    expect(attempts).toHaveLength(2)
    await stage().control.pay(attempts[1].gateway_payment_id)
    await visitor.headed(`Your order ${name} is paid`)
    await elsewhere.headed(`Your order ${name} is paid`)
    expect(await stage().paidOrders("inline-link@demo.test")).toHaveLength(1)
  })

  it("shows the new price before the gateway's page, where the order was changed meanwhile", async () => {
    const { orderId, collectionId, name } = await stage().createOrder(
      "changed-link@demo.test"
    )
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.goTo(pageOf(collectionId))
    await page.getByText("€4.99 is due.").waitFor()
    await stage().addToOrder(orderId)

    await visitor.hostedButton.click()
    await visitor.headed(`Your order ${name} is waiting for payment`)
    expect(await visitor.text()).toContain("€9.98")

    // Changed again: the payment that is open asks for an old price.
    await stage().addToOrder(orderId)
    await page.reload()
    await visitor.headed("The price has changed")
    await page.getByText("€14.97 is due.").waitFor()
    expect(await visitor.text()).toMatch(
      new RegExp(`Order ${name}\\s+The price has changed`)
    )
    expect(await seriousFaults(page, "main")).toEqual([])
    await visitor.payOnHostedPage()
    await visitor.payAtGateway()
    await visitor.headed(`Your order ${name} is paid`)
    expect(await stage().paidOrders("changed-link@demo.test")).toEqual([
      expect.objectContaining({ total: 14.97 }),
    ])
  })

  it("says that a link is unknown, keeps checking while Medusa does not answer, and says after a press that the order is canceled", async () => {
    const { orderId, collectionId, name } = await stage().createOrder(
      "no-answer@demo.test"
    )
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.goTo(pageOf("pay_col_unheard_of"))
    await visitor.headed("Payment not found")

    const answers = `${stage().shop.url}/store/crypto-payments/collections/*`
    await page.route(answers, (route) => route.abort())
    await visitor.goTo(pageOf(collectionId))
    await page.getByText("Check your internet connection.").waitFor()
    await page.unroute(answers)
    await visitor.headed(`Pay for your order ${name}`)

    await stage().cancel(orderId)
    await visitor.hostedButton.click()
    await visitor.headed(`Your order ${name} is canceled`)
    expect(await stage().ledger(collectionId)).toEqual([])
  })
}
