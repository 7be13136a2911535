import type { Page } from "playwright-core"
import de from "../../../src/admin/i18n/json/de.json"
import menu from "../../../src/admin/i18n/json/menu.json"
import { pageFaults } from "../../support/browser/page-faults"
import type { Visit } from "./visit"

const LANGUAGES = Object.keys(menu)

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
