import { seriousFaults } from "../../support/browser/serious-faults"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

/** Payments on the gateway's page, and the return from it. */
export function hostedPageSuite(stage: () => Stage): void {
  it("makes the order when the browser is closed, and shows it in another one", async () => {
    const cartId = await stage().cart("mug", "gone@demo.test")
    const first = await stage().visitor()
    await first.takeCart(cartId, "?flow=page")
    const paymentId = await first.payOnHostedPage()
    await stage().control.chooseCoin(paymentId, "USDT_TRC20_TEST")
    await first.leave()
    const { success_url } = await stage().returnUrls(paymentId)

    // Before anything was paid, the return says nothing else.
    const second = await stage().visitor()
    await second.page.goto(success_url)
    await second.headed("Waiting for your payment")
    expect(
      await second.page
        .getByRole("link", { name: "Go to payment page" })
        .getAttribute("href")
    ).toBe(`${stage().shop.sandbox.url}/pay/${paymentId}`)
    expect(await stage().orders("gone@demo.test")).toEqual([])

    // Without its payment the page knows nothing.
    await second.goTo("/return")
    await second.headed("Payment not found")
    await second.page.goBack()

    // Before the webhook: the page's own question finds the money.
    await stage().control.addFaults({ webhooks: [{ kind: "drop", count: 9 }] })
    await stage().control.pay(paymentId)
    await second.headed("Payment successful")
    expect(await stage().paidOrders("gone@demo.test")).toEqual([
      expect.objectContaining({ total: 17.4 }),
    ])

    // After it all, once more from the start.
    await second.page.goto(success_url)
    await second.headed("Payment successful")
    // Without the cart there is no way from the page to the order and its customer.
    await second.page.getByRole("link", { name: "Back to store" }).waitFor()
  })

  it("says that the shopper left the page, and offers to try again with a new payment; without the cart, a way back", async () => {
    const cartId = await stage().cart("guide", "second-try@demo.test")
    const visitor = await stage().visitor(PHONE)
    await visitor.takeCart(cartId, "?flow=page")
    const expired = await visitor.payOnHostedPage()
    const { success_url, fail_url } = await stage().returnUrls(expired)
    await visitor.page
      .getByRole("button", { name: "Cancel the payment" })
      .click()
    await visitor.headed("You have not paid yet")
    expect(await visitor.text()).toContain("No payment was received.")
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(visitor.page, "main")).toEqual([])
    expect(await stage().orders("second-try@demo.test")).toEqual([])

    // Of a payment that nothing came of, another cart's page says nothing.
    await visitor.page.evaluate(`localStorage.removeItem("demo-cart")`)
    const answered = visitor.page.waitForResponse(/crypto-payments\/payses/)
    await visitor.goTo("/cart")
    await visitor.headed("Your cart is empty")
    await answered
    await visitor.page.waitForLoadState("networkidle")
    expect(await visitor.page.locator(".cryptopay-latest").count()).toBe(0)
    await visitor.takeCart(cartId)
    await visitor.page.goto(fail_url)
    await visitor.headed("You have not paid yet")

    const elsewhere = await stage().visitor()
    await elsewhere.page.goto(fail_url)
    await elsewhere.headed("You have not paid yet")
    // This one does not say how the shopper came back.
    await elsewhere.page.goto(success_url)
    await elsewhere.headed("Payment expired")
    await elsewhere.page.getByRole("link", { name: "Back to store" }).waitFor()

    await visitor.page.getByRole("button", { name: "Try again" }).dblclick()
    expect(await visitor.atGateway()).not.toBe(expired)
    expect(await stage().ledger(cartId)).toHaveLength(2)
    await visitor.payAtGateway()
    await visitor.atOrder()
    expect(await visitor.overflow()).toBe(0)
    expect(await stage().orders("second-try@demo.test")).toHaveLength(1)
  })

  it("opens one payment only: double click, back button, reload, two tabs at once", async () => {
    const cartId = await stage().cart("guide", "impatient@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId, "?flow=page")
    await page.getByRole("button", { name: "Pay with crypto" }).dblclick()
    const paymentId = await visitor.atGateway()
    await page.goBack()
    await visitor.headed("You have not paid yet")
    await page.reload()
    expect(await visitor.payOnHostedPage()).toBe(paymentId)

    const tabs = await Promise.all([
      visitor.tab("/cart?flow=page"),
      visitor.tab("/cart?flow=page"),
    ])
    await Promise.all(
      tabs.map((tab) =>
        tab.getByRole("button", { name: "Go to payment page" }).click()
      )
    )
    for (const tab of tabs) {
      await tab.waitForURL(`**/pay/${paymentId}`)
    }
    expect(await stage().ledger(cartId)).toHaveLength(1)
  })

  it.each([
    ["panel", ""],
    ["button", "?flow=page"],
  ])(
    "shows the open payment in the %s to who comes back by the browser's button",
    async (name, query) => {
      const cartId = await stage().cart("guide", `${name}-back@demo.test`)
      const visitor = await stage().visitor(PHONE)
      const { page } = visitor
      await visitor.takeCart(cartId, query)
      // The page stays as it is, as in the browser's cache; Playwright's keeps none.
      const hosted = `${stage().shop.sandbox.url}/pay/**`
      await page.route(hosted, (route) => route.fulfill({ status: 204 }))
      const left = page.waitForResponse(hosted)
      await visitor.hostedButton.click()
      await page
        .getByRole("button", { name: "Getting the payment details…" })
        .waitFor()
      await left
      await page.evaluate(
        `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`
      )
      await visitor.headed("You have not paid yet")
      await page.unroute(hosted)
      await page
        .getByRole(query ? "button" : "link", { name: "Go to payment page" })
        .click()
      await visitor.atGateway()
      expect(await stage().ledger(cartId)).toHaveLength(1)
    }
  )

  it("keeps its place: an empty cart shows the open payment, then the order, until it is dismissed", async () => {
    const cartId = await stage().cart("mug", "comes-back@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    const latest = page.locator(".cryptopay-latest")
    await visitor.takeCart(cartId)
    const paymentId = await visitor.payOnHostedPage()

    // The panel shows it already.
    await visitor.goTo("/cart")
    await visitor.headed("You have not paid yet")
    expect(await latest.isVisible()).toBe(false)

    await page.evaluate(`localStorage.removeItem("demo-cart")`)
    let reads = 0
    page.on("request", (request) => {
      if (/crypto-payments\/payses/.test(request.url())) reads++
    })
    await page.reload()
    await visitor.headed("Your cart is empty")
    await visitor.headed("You have not paid yet")
    expect(await latest.innerText()).toContain("€17.40")
    // How long the gateway's page is open is not known.
    expect(await latest.innerText()).not.toContain("Please pay by")
    expect(
      await latest
        .getByRole("link", { name: "Go to payment page" })
        .getAttribute("href")
    ).toBe(`${stage().shop.sandbox.url}/pay/${paymentId}`)
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    await page.waitForTimeout(5_000)
    expect(reads).toBeLessThan(4)

    await stage().control.pay(paymentId)
    await stage().paidOrders("comes-back@demo.test")
    await page.evaluate(`dispatchEvent(new Event("online"))`)
    await visitor.headed("Payment successful")
    await latest.getByText(/^Order #\d+$/).waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])
    await page.reload()
    await visitor.headed("Payment successful")
    await page.getByRole("button", { name: "Dismiss" }).click()
    await latest.waitFor({ state: "detached" })
    await page.reload()
    await visitor.headed("Your cart is empty")
    await page.waitForLoadState("networkidle")
    expect(await latest.count()).toBe(0)
  })
}
