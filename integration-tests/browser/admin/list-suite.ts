import { readFileSync } from "node:fs"
import type { Locator } from "playwright-core"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

const PAGE_SIZE = 20
const COPIES = 30

/** Path, API, its answer, what is shown once it answers well. */
const FAILURES = [
  ["/crypto-payments", "crypto-payments?*", { status: 500 }, "table"],
  ["/crypto-payments", "crypto-payments?*", { json: {} }, "table"],
  [
    "/settings/crypto-payments",
    "crypto-payments/gateway",
    { status: 500 },
    "text=Send test webhook",
  ],
] as const

/** The table: what it shows, and how it is narrowed, sorted and paged. */
export function describeList(visit: Visit): void {
  describe("the list of crypto payments", () => {
    it("is searched, narrowed and sorted, which its address keeps for a reload", async () => {
      const { page } = visit
      await visit.openList()
      const tab = (name: string) =>
        page
          .getByRole("navigation", { name: "Crypto payments" })
          .getByRole("link", { name })
      const has = async (query: string) => {
        const count = await visit.driver.count(query)
        await counted(count === 1 ? "1 payment" : `${count} payments`).waitFor()
        return count
      }
      await tab("Needs attention").click()
      await page.waitForURL(/tab=attention/)
      const count = await has("attention=true")
      expect(await tab("Needs attention").innerText()).toBe(
        `Needs attention ${count}`
      )
      await tab("Closed").click()
      await page.waitForURL(/tab=closed/)
      await page.getByRole("button", { name: "Sort" }).click()
      await page.getByText("Oldest first").click()
      await closeMenus()
      await page.waitForURL(/order=created_at/)
      await has("state[]=closed&state[]=resolved")
      const email = "nobody@example.test"
      await page.getByRole("searchbox").fill(email)
      await page.waitForURL(/q=nobody/)
      await counted("0 payments").waitFor()
      await page.reload()
      await counted("0 payments").waitFor()
      await page.getByText("Searched: names, email addresses").waitFor()
      expect(await page.getByRole("searchbox").inputValue()).toBe(email)
      expect(page.url()).toMatch(/tab=closed/)
      // Its own answer alone is shown.
      expect(await page.getByText("need your attention").count()).toBe(0)

      await visit.openList()
      await page.getByRole("button", { name: "Filter" }).click()
      await page.getByRole("menuitem", { name: "Created", exact: true }).click()
      await page.getByText("Today", { exact: true }).last().click()
      await page.waitForURL(/created_from=/)
      await closeMenus()
      await has(`created_at[gte]=${midnight()}`)
      await page.getByRole("button", { name: "Clear all" }).click()
      await page.waitForURL((url) => !url.search.includes("created_from="))
    })

    it("adds up what it shows, in light, dark and on a phone", async () => {
      const { page, driver } = visit
      const { id } = await driver.sell("USDT_TRC20_TEST")
      await visit.openList(`?q=${id}`)
      const totals = visit.region("Received and sent back")
      await totals.waitFor()
      const [currency, coin] = await totals.getByRole("listitem").all()
      expect(await currency.innerText()).toMatch(
        /EUR\s+TEST\s+1 payment\s+On orders\s+€[\d.]+\s+On no order\s+€0.00\s+Sent back\s+€0.00/
      )
      const sums =
        /USDT, Tron Nile\s+1 payment\s+[\d.]+ USDT\s+On orders\s+€[\d.]+/
      expect(await coin.innerText()).toMatch(sums)
      for (const width of [1_440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        expect(await visit.width()).toBeLessThanOrEqual(width)
        expect(await seriousFaults(page, "main")).toEqual([])
      }
    })

    it("is turned page by page, by the address as well, and fits 1280 pixels with all of its columns", async () => {
      const { page } = visit
      const before = await visit.driver.count("")
      await copyPayment()
      const rest = before + COPIES - PAGE_SIZE
      const table = page.getByRole("table")
      const rows = table.getByRole("link")

      await page.setViewportSize({ width: 1280, height: 800 })
      await visit.openList()
      await counted(`${before + COPIES} payments`).waitFor()
      expect(await rows.count()).toBe(PAGE_SIZE)
      const box = await table.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(1280)
      const first = await rows.first().getAttribute("href")
      await page.getByRole("button", { name: "Next" }).click()
      await page.waitForURL(/page=2/)
      await table.locator(`a[href="${first}"]`).waitFor({ state: "detached" })
      expect(await rows.count()).toBe(Math.min(rest, PAGE_SIZE))
      const second = await rows.first().getAttribute("href")

      await page.reload()
      await table.locator(`a[href="${second}"]`).waitFor()
      await page.getByRole("button", { name: "Prev" }).click()
      await page.waitForURL((url) => !url.search.includes("page="))
      await table.locator(`a[href="${first}"]`).waitFor()
    })

    it("is exported, a month of what is searched, in two clicks to a file that is saved", async () => {
      const { page } = visit
      const { id } = await visit.driver.sell("USDT_TRC20_TEST")
      await visit.openList(`?q=${id}`)
      visit.clicks = 0
      await page.getByRole("link", { name: "This month" }).click()
      await page.waitForURL(/moved_from=.*moved_to=/)
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export as CSV" }).click(),
      ])
      expect(visit.clicks).toBe(2)
      expect(file.suggestedFilename()).toMatch(/^crypto-payments-.*\.csv$/)
      const text = readFileSync(await file.path(), "utf8")
      const [header, ...rows] = text.trim().split("\r\n")
      expect(header).toMatch(/^order_number,kind,/)
      expect(rows).toEqual([expect.stringContaining(id)])
    })

    it.each(FAILURES)(
      "says at %s so when %s answers %j, and tries again",
      async (path, api, answer, shown) => {
        const { page } = visit
        const url = `**/admin/${api}`
        await page.route(url, (route) => route.fulfill({ json: {}, ...answer }))
        await visit.goTo(path)
        const alert = page.getByRole("alert")
        await alert.getByText("could not be loaded").waitFor()
        await page.unroute(url)
        await alert.getByRole("button", { name: "Try again" }).click()
        await page.locator(shown).first().waitFor()
      }
    )

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
                  'authorized_session_id', NULL, 'payment_id', NULL,
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
