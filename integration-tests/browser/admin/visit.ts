import type { BrowserContext, Locator, Page } from "playwright-core"
import { type Demo, startDemo } from "../../demo/start-demo"
import { openChromium } from "../../support/browser/chromium"
import { StoreDriver } from "../../support/store-driver"
import { logInToAdmin } from "../../support/browser/log-in-to-admin"
import { farFromNow } from "../../support/store/far-from-now"

/** One shop, one browser logged in to its admin, and the page that is open. */
export class Visit {
  demo!: Demo
  driver!: StoreDriver<Demo>
  browser!: BrowserContext
  page!: Page
  /** Of a mouse, since the page was opened or this was set to zero. */
  clicks = 0

  async begin(): Promise<void> {
    // What the job would settle by itself is left for the person.
    this.demo = await startDemo({
      admin: "built",
      reconcileSchedule: farFromNow(),
      database: "admin-visit",
    })
    this.driver = await new StoreDriver(this.demo).open()
    this.browser = await openChromium()
    this.browser.setDefaultTimeout(60_000)
    await logInToAdmin(this.browser, this.demo.url, this.demo.adminUser)
  }

  async end(): Promise<void> {
    await this.browser?.close()
    await this.driver?.close()
    await this.demo?.stop()
  }

  /** A browser of another admin, with a page, whom the first one invited. */
  async openAsColleague(): Promise<BrowserContext> {
    const { url } = this.demo
    const email = `colleague-${Date.now()}@demo.test`
    const password = "another-secret-word"
    const { invite } = await this.driver.admin.post<{
      invite: { token: string }
    }>("/admin/invites", { email })
    const post = async (
      path: string,
      body: object,
      token?: string
    ): Promise<{ token?: string }> => {
      const headers = {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const request = { method: "POST", headers, body: JSON.stringify(body) }
      const response = await fetch(`${url}${path}`, request)
      return JSON.parse(await response.text())
    }
    const register = "/auth/user/emailpass/register"
    const { token } = await post(register, { email, password })
    const accept = `/admin/invites/accept?token=${invite.token}`
    await post(accept, { email }, token)
    const browser = await openChromium()
    browser.setDefaultTimeout(60_000)
    await logInToAdmin(browser, url, { email, password })
    return browser
  }

  /** Medusa with some variables changed, and the browser logged in to it. */
  async restartMedusa(changes: NodeJS.ProcessEnv): Promise<void> {
    await this.demo.restart(changes)
    await logInToAdmin(this.browser, this.demo.url, this.demo.adminUser)
  }

  async openPage(): Promise<void> {
    this.page = await this.browser.newPage()
    this.clicks = 0
    await this.page.exposeFunction("clicked", () => void this.clicks++)
    await this.page.addInitScript(
      "addEventListener('pointerdown', () => clicked(), true)"
    )
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
  async openList(query = ""): Promise<void> {
    await this.goTo(`/crypto-payments${query}`)
    await this.page.getByRole("searchbox").waitFor()
  }

  /** A payment in the list. */
  rowOf(id: string): Locator {
    const link = this.page.locator(`a[href$="${id}"]`)
    return this.page.getByRole("row").filter({ has: link })
  }

  /** A payment among those that need attention. */
  attention(id: string): Locator {
    const link = this.page.locator(`a[href$="${id}"]`)
    const payments = this.region(/needs? your attention/)
    return payments.getByRole("listitem").filter({ has: link })
  }

  /** CSS pixels that the page takes. */
  width(): Promise<number> {
    return this.page.evaluate("document.documentElement.scrollWidth")
  }

  region(name: string | RegExp): Locator {
    return this.page.getByRole("region", { name, exact: true })
  }
}
