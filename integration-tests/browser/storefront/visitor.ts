import type { Locator, Page } from "playwright-core"
import type { Demo } from "../../demo/start-demo"

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

  constructor(
    private readonly demo: Demo,
    readonly page: Page
  ) {
    this.listen(page)
  }

  /** Another tab of the same browser. */
  async tab(path: string): Promise<Page> {
    const page = await this.page.context().newPage()
    this.listen(page)
    await page.goto(this.demo.storefrontUrl + path)
    return page
  }

  async leave(): Promise<void> {
    await this.page.context().close()
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

  /** Leads to the gateway's page: of both ways to pay, of one alone, to an open payment. */
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

  /** Takes the first coin, and sends it. */
  async payAtGateway(): Promise<void> {
    await this.page.getByRole("button", { name: "Continue" }).click()
    await this.page.getByRole("button", { name: "Send test coins" }).click()
  }

  /** Sends the coins of an inline payment, by the link of the demo, in a tab of its own. */
  async payAsBuyer(page = this.page): Promise<void> {
    const opened = page.context().waitForEvent("page")
    await page.getByRole("link", { name: "Pay as the buyer" }).click()
    const gateway = await opened
    await gateway.getByRole("button", { name: "Send test coins" }).click()
    await gateway.getByRole("status").getByText("Paid").waitFor()
    await gateway.close()
  }

  async chooseCoin(code: string): Promise<void> {
    await this.page.locator(`input[value=${code}]`).check()
    await this.page.getByRole("button", { name: "Show address" }).click()
  }

  /** What an inline payment asks for, once it is shown. */
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
    page.setDefaultTimeout(60_000)
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
