import type { Stage } from "./stage"
import { CRYPTO, MANUAL } from "./storefront-visit"

const RECEIVED =
  "Your crypto payment for this cart was received. Please do not pay again: reload the checkout to see how it stands."

/** Purchases that do not become an order by themselves. */
export function troubleSuite(name: string, stage: () => Stage): void {
  const email = (who: string) => `${who}@${name}.test`

  it("keeps saying that the payment was received when the stock is gone", async () => {
    const sku = "SWEATPANTS-S"
    const who = email("no-stock")
    await stage().store.setStock(sku, 1)
    const cartId = await stage().store.cart(who, { sku })
    const visit = await stage().visit()
    const { page } = visit
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    await visit.shownAddress()
    const checkout = page.url()
    await page.goto("about:blank")
    await stage().store.setStock(sku, 0)
    await stage().store.gateway.pay(await stage().latestPayment(cartId))
    await stage().store.untilAttention(cartId)
    await page.goto(checkout)
    await visit.headed("We received your payment")
    await page.reload()
    await visit.headed("We received your payment")

    // No other provider can be paid for a cart that holds received money.
    await visit.choose(MANUAL)
    await page.getByTestId("submit-payment-button").click()
    await page
      .getByTestId("payment-method-error-message")
      .getByText(RECEIVED, { exact: true })
      .waitFor()
    await visit.choose(CRYPTO)
    await visit.headed("We received your payment")
    expect(await stage().store.attempts(cartId)).toHaveLength(1)
    expect(await stage().store.orders(who)).toEqual([])
    expect(visit.faults).toEqual([])
  })

  it("waits until the full amount of a payment has arrived", async () => {
    const who = email("underpaid")
    const cartId = await stage().store.cart(who)
    const visit = await stage().visit()
    await visit.toPayment(cartId)
    await visit.choose(CRYPTO)
    await visit.chooseCoin()
    const address = await visit.shownAddress()
    const payment = await stage().latestPayment(cartId)
    await stage().store.gateway.pay(payment, "under")
    expect(await stage().store.gateway.payment(payment)).toMatchObject({
      status: "pending",
    })
    await visit.page.reload()
    expect(await visit.shownAddress()).toBe(address)
    expect(await stage().store.orders(who)).toEqual([])
    await stage().store.gateway.pay(payment)
    await visit.atOrder()
    expect(await stage().store.paidOrder(who)).toMatchObject({ total: 20 })
    expect(visit.faults).toEqual([])
  })
}
