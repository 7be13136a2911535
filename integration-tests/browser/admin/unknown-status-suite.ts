import type { Locator } from "playwright-core"
import { adviceFor } from "../../../src/modules/crypto-payment/internal"
import { eventually } from "../../support/eventually"
import type { OpenSale } from "../crypto-sales"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { StatusProxy } from "../status-proxy"
import type { Visit } from "./visit"

const JOB_LIMIT_MS = 60_000
const SHOWN = "underpaid (unknown)"
const REASON = "Unknown status"

export function describeUnknownStatus(
  visit: Visit,
  gateway: () => StatusProxy
): void {
  describe("a payment in an unknown status", () => {
    let sale: OpenSale
    let id: string

    beforeAll(async () => {
      sale = await visit.sales.begin()
      await visit.sales.chooseCoin(sale)
      gateway().report(sale.gatewayPaymentId, "underpaid")
      id = (await visit.sales.untilState(sale, "open")).id
    })

    it("is shown with the gateway's status while it is checked", async () => {
      await visit.openPayment(id)
      await visit.page.getByRole("button", { name: "Check now" }).click()
      await visit.page
        .getByText("Payment checked. State: Awaiting payment.")
        .waitFor()
      const details = visit.region("Payment details")
      await details.getByText(SHOWN).waitFor()
      expect(await visit.sentences()).toContainEqual(
        expect.stringMatching(/^Gateway status: underpaid \(unknown\)/)
      )
      expect(await visit.page.getByText("What to do").count()).toBe(0)
    })

    it("needs attention after its last check: in the list, by the filter, and with its advice", async () => {
      await letWatchEnd()
      const { page } = visit
      await visit.openList()
      const advice = adviceFor("unknown_status")
      const item = visit
        .region(/needs? your attention/)
        .getByRole("listitem")
        .filter({ has: page.locator(`a[href$="${id}"]`) })
      await item.getByText(advice.what_happened).waitFor()
      expect(await item.getByRole("button").allInnerTexts()).toEqual([
        "Check now",
      ])
      // Before filtering: the chips of an active filter are Medusa UI's own.
      expect(await seriousFaults(page, "main")).toEqual([])
      await page.getByRole("button", { name: "Filter" }).click()
      await page.getByRole("menuitem", { name: "Needs attention" }).click()
      await page.getByText(REASON, { exact: true }).last().click()
      await page.waitForURL(/attention=unknown_status/)
      await page.keyboard.press("Escape")
      await page
        .getByRole("heading", { name: "1 payment", exact: true })
        .waitFor()
      const row = page.getByRole("row").nth(1)
      expect(await row.innerText()).toMatch(
        /Awaiting payment\s+Needs attention/
      )

      await visit.openPayment(id)
      const shown = page.getByRole("group", { name: "Needs attention" })
      for (const part of Object.values(advice)) {
        await shown.getByText(part).waitFor()
      }
      expect((await visit.sentences())[0]).toBe(
        "Needs attention: Unknown status."
      )
      expect(await seriousFaults(page, "main")).toEqual([])
    })

    it.each([
      ["de", "Verlauf", "Erfordert Aufmerksamkeit: Unbekannter Status."],
      ["es", "Cronología", "Requiere atención: Estado desconocido."],
      ["fr", "Chronologie", "Attention requise : Statut inconnu."],
    ])(
      "has its advice in the reader's language: %s",
      async (language, timeline, entry) => {
        await visit.speak(language)
        await visit.openPayment(id, timeline)
        expect((await visit.sentences(timeline))[0]).toBe(entry)
        const text = await visit.page.locator("main").innerText()
        expect(text).not.toMatch(/unknown|gateway reported|\b\w+_\w+_status\b/)
        for (const part of Object.values(adviceFor("unknown_status"))) {
          expect(text).not.toContain(part)
        }
      }
    )

    it("is shown on the order that another payment of its cart placed", async () => {
      await visit.sales.addToCart(sale)
      const next = await visit.sales.beginAgain(sale)
      await visit.sales.pay(next)
      const { order_id } = await visit.sales.untilState(next, "settled")
      await visit.goTo(`/orders/${order_id}`)
      const payment = visit.region("Crypto payment")
      await payment.getByText("One more attempt to pay this order").waitFor()
      const other = payment.locator(`a[href$="${id}"]`)
      expect(await other.innerText()).toMatch(
        /Awaiting payment\s+Needs attention/
      )
      await other.click()
      await visit.page.getByText("What to do").waitFor()
    })

    it("is resolved on the screen", async () => {
      await visit.openPayment(id)
      const { page } = visit
      await visit.choose("Mark as resolved")
      const form = page.getByRole("dialog", { name: "Mark as resolved" })
      expect(await form.getByLabel("Other").isChecked()).toBe(true)
      await form.getByLabel("Note").fill("Half of it came; sent back.")
      expect(await seriousFaults(page, "[role=dialog]")).toEqual([])
      await form.getByRole("button", { name: "Mark as resolved" }).click()
      await page.getByText("Payment resolved.").waitFor()
      await form.waitFor({ state: "detached" })
      await visit.region("Resolution").getByText("sent back").waitFor()
      await page.getByText("Closed unpaid", { exact: true }).first().waitFor()
      expect(await buttons(page.locator("main"))).toEqual(["Check now"])
      await visit.region("Timeline").getByText("resolved: Other.").waitFor()
      expect(await seriousFaults(page, "main")).toEqual([])
    })

    /** As if days had passed; the job does the rest. */
    async function letWatchEnd(): Promise<void> {
      await visit.sql(
        `UPDATE crypto_payment
            SET checks = 1000, next_check_at = now(),
                last_checked_at = now() - interval '1 day'
          WHERE id = $1`,
        [id]
      )
      const count = () =>
        visit.sales.count(`q=${sale.cartId}&attention=unknown_status`)
      await eventually(async () => ((await count()) === 1 ? true : undefined), {
        limitMs: JOB_LIMIT_MS,
        otherwise: "The job did not raise the payment.",
      })
    }

    async function buttons(within: Locator): Promise<string[]> {
      const names = await within.getByRole("button").allInnerTexts()
      return names.map((name) => name.trim()).filter((name) => name !== "")
    }
  })
}
