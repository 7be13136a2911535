import type { BrowserContext, Page } from "playwright-core"
import { type Demo, startDemo } from "../demo/start-demo"
import { openChromium } from "../support/browser/chromium"
import { describeInBrowser } from "../support/browser/describe-in-browser"
import { logInToAdmin } from "../support/browser/log-in-to-admin"
import { pageFaults } from "../support/browser/page-faults"
import { seriousFaults } from "../support/browser/serious-faults"
import { Stage } from "./storefront/stage"
import { PHONE } from "./storefront/visitor"

jest.setTimeout(10 * 60_000)

// What `.ci/run` shows of checkout and admin; the other browser specs show the rest.
describeInBrowser("a shop and its admin", () => {
  let demo: Demo
  let stage: Stage
  let browser: BrowserContext

  beforeAll(async () => {
    demo = await startDemo({
      admin: "built",
      database: "browser-smoke",
    })
    stage = await new Stage(demo).open()
    browser = await openChromium()
    await logInToAdmin(browser, demo.url, demo.adminUser)
  })

  afterEach(() => stage?.allLeave())

  afterAll(async () => {
    await browser?.close()
    await stage?.close()
    await demo?.stop()
  })

  it("sell on the gateway's page, from the product to the order", async () => {
    const visitor = await stage.visitor()
    await visitor.goTo("/")
    await visitor.page.getByRole("button").nth(3).waitFor()
    // Before the first press has made a cart, the second looks for one.
    await visitor.page.evaluate(
      `for (const name of ["Linen shirt", "Field guide, e-book"])
        document.querySelector("[aria-label='Add " + name + " to the cart']").click()`
    )
    await visitor.page.locator("#cart-count", { hasText: "2" }).waitFor()
    await visitor.page.getByRole("link", { name: /^Cart/ }).click()
    await visitor.page.getByLabel("E-mail").fill("hosted@demo.test")
    await visitor.payOnHostedPage()
    await visitor.payAtGateway()
    await visitor.atOrder()
    expect(
      await visitor.page.evaluate("document.activeElement.textContent")
    ).toMatch(/^Order #/)
    await visitor.page.reload()
    await visitor.atOrder()
    const shown = await visitor.text()
    expect(shown).toContain("1 × Linen shirt\n€39.00")
    expect(shown).toContain("Shipping\n€4.90")
    expect(shown).toContain("Total\n€48.89")
    expect(shown).toMatch(/Paid with [\d.]+ USDT/)
    expect(await visitor.page.locator("#cart-count").innerText()).toBe("")
    expect(visitor.complaints).toEqual([])
    await visitor.goTo("/cart")
    await visitor.page.getByRole("link", { name: /^Order #/ }).click()
    await visitor.atOrder()
    await showSettled("hosted@demo.test", "€48.89")
  })

  it("sell in the checkout, on a phone", async () => {
    const cartId = await stage.cart("guide", "inline@demo.test")
    const visitor = await stage.visitor(PHONE)
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("ETH_TEST")
    await visitor.shownFacts()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(visitor.page, "main")).toEqual([])
    const [attempt] = await stage.ledger(cartId)
    await stage.control.pay(attempt.gateway_payment_id)
    await visitor.atOrder()
    expect(visitor.complaints).toEqual([])
    await showSettled("inline@demo.test", "€4.99")
  })

  it("list the payments that were settled", async () => {
    const page = await browser.newPage()
    const faults = pageFaults(page)
    await page.goto(`${demo.url}/app/crypto-payments`)
    await page.getByRole("heading", { name: "Crypto payments" }).waitFor()
    await page.getByRole("row").filter({ hasText: "Settled" }).nth(1).waitFor()
    expect(await page.getByRole("row").count()).toBe(3)
    expect(faults).toEqual([])
    await page.close()
  })

  it("leave nothing that the auditor objects to", async () => {
    const { violations, figures } = await stage.audited()
    expect(violations).toEqual([])
    expect(figures).toMatchObject({ confirmed: 2, settled: 2 })
  })

  /** The order's page in the admin has the payment, settled. */
  async function showSettled(email: string, price: string): Promise<void> {
    const [order] = await stage.paidOrders(email)
    const page: Page = await browser.newPage()
    await page.goto(`${demo.url}/app/orders/${order.id}`)
    const payment = page.getByRole("region", { name: "Crypto payment" })
    await payment.getByText("Settled").first().waitFor()
    expect(await payment.innerText()).toContain(price)
    await page.close()
  }
})
