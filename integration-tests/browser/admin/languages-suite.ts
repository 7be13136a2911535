import de from "../../../src/admin/i18n/json/de.json"
import { pageFaults } from "../../support/browser/page-faults"
import type { Visit } from "./visit"

/** The texts of a language, those of its menu among them. */
export function describeLanguages(visit: Visit): void {
  describe("the texts of another language", () => {
    let orderId: string

    beforeAll(async () => {
      ;({ orderId } = await visit.driver.sell("USDT_TRC20_TEST"))
    })

    it("are those of pages, settings and order", async () => {
      const { page } = visit
      await visit.speak("de")
      const faults = pageFaults(page)

      await visit.openList("", de.menu.payments)
      await page.getByText(de.list.subtitle).waitFor()
      await visit.goTo("/settings/crypto-payments")
      await page.getByText(de.setup.subtitle).waitFor()
      await visit.goTo(`/orders/${orderId}`)
      const order = visit.region(de.menu.payment)
      await order.getByText(de.state.settled).first().waitFor()

      expect(await page.getByText("Crypto payment").count()).toBe(0)
      expect(faults).toEqual([])
    })

    it("follow the language of the profile without a reload", async () => {
      const { page } = visit
      await visit.openList()
      await visit.goTo("/settings/profile/edit")
      await page.getByRole("combobox").click()
      await page.getByRole("option", { name: "Deutsch" }).click()
      await page.getByRole("button", { name: "Save" }).click()
      await page.evaluate("window.isSamePage = true")
      await page.getByRole("link", { name: de.menu.payments }).first().click()
      await page.getByText(de.setup.subtitle).waitFor()
      await page.getByRole("link", { name: de.setup.list }).click()
      await page.getByText(de.list.subtitle).waitFor()
      expect(await page.evaluate("window.isSamePage")).toBe(true)
    })
  })
}
