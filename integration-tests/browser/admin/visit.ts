import type { BrowserContext, Locator, Page } from "playwright-core"
import { type Demo, startDemo } from "../../demo/start-demo"
import { openChromium } from "../../support/browser/chromium"
import { StoreDriver } from "../../support/store-driver"
import { logInToAdmin } from "../../support/browser/log-in-to-admin"
import { farFromNow } from "../../support/store/far-from-now"

const PATIENCE_MS = 60_000

/** One shop, one browser logged in to its admin, and the page that is open. */
export class Visit {
  demo!: Demo
  driver!: StoreDriver<Demo>
  browser!: BrowserContext
  page!: Page

  async begin(): Promise<void> {
    // What the job would settle by itself is left for the person.
    this.demo = await startDemo({
      admin: "built",
      reconcileSchedule: farFromNow(),
      database: "admin-visit",
    })
    this.driver = await new StoreDriver(this.demo).open()
    this.browser = await openChromium()
    await this.logIn()
  }

  async end(): Promise<void> {
    await this.browser?.close()
    await this.driver?.close()
    await this.demo?.stop()
  }

  logIn(): Promise<void> {
    const { browser, demo } = this
    return logInToAdmin(browser, demo.url, demo.adminUser)
  }

  /** Medusa with some variables changed, and the browser logged in to it. */
  async restartMedusa(changes: NodeJS.ProcessEnv): Promise<void> {
    await this.demo.restart(changes)
    await this.logIn()
  }

  async openPage(): Promise<void> {
    this.page = await this.browser.newPage()
    this.page.setDefaultTimeout(PATIENCE_MS)
  }

  /** Leaves the admin in English: it remembers its language in two places. */
  async closePage(): Promise<void> {
    await this.browser.clearCookies({ name: "lng" })
    await this.page.evaluate("localStorage.removeItem('lng')")
    await this.page.close()
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.demo.url}/app${path}`)
  }

  /** Opens the notices in Medusa's top bar. */
  async openFeed(): Promise<Locator> {
    await this.page.locator("button[aria-haspopup=dialog]").first().click()
    const feed = this.page.getByRole("dialog", { name: "Notifications" })
    await feed.waitFor()
    return feed
  }

  /** Opens the page of a payment. */
  async openPayment(id: string): Promise<void> {
    await this.goTo(`/crypto-payments/${id}`)
    await this.region("Timeline").waitFor()
  }

  /** What the timeline says, the latest entry first. */
  sentences(): Promise<string[]> {
    const entries = this.region("Timeline").getByRole("listitem")
    return entries.locator("p:first-child").allInnerTexts()
  }

  /** Opens the list of payments; `query` is the address's, with its "?". */
  async openList(query = "", title = "Crypto payments"): Promise<void> {
    await this.goTo(`/crypto-payments${query}`)
    await this.page.getByRole("heading", { name: title }).first().waitFor()
    await this.page.getByRole("searchbox").waitFor()
  }

  /** Types into the list's search field. */
  async search(text: string): Promise<void> {
    await this.page.getByRole("searchbox").fill(text)
  }

  /** From the next page on. */
  async speak(language: string): Promise<void> {
    const url = this.demo.url
    await this.browser.addCookies([{ name: "lng", value: language, url }])
  }

  /** Chooses from the menu of what is not done often. */
  async choose(action: string): Promise<void> {
    const menu = { name: "More actions", exact: true }
    await this.page.getByRole("button", menu).click()
    await this.page.getByRole("menuitem", { name: action, exact: true }).click()
  }

  /** A payment in the list. */
  rowOf(id: string): Locator {
    const link = this.page.locator(`a[href$="${id}"]`)
    return this.page.getByRole("row").filter({ has: link })
  }

  region(name: string | RegExp): Locator {
    return this.page.getByRole("region", { name, exact: true })
  }
}
