import type { Stage } from "./stage"
import { shownValues } from "./visitor"

/** A store that places orders before their payment. The pages are the same. */
export function orderFirstSuite(stage: () => Stage): void {
  beforeAll(() =>
    stage().shop.restart({ CRYPTO_PLACE_ORDER: "before_payment" })
  )
  afterAll(() => stage().shop.restart({}))

  const unpaid = /^Your order #\d+ is waiting for payment$/

  it("leads from cart and return page to the unpaid order of an inline payment, and is paid", async () => {
    const cartId = await stage().cart("guide", "inline-first@demo.test")
    const visitor = await stage().visitor()
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("TRX_TEST")
    await visitor.headed(unpaid)
    await visitor.page.getByText(/^Please pay by /).waitFor()
    // What is ordered cannot be changed in the cart.
    const steps = visitor.page.getByRole("button", { name: /^One .+ of / })
    await steps.first().waitFor({ state: "detached" })
    expect(await steps.count()).toBe(0)
    expect(await stage().orders("inline-first@demo.test")).toHaveLength(1)
    const address = shownValues(visitor.page).nth(1)
    const shown = await address.innerText()

    const reloaded = await visitor.tab("/cart")
    const [attempt] = await stage().ledger(cartId)
    const { payment_collection_id } = attempt
    await reloaded.waitForURL(`**/payment-collection/${payment_collection_id}`)
    await reloaded.getByText(shown).waitFor()
    const elsewhere = await stage().visitor()
    await elsewhere.goTo(
      `/return?payment_session_id=${attempt.payment_session_id}`
    )
    await elsewhere.headed(unpaid)
    await elsewhere.page.getByText(shown).waitFor()

    await visitor.payAsBuyer(reloaded)
    await visitor.atOrder()
    await elsewhere.headed(/^Your order #\d+ is paid$/)
    expect(await stage().paidOrders("inline-first@demo.test")).toHaveLength(1)
  })

  it("lets the order be paid again on the return page after its payment expired", async () => {
    const cartId = await stage().cart("guide", "hosted-first@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    const expired = await visitor.payOnHostedPage()
    expect(await stage().orders("hosted-first@demo.test")).toHaveLength(1)
    await stage().control.expire(expired)
    const { fail_url } = await stage().returnUrls(expired)
    await page.goto(fail_url)
    await visitor.headed(/^Pay for your order #\d+$/)
    await page.getByText(/^Your order #\d+ is reserved until /).waitFor()
    expect(await visitor.text()).not.toMatch(/Do not send|Please pay by/)

    await visitor.hostedButton.click()
    expect(await visitor.atGateway()).not.toBe(expired)
    await visitor.payAtGateway()
    await visitor.atOrder()
    expect(await stage().paidOrders("hosted-first@demo.test")).toHaveLength(1)
  })
}
