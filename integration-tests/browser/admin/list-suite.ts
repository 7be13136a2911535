import { readFileSync } from "node:fs"
import type { Locator } from "playwright-core"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

const OUR_API = "**/admin/crypto-payments?*"
const PAGE_SIZE = 20
const COPIES = 30

/** Name, choice, what the address then says, what the API is to be asked. */
const FILTERS = [
  ["Needs attention", "Any reason", /attention=true/, "attention=true"],
  [
    "Needs attention",
    "Amount mismatch",
    /=amount/,
    "attention=amount_mismatch",
  ],
  ["Created", "Today", /created_from=/, `created_at[gte]=${midnight()}`],
] as const

/** The table: what it shows, and how it is narrowed, sorted and paged. */
export function describeList(visit: Visit): void {
  describe("the list of crypto payments", () => {
    it("keeps search, filters and sorting in the address, so that a reload shows the same", async () => {
      const { page } = visit
      await visit.openList()
      await page.getByRole("button", { name: "Filter" }).click()
      await page.getByRole("menuitem", { name: "State" }).click()
      await page.getByText("Resolved", { exact: true }).last().click()
      await page.waitForURL(/state=resolved/)
      await closeMenus()
      await page.getByRole("button", { name: "Sort" }).click()
      await page.getByText("Oldest first").click()
      await closeMenus()
      await page.waitForURL(/order=created_at/)
      await counted("2 payments").waitFor()
      const email = "nobody@example.test"
      await visit.search(email)
      await counted("0 payments").waitFor()
      expect(page.url()).toContain("state=resolved")

      await page.reload()
      await counted("0 payments").waitFor()
      expect(await page.getByRole("searchbox").inputValue()).toBe(email)
      await page.getByRole("button", { name: "Clear all" }).click()
      await page.waitForURL((url) => !url.search.includes("state="))
    })

    it("fits a screen of 1280 pixels with all of its columns", async () => {
      const { page } = visit
      const before = page.viewportSize()
      await page.setViewportSize({ width: 1280, height: 800 })
      await visit.openList()
      const table = page.getByRole("table")
      await table.getByRole("link").first().waitFor()
      const box = await table.boundingBox()
      if (before) await page.setViewportSize(before)
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(1280)
    })

    it("adds up what it shows, in light, dark and on a phone", async () => {
      const { page, driver } = visit
      const before = page.viewportSize()
      const { id } = await driver.sell("USDT_TRC20_TEST")
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme })
        for (const width of [1_440, 390]) {
          await page.setViewportSize({ width, height: 900 })
          await visit.openList(`?q=${id}`)
          const totals = visit.region("Totals of confirmed payments")
          const [currency, coin] = await totals.getByRole("listitem").all()
          expect(await currency.innerText()).toMatch(
            /EUR\s+TEST\s+1 payment\s+€[\d.]+ EUR/
          )
          expect(await coin.innerText()).toMatch(
            /USDT_TRC20_TEST\s+1 payment\s+€[\d.]+ EUR/
          )
          const wide = "document.documentElement.scrollWidth"
          expect(await page.evaluate(wide)).toBeLessThanOrEqual(width)
          expect(await seriousFaults(page, "main")).toEqual([])
        }
      }
      if (before) await page.setViewportSize(before)
    })

    it("is turned page by page, by the address as well", async () => {
      const { page } = visit
      const before = await visit.driver.count("")
      await copyPayment()
      const rest = before + COPIES - PAGE_SIZE
      const rows = page.getByRole("table").getByRole("link")

      await visit.openList()
      await counted(`${before + COPIES} payments`).waitFor()
      expect(await rows.count()).toBe(PAGE_SIZE)
      const first = await rows.first().getAttribute("href")
      await page.getByRole("button", { name: "Next" }).click()
      await page.waitForURL(/page=2/)
      await page.locator(`a[href="${first}"]`).waitFor({ state: "detached" })
      expect(await rows.count()).toBe(Math.min(rest, PAGE_SIZE))
      const second = await rows.first().getAttribute("href")

      await page.reload()
      await page.locator(`a[href="${second}"]`).waitFor()
      await page.getByRole("button", { name: "Prev" }).click()
      await page.waitForURL((url) => !url.search.includes("page="))
      await page.locator(`a[href="${first}"]`).waitFor()
    })

    it.each(FILTERS)(
      "is narrowed by %s: %s",
      async (filter, choice, address, query) => {
        const { page } = visit
        await visit.openList()
        await page.getByRole("button", { name: "Filter" }).click()
        await page.getByRole("menuitem", { name: filter, exact: true }).click()
        await page.getByText(choice, { exact: true }).last().click()
        await page.waitForURL(address)
        await page.keyboard.press("Escape")
        const expected = await visit.driver.count(query)
        await counted(
          expected === 1 ? "1 payment" : `${expected} payments`
        ).waitFor()
      }
    )

    it("is exported, as its search leaves it, to a file that is saved", async () => {
      const { page } = visit
      const { id } = await visit.driver.sell("USDT_TRC20_TEST")
      await visit.openList(`?q=${id}`)
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export as CSV" }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^crypto-payments-.*\.csv$/)
      const text = readFileSync(await file.path(), "utf8")
      const [header, ...rows] = text.trim().split("\r\n")
      expect(header).toMatch(/^order_number,kind,/)
      expect(rows).toEqual([expect.stringContaining(id)])
    })

    it.each([
      ["fails", { status: 500, json: { message: "The sky fell." } }],
      ["answers something else", { json: {} }],
    ])("says so when our API %s, and tries again", async (_, answer) => {
      const { page } = visit
      await page.route(OUR_API, (route) => route.fulfill(answer))
      await visit.goTo("/crypto-payments")
      const alert = page.getByRole("alert")
      await alert.getByText("could not be loaded").waitFor()
      await page.unroute(OUR_API)
      await alert.getByRole("button", { name: "Try again" }).click()
      await page.getByRole("table").waitFor()
    })

    /** A key that comes while a menu is drawn anew is lost, so it may take two. */
    async function closeMenus(): Promise<void> {
      const menus = visit.page.getByRole("menu")
      while ((await menus.count()) > 0) {
        await visit.page.keyboard.press("Escape")
        await menus
          .first()
          .waitFor({ state: "detached", timeout: 1_000 })
          .catch(() => undefined)
      }
    }

    function counted(name: string): Locator {
      return visit.page.getByRole("heading", { name, exact: true })
    }

    /** More payments than a page holds: copies of one. */
    async function copyPayment(): Promise<void> {
      await visit.driver.sql(
        `INSERT INTO crypto_payment
         SELECT copy.*
           FROM (SELECT * FROM crypto_payment LIMIT 1) AS original,
                generate_series(1, ${COPIES}) AS n,
                LATERAL jsonb_populate_record(NULL::crypto_payment,
                  to_jsonb(original) || jsonb_build_object(
                  'id', original.id || n,
                  'external_id', original.external_id || n,
                  'gateway_payment_id', NULL, 'order_id', NULL,
                  'state', 'closed', 'next_check_at', NULL,
                  'created_at', original.created_at - n * interval '1 day'
                )) AS copy`
      )
    }
  })
}

function midnight(): string {
  const moment = new Date()
  moment.setHours(0, 0, 0, 0)
  return moment.toISOString()
}
