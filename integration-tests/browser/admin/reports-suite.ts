import { readFileSync } from "node:fs"
import type { Locator } from "playwright-core"
import { eventually } from "../../support/eventually"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

/** The page of reports, and the export of what it shows. */
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

    it("are exported to a file that can be downloaded", async () => {
      const { orderId } = await visit.sales.inCrypto("USDT_TRC20_TEST", "pay")
      await openReports()
      await startExport(await openExport())
      const text = await download()
      expect(text.split("\r\n")[0]).toMatch(/^crypto_payment_id,external_id,/)
      expect(text).toContain(orderId)
      expect(text.split("\r\n")[0]).not.toContain("customer_email")
    })

    it("are not needed to export the list, with its filters or without one", async () => {
      const { orderId } = await visit.sales.inCrypto("USDT_TRC20_TEST", "pay")
      await visit.sales.inCrypto("USDT_TRC20_TEST", "pay")
      const [{ id }] = await visit.sales.paymentsOf(orderId)
      await visit.openList(`?q=${id}`)
      const form = await openExport()
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      const filter = form.getByLabel(`Search: ${id}`)
      expect(await filter.isChecked()).toBe(true)
      await startExport(form)
      const [, ...found] = (await download()).trim().split("\r\n")
      expect(found).toHaveLength(1)
      expect(found[0]).toContain(orderId)

      await visit.openList(`?q=${id}`)
      const again = await openExport()
      await again.getByLabel(`Search: ${id}`).click()
      await startExport(again)
      const [, ...all] = (await download()).trim().split("\r\n")
      expect(all.length).toBeGreaterThan(1)
    })

    async function openExport(): Promise<Locator> {
      await visit.page.getByRole("button", { name: "Export as CSV" }).click()
      return visit.page.getByRole("dialog", { name: "Export as CSV" })
    }

    /** As the form is; its former files are gone from the notifications. */
    async function startExport(form: Locator): Promise<void> {
      await visit.sql("DELETE FROM notification WHERE channel = 'feed'")
      await form.getByRole("button", { name: "Export as CSV" }).click()
      await visit.page.getByText("The export has started.").waitFor()
      await form.waitFor({ state: "detached" })
    }

    /** The file that the newest notification has. */
    async function download(): Promise<string> {
      const feed = await visit.openFeed()
      const link = feed.locator("a[download^=crypto-payments-]").first()
      await link.waitFor()
      // Medusa's feed is read anew all the time, and may lose a click.
      const file = await eventually(
        async () => {
          const [started] = await Promise.all([
            visit.page.waitForEvent("download", { timeout: 10_000 }),
            link.click({ timeout: 10_000 }),
          ]).catch(() => [])
          return started
        },
        { otherwise: "No download begins" }
      )
      return readFileSync(await file.path(), "utf8")
    }

    async function openReports(): Promise<void> {
      await visit.goTo("/crypto-payments/reports?is_test=true")
      await visit.page.getByRole("heading", { name: "Reports" }).waitFor()
      await visit.region(/^EUR/).waitFor()
    }
  })
}
