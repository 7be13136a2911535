import type { Page, Route } from "playwright-core"
import de from "../../../src/admin/i18n/json/de.json"
import en from "../../../src/admin/i18n/json/en.json"
import menu from "../../../src/admin/i18n/json/menu.json"
import { pageFaults } from "../../support/browser/page-faults"
import type { Visit } from "./visit"

const LANGUAGES = Object.keys(menu)
const GERMAN = /\/assets\/de-[\w-]+\.js$/

/** The texts of a language, which a browser loads when its reader needs them. */
export function describeLanguages(visit: Visit): void {
  describe("the texts of another language", () => {
    let orderId: string

    beforeAll(async () => {
      ;({ orderId } = await visit.sales.inCrypto("USDT_TRC20_TEST", "pay"))
    })

    it("are loaded alone, and are those of pages, settings and order", async () => {
      const { page } = visit
      await clearCache(page)
      await visit.speak("de")
      const loaded = languagesLoadedBy(page)
      const faults = pageFaults(page)

      await visit.openList("", menu.de.payments)
      await page.getByText(de.list.subtitle).waitFor()
      await visit.goTo("/settings/crypto-payments")
      await page.getByText(de.setup.subtitle).waitFor()
      await visit.goTo(`/orders/${orderId}`)
      const order = visit.region(de.order.title_one)
      await order.getByText(de.state.settled).first().waitFor()

      expect(new Set(loaded)).toEqual(new Set(["de"]))
      expect(await page.getByText("Crypto payment").count()).toBe(0)
      expect(faults).toEqual([])
    })

    it("are not loaded in English", async () => {
      const loaded = languagesLoadedBy(visit.page)
      await visit.openList()
      expect(loaded).toEqual([])
    })

    it("are not shown in English before they arrive, while the menu is there", async () => {
      const { page } = visit
      await visit.speak("de")
      const release = await holdGerman(page)
      await visit.goTo("/crypto-payments")
      const sidebar = page.getByRole("navigation").getByText(menu.de.payments)
      await sidebar.first().waitFor()
      expect(await page.title()).toContain(menu.de.payments)
      expect(await page.locator("main").getByRole("heading").count()).toBe(0)
      expect(await page.getByText(en.list.subtitle).count()).toBe(0)
      await release()
      await page.getByText(de.list.subtitle).waitFor()
    })

    it("are English when they cannot be loaded", async () => {
      const { page } = visit
      await visit.speak("de")
      await page.route(GERMAN, (route) => route.abort())
      await visit.openList("", menu.de.payments)
      await page.getByText(en.list.subtitle).waitFor()
      await visit.goTo(`/orders/${orderId}`)
      await visit
        .region(en.order.title_one)
        .getByText(en.state.settled)
        .first()
        .waitFor()
    })

    it("are English when they take too long, until they arrive", async () => {
      const { page } = visit
      await visit.speak("de")
      const release = await holdGerman(page)
      await visit.goTo("/crypto-payments")
      await page.getByText(en.list.subtitle).waitFor()
      await release()
      await page.getByText(de.list.subtitle).waitFor()
      expect(await page.getByText(en.list.search).count()).toBe(0)
    })

    it("follow the language of the profile without a reload", async () => {
      const { page } = visit
      await visit.openList()
      const loaded = languagesLoadedBy(page)
      await visit.goTo("/settings/profile/edit")
      await page.getByRole("combobox").click()
      await page.getByRole("option", { name: "Deutsch" }).click()
      await page.getByRole("button", { name: "Save" }).click()
      await page.evaluate("window.isSamePage = true")
      await page.getByRole("link", { name: menu.de.setup }).first().click()
      await page.getByText(de.setup.subtitle).waitFor()
      await page.getByRole("link", { name: de.setup.list }).click()
      await page.getByText(de.list.subtitle).waitFor()
      expect(await page.evaluate("window.isSamePage")).toBe(true)
      expect(loaded).toEqual(["de"])
    })
  })
}

async function clearCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send("Network.clearBrowserCache")
  await session.detach()
}

/** The languages whose texts a page asks for from now on, in a list that grows with them. */
function languagesLoadedBy(page: Page): string[] {
  const loaded: string[] = []
  page.on("request", (request) => {
    const [, name = ""] =
      /\/assets\/(\w+)-[\w-]+\.js$/.exec(request.url()) ?? []
    if (LANGUAGES.includes(name)) loaded.push(name)
  })
  return loaded
}

/** Holds the German texts back until the function that is returned is called. */
async function holdGerman(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  await page.route(GERMAN, (route) => void held.push(route))
  return async () => {
    expect(held.length).toBeGreaterThan(0)
    await Promise.all(held.map((route) => route.continue()))
  }
}
