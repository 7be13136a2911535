import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import type { Demo } from "../../demo/start-demo"
import type { ChromiumOptions } from "../../support/browser/chromium"

const STEP_LIMIT_MS = 60_000

/** The smallest phone that the shop is made for. */
export const PHONE = { viewport: { width: 320, height: 640 } }

/** Amount and address of an inline payment; those of one that is being started are blank. */
export function shownValues(page: Page): Locator {
  return page.locator(".cryptopay-value:not(.cryptopay-blank)")
}

/** A shopper at the demo's storefront, with a browser's memory of their own. */
export class Visitor {
  /** What the browser complained of: script errors and what the page's policy forbids. */
  readonly complaints: string[] = []

  private constructor(
    private readonly demo: Demo,
    private readonly browser: BrowserContext,
    readonly page: Page
  ) {}

  static async arrive(
    demo: Demo,
    chromium: Browser,
    {
      viewport = { width: 1440, height: 1000 },
      colorScheme = "light",
    }: ChromiumOptions = {}
  ): Promise<Visitor> {
    const browser = await chromium.newContext({
      viewport,
      colorScheme,
      locale: "en-US",
      timezoneId: "UTC",
    })
    const visitor = new Visitor(demo, browser, await browser.newPage())
    visitor.listen(visitor.page)
    return visitor
  }

  /** Another tab of the same browser. */
  async tab(path: string): Promise<Page> {
    const page = await this.browser.newPage()
    this.listen(page)
    await page.goto(this.demo.storefrontUrl + path)
    return page
  }

  async leave(): Promise<void> {
    await this.browser.close()
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.demo.storefrontUrl + path)
  }

  /** Comes to the cart page with a cart that was filled before. */
  async takeCart(cartId: string, query = ""): Promise<void> {
    await this.goTo("/settings.json")
    await this.page.evaluate(
      `localStorage.setItem("demo-cart", ${JSON.stringify(cartId)})`
    )
    await this.goTo(`/cart${query}`)
    await this.page.getByText("Total", { exact: true }).waitFor()
  }

  async addToCart(title: string): Promise<void> {
    const { page } = this
    const before = Number(await page.locator("#cart-count").innerText())
    await page.getByRole("button", { name: `Add ${title} to the cart` }).click()
    await page
      .locator("#cart-count", { hasText: new RegExp(`^${before + 1}$`) })
      .waitFor()
  }

  async goToCart(): Promise<void> {
    await this.page.getByRole("link", { name: /^Cart/ }).click()
    await this.hostedButton.waitFor()
  }

  /**
   * Leads to the gateway's page, where the shop has both ways to pay, where it has that one, and
   * where a payment of the cart is open there.
   */
  get hostedButton(): Locator {
    return this.page.getByRole("button", {
      name: /^(Pay on the payment page|Pay with crypto|Go to payment page)$/,
    })
  }

  /** To the gateway's page; the id of the payment there. */
  async payOnHostedPage(): Promise<string> {
    await this.hostedButton.click()
    return await this.atGateway()
  }

  /** Waits for the gateway's page; the id of the payment there. */
  async atGateway(): Promise<string> {
    await this.page.waitForURL(`${this.demo.sandbox.url}/pay/**`)
    return new URL(this.page.url()).pathname.replace("/pay/", "")
  }

  async pickCoinAtGateway(): Promise<void> {
    await this.page.getByRole("button", { name: "Continue" }).click()
    await this.page.getByRole("button", { name: "Send test coins" }).waitFor()
  }

  async sendAtGateway(): Promise<void> {
    await this.page.getByRole("button", { name: "Send test coins" }).click()
  }

  async chooseCoin(code: string): Promise<void> {
    await this.page.locator(`input[value=${code}]`).check()
    await this.page.getByRole("button", { name: "Show address" }).click()
  }

  /** The address that an inline payment is to be sent to, once it is shown. */
  async shownAddress(): Promise<string> {
    return (await this.shownFacts()).address
  }

  async shownFacts(): Promise<{ amount: string; address: string }> {
    await this.headed("Waiting for your payment")
    const values = shownValues(this.page)
    return {
      amount: await values.nth(0).innerText(),
      address: await values.nth(1).innerText(),
    }
  }

  async headed(name: string | RegExp): Promise<void> {
    await this.page.getByRole("heading", { name }).waitFor()
  }

  async atOrder(): Promise<void> {
    await this.headed(/^Order #\d+$/)
  }

  /** The browser's back button, where it kept the page as it was: Playwright's keeps none. */
  async comeBack(): Promise<void> {
    await this.page.evaluate(
      `dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`
    )
  }

  /** The text of the page. */
  text(): Promise<string> {
    return this.page.getByRole("main").innerText()
  }

  /** CSS pixels that the page is wider than its window. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>(
      "document.documentElement.scrollWidth - window.innerWidth"
    )
  }

  private listen(page: Page): void {
    page.setDefaultTimeout(STEP_LIMIT_MS)
    page.on("pageerror", (error) => this.complaints.push(error.message))
    page.on("console", (message) => {
      const text = message.text()
      // A lost connection is no fault of the page.
      if (message.type() === "error" && !/Failed to load|CORS/.test(text)) {
        this.complaints.push(text)
      }
    })
  }
}
