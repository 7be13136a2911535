import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

/** The page of reports. */
export function describeReports(visit: Visit): void {
  describe("the reports", () => {
    it("show what was paid, with one chart and its table, in light, dark and on a phone", async () => {
      await visit.sales.inCrypto("USDT_TRC20_TEST", "pay")
      for (const scheme of ["light", "dark"] as const) {
        await visit.page.emulateMedia({ colorScheme: scheme })
        for (const width of [1_440, 390]) {
          await visit.page.setViewportSize({ width, height: 900 })
          await openReports()
          await visit.page.getByRole("img", { name: /^Over time/ }).waitFor()
          const table = visit.region("By coin and network")
          const row = table.getByRole("row", { name: /USDT_TRC20_TEST/ })
          expect(await row.innerText()).toMatch(/€[\d.,]+ EUR/)
          const charts = visit.page.locator("[role=img] canvas")
          await charts.first().waitFor()
          expect(await charts.count()).toBe(1)
          const wide = "document.documentElement.scrollWidth"
          expect(await visit.page.evaluate(wide)).toBeLessThanOrEqual(width)
          expect(await seriousFaults(visit.page, "main")).toEqual([])
        }
      }
    })

    async function openReports(): Promise<void> {
      await visit.goTo("/crypto-payments/reports?is_test=true")
      await visit.page.getByRole("heading", { name: "Reports" }).waitFor()
      await visit.region(/^EUR/).waitFor()
    }
  })
}
