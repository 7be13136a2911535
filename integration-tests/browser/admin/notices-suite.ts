import type { Locator } from "playwright-core"
import { eventually } from "../../support/eventually"
import type { Visit } from "./visit"

const DELIVERED_WITHIN_MS = 30_000

/** Medusa's own feed, behind the bell at the top of each page. */
export function describeNotices(visit: Visit): void {
  describe("the notification feed", () => {
    let id: string

    beforeAll(async () => {
      const sale = await visit.sales.begin()
      await visit.sales.addToCart(sale)
      await visit.sales.pay(sale)
      id = (await visit.sales.untilState(sale, "attention")).id
      await untilShown(true)
    })

    it("tells of a payment that needs attention, and where its page is", async () => {
      const entry = await openFeed()
      const text = await entry.innerText()
      expect(text).toContain("Do not ship an order")
      const heading = entry.locator("..")
      await heading
        .getByText("A payment needs attention: Amount mismatch")
        .waitFor()
      const [url] = text.match(/http\S+$/) ?? []
      expect(url).toBe(`${visit.demo.url}/app/crypto-payments/${id}`)
      await visit.page.goto(String(url))
      await visit.page.getByRole("group", { name: "Needs attention" }).waitFor()
    })

    it("loses the entry once the payment is resolved", async () => {
      const { page } = visit
      await visit.openPayment(id)
      await visit.choose("Mark as resolved")
      const form = page.getByRole("dialog", { name: "Mark as resolved" })
      await form.getByLabel("Order placed manually").click()
      await form.getByLabel("Note").fill("Draft order #77.")
      await form.getByRole("button", { name: "Mark as resolved" }).click()
      await form.waitFor({ state: "detached" })
      await untilShown(false)
      const entry = await openFeed()
      await page
        .getByRole("dialog", { name: "Notifications" })
        .getByText(/A payment needs attention|No notifications/)
        .first()
        .waitFor()
      expect(await entry.count()).toBe(0)
    })

    /** @returns the text of the payment's entry. */
    async function openFeed(): Promise<Locator> {
      await visit.goTo("/orders")
      const feed = await visit.openFeed()
      return feed.getByText(`/crypto-payments/${id}`)
    }

    async function untilShown(isShown: boolean): Promise<void> {
      const count = async () => {
        const rows = await visit.sql(
          `SELECT 1 FROM notification
            WHERE channel = 'feed' AND deleted_at IS NULL
              AND data ->> 'description' LIKE $1`,
          [`%${id}`]
        )
        return rows.length
      }
      await eventually(
        async () => ((await count()) === (isShown ? 1 : 0) ? true : undefined),
        {
          limitMs: DELIVERED_WITHIN_MS,
          otherwise: "The notice was not delivered.",
        }
      )
    }
  })
}
