import type { Page } from "playwright-core"
import { fetchAnswer } from "../../support/browser/fetch-answer"
import { seriousFaults } from "../../support/browser/serious-faults"
import { eventually } from "../../support/eventually"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

/** Payments on the gateway's page, and the return from it. */
export function hostedPageSuite(stage: () => Stage): void {
  /** Lets the store answer that the payment was opened so many minutes ago. */
  const makeOlder = (page: Page, minutes: number) =>
    page.route(
      `${stage().shop.url}/store/crypto-payments/pay*`,
      async (route) => {
        const response = await fetchAnswer(route)
        const { crypto_payment } = await response.json()
        const opened_at = new Date(Date.now() - minutes * 60_000).toISOString()
        const json = { crypto_payment: { ...crypto_payment, opened_at } }
        await route.fulfill({ response, json })
      }
    )

  it("makes the order when the browser is closed, and shows it in another one", async () => {
    const cartId = await stage().cart("mug", "gone@demo.test")
    const first = await stage().visitor()
    await first.takeCart(cartId, "?flow=page")
    const paymentId = await first.payOnHostedPage()
    await first.pickCoinAtGateway()
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

    // Before the webhook: the page's own question finds the money.
    await stage().gateway.addFaults({ webhooks: [{ kind: "drop", count: 9 }] })
    await stage().gateway.pay(paymentId)
    await second.headed("Payment successful")
    expect(await stage().paidOrders("gone@demo.test")).toEqual([
      expect.objectContaining({ total: 17.4 }),
    ])

    // After it all, once more from the start.
    await second.page.goto(success_url)
    await second.headed("Payment successful")
    // Without the cart there is no way from the page to the order and its customer.
    await second.page.getByRole("link", { name: "Back to store" }).waitFor()
    expect(second.complaints).toEqual([])
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
    await visitor.headed("You left the payment page")
    // A tab that is opened again later.
    await makeOlder(visitor.page, 15)
    await visitor.page.reload()
    await visitor.headed("You left the payment page")
    await visitor.page.unrouteAll({ behavior: "ignoreErrors" })
    expect(await visitor.text()).toContain("No payment was received.")
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(visitor.page, "main")).toEqual([])
    expect(await stage().orders("second-try@demo.test")).toEqual([])

    const elsewhere = await stage().visitor()
    await elsewhere.page.goto(fail_url)
    await elsewhere.headed("You left the payment page")
    // This one does not say how the shopper came back.
    await elsewhere.page.goto(success_url)
    await elsewhere.headed("Payment expired")
    await elsewhere.page.getByRole("link", { name: "Back to store" }).waitFor()

    await visitor.page.getByRole("button", { name: "Try again" }).dblclick()
    expect(await visitor.atGateway()).not.toBe(expired)
    expect(await stage().ledger(cartId)).toHaveLength(2)
    await visitor.pickCoinAtGateway()
    await visitor.sendAtGateway()
    await visitor.atOrder()
    expect(await visitor.overflow()).toBe(0)
    expect(await stage().orders("second-try@demo.test")).toHaveLength(1)
    expect(visitor.complaints).toEqual([])
  })

  it("says so when the payment failed, or is not known at all", async () => {
    const cartId = await stage().cart("guide", "failed@demo.test")
    const visitor = await stage().visitor()
    await visitor.takeCart(cartId, "?flow=page")
    await stage().gateway.fail(await visitor.payOnHostedPage())
    await visitor.headed("Payment failed")
    await visitor.goTo("/return?payment_session_id=payses_unheard_of")
    await visitor.headed("Payment not found")
    await visitor.goTo("/return")
    await visitor.headed("Payment not found")
    expect(visitor.complaints).toEqual([])
  })

  it("says that the shop has the money when it fits no order any more", async () => {
    const cartId = await stage().cart("mug", "changed-mind@demo.test")
    const visitor = await stage().visitor()
    await visitor.takeCart(cartId, "?flow=page")
    const paymentId = await visitor.payOnHostedPage()
    await visitor.pickCoinAtGateway()
    const { success_url } = await stage().returnUrls(paymentId)

    const otherTab = await visitor.tab("/cart?flow=page")
    await otherTab
      .getByRole("button", { name: "One more of Enamel mug" })
      .click()
    await otherTab.getByText("€29.90").waitFor()
    await otherTab.goto(success_url)
    await otherTab
      .getByRole("heading", { name: "The price has changed" })
      .waitFor()
    await visitor.sendAtGateway()

    const kept = "We have your payment of €17.40"
    await visitor.headed(kept)
    await visitor.page.reload()
    await visitor.headed(kept)
    expect(await visitor.text()).toContain("Please do not pay again")
    await otherTab.getByRole("heading", { name: kept }).waitFor()
    expect(await stage().orders("changed-mind@demo.test")).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  it("opens one payment only: double click, back button, reload, two tabs at once", async () => {
    const cartId = await stage().cart("guide", "impatient@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId, "?flow=page")
    await page.getByRole("button", { name: "Pay with crypto" }).dblclick()
    const paymentId = await visitor.atGateway()
    await page.goBack()
    await visitor.headed("Waiting for your payment")
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
    expect(visitor.complaints).toEqual([])
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
      // The page stays as it is, as in the browser's cache.
      const hosted = `${stage().shop.sandbox.url}/pay/**`
      await page.route(hosted, (route) => route.fulfill({ status: 204 }))
      const left = page.waitForResponse(hosted)
      await visitor.hostedButton.click()
      await page.getByRole("button", { name: "Starting payment…" }).waitFor()
      await left
      await visitor.comeBack()
      await visitor.headed("Waiting for your payment")
      await page.unroute(hosted)
      await page
        .getByRole(query ? "button" : "link", { name: "Go to payment page" })
        .click()
      await visitor.atGateway()
      expect(await stage().ledger(cartId)).toHaveLength(1)
      expect(visitor.complaints).toEqual([])
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
    await visitor.headed("Waiting for your payment")
    expect(await latest.isVisible()).toBe(false)

    await page.evaluate(`localStorage.removeItem("demo-cart")`)
    let reads = 0
    page.on("request", (request) => {
      if (/crypto-payments\/payses/.test(request.url())) reads++
    })
    await page.reload()
    await visitor.headed("Your cart is empty")
    await visitor.headed("Waiting for your payment")
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

    await stage().gateway.pay(paymentId)
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
    expect(visitor.complaints).toEqual([])
  })

  it("says on the cart page nothing of a payment that nothing came of", async () => {
    const cartId = await stage().cart("guide", "came-to-nothing@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    const paymentId = await visitor.payOnHostedPage()
    await visitor.goTo("/settings.json")
    await stage().gateway.expire(paymentId)
    await page.evaluate(`localStorage.removeItem("demo-cart")`)
    // Medusa reads the gateway again ten seconds after the last time.
    await eventually(
      async () => {
        const answered = page.waitForResponse(/crypto-payments\/payses/)
        await visitor.goTo("/cart")
        await answered
        await page.waitForLoadState("networkidle")
        return (await page.locator(".cryptopay-latest").count()) === 0
          ? true
          : undefined
      },
      { limitMs: 30_000, otherwise: "The expired payment is still shown." }
    )
    expect(visitor.complaints).toEqual([])
  })
}
