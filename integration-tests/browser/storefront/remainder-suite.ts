import { seriousFaults } from "../../support/browser/serious-faults"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

/** A store whose rule leaves a short payment to the merchant, who asks for the remainder. */
export function remainderSuite(stage: () => Stage): void {
  beforeAll(() => stage().demo.restart({ CRYPTO_MAX_SHORTFALL_PERCENT: "1" }))
  afterAll(() => stage().demo.restart({}))

  const missing = /^You sent [\d.]+ of [\d.]+ \D+; [\d.]+ \D+ is missing\.$/

  it("says in the cart what is missing, and takes it on the store's own page", async () => {
    const email = "in-two-parts@demo.test"
    const cartId = await stage().cart("guide", email)
    const visitor = await stage().visitor()
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("TRX_TEST")
    const first = await visitor.shownAddress()
    const [attempt] = await stage().ledger(cartId)
    await stage().gateway.pay(attempt.gateway_payment_id, "short")
    await visitor.page.getByText(missing).waitFor()
    expect(await stage().orders(email)).toEqual([])

    const page = await stage().askForRemainder(cartId)
    const elsewhere = await stage().visitor(PHONE)
    await elsewhere.goTo(page)
    await elsewhere.page.getByText(missing).waitFor()
    await elsewhere.page.getByText(/^€0\.\d\d is due\.$/).waitFor()
    expect(await elsewhere.overflow()).toBe(0)
    expect(await seriousFaults(elsewhere.page, "main")).toEqual([])
    await elsewhere.chooseCoin("TRX_TEST")
    expect(await elsewhere.shownAddress()).toBe(first)
    await elsewhere.page.reload()
    expect(await elsewhere.shownAddress()).toBe(first)

    await stage().gateway.pay(await stage().remainderPayment(cartId))
    await elsewhere.headed(/^Your order #\d+ is paid$/)
    await visitor.atOrder()
    expect(await stage().paidOrders(email)).toMatchObject([{ total: 4.99 }])
    expect([...visitor.complaints, ...elsewhere.complaints]).toEqual([])
  })
}
