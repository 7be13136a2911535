import type { Locator } from "playwright-core"
import de from "../../../src/admin/i18n/json/de.json"
import type { CryptoSale } from "../../support/store-driver"
import { pageFaults } from "../../support/browser/page-faults"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

const PRICE = "€4.99"
const OUR_API = "**/admin/crypto-payments?*"
const FAILURE = "The crypto payment of this order could not be loaded."

export function describeOrderPage(visit: Visit): void {
  describe("the order page", () => {
    let sale: CryptoSale
    let otherOrderId: string

    beforeAll(async () => {
      const { driver } = visit
      sale = await driver.sell("USDT_TRC20_TEST")
      otherOrderId = await driver.orderOtherwise(await driver.cart())
    })

    it("calls the order captured, shows what the gateway knows of its payment and what it needs, and leads to the payment's page", async () => {
      await openOrder(sale.orderId)
      const payments = visit.page.getByRole("heading", { name: "Payments" })
      expect(await payments.locator("..").innerText()).toContain("Captured")

      const payment = await onlyPayment()
      expect(await payment.innerText()).toContain(PRICE)
      expect(await payment.getByText("TEST", { exact: true }).count()).toBe(1)
      expect(await payment.getByText("Settled").count()).toBeGreaterThan(0)
      expect(await factsOf(payment)).toEqual({
        Coin: `${sale.payment.target.amount} USDT, Tron Nile`,
        Address: sale.payment.target.wallet_address,
        Paid: expect.stringMatching(/^\d{1,2}:\d\d\s[AP]M, today$/),
      })
      const ours = "[role=region][aria-label='Crypto payment']"
      expect(await seriousFaults(visit.page, ours)).toEqual([])

      const actions = payment.getByRole("button", { name: /…|now/ })
      expect(await actions.allInnerTexts()).toEqual(["Refund …"])
      await payment.getByRole("link", { name: "Details" }).click()
      await visit.page.waitForURL(/\/crypto-payments\/cpay_/)
    })

    it("shows nothing on an order that was not paid in crypto, also where our API fails", async () => {
      const { page } = visit
      const mentions = page.locator("main").getByText(/crypto/i)
      const answered = page.waitForResponse(OUR_API)
      await openOrder(otherOrderId)
      expect((await answered).status()).toBe(200)
      await page.waitForLoadState("networkidle")
      expect(await mentions.count()).toBe(0)

      let asked = 0
      await page.route(OUR_API, (route) => {
        asked++
        return route.fulfill({ status: 500, json: {} })
      })
      await openOrder(otherOrderId)
      // The dashboard asks a second time before it gives up.
      while (asked < 2) await page.waitForResponse(OUR_API)
      await page.waitForLoadState("networkidle")
      expect(await mentions.count()).toBe(0)
    })

    it("keeps up with an order that was edited, paid for a second time and partly refunded", async () => {
      const { driver } = visit
      const { orderId } = await driver.sell("USDT_TRC20_TEST")
      await driver.payForMore(orderId)
      const [first] = await driver.paymentsOf(orderId)

      await openOrder(orderId)
      const { page } = visit
      const region = visit.region("Crypto payments")
      const paid = region.getByRole("article").filter({ hasText: PRICE })
      await paid.nth(1).waitFor()
      const link = page.locator(`a[href$="${first.id}"]`)
      const one = paid.filter({ has: link })
      visit.clicks = 0
      await one.getByRole("button", { name: "More actions" }).click()
      await page.getByRole("menuitem", { name: /^Record a refund/ }).click()
      for (const [label, value] of [
        ["Amount in EUR", "1.50"],
        ["Transaction hash", "0x51dfe2"],
      ]) {
        await page.getByLabel(label).click()
        await page.getByLabel(label).fill(value)
      }
      await page.getByRole("button", { name: "Record refund" }).click()
      await page.getByText("Refund recorded.").waitFor()
      expect(visit.clicks).toBeLessThanOrEqual(6)
      const refunded = paid.filter({ hasText: "0x51dfe2" })
      await refunded.waitFor()
      expect(await refunded.innerText()).toContain("€1.50")
      await refunded.getByText("Partly refunded", { exact: true }).waitFor()

      await visit.openList("?tab=refunded")
      const row = visit.rowOf(first.id)
      await row.getByText("Partly refunded", { exact: true }).waitFor()
    })

    it("lists the attempts at the same cart that came to nothing", async () => {
      const { driver } = visit
      const first = await driver.openPayment()
      await driver.addToCart(first.cart.id)
      const second = await driver.openFor(first.cart)
      await driver.addToCart(second.cart.id)
      const third = await driver.openFor(first.cart)
      await driver.pay(third)
      const { order_id, id } = await driver.untilState(third, "settled")

      await openOrder(String(order_id))
      const region = visit.region("Crypto payment")
      await region.getByText("Payment attempts").waitFor()
      expect(await region.getByRole("listitem").count()).toBe(2)
      await (await onlyPayment()).getByRole("link", { name: "Details" }).click()
      await visit.page.waitForURL(new RegExp(id))
      const others = visit.region("Payment attempts")
      await others.getByRole("listitem").nth(1).waitFor()
      expect(await others.getByRole("listitem").count()).toBe(2)
      const link = others.getByRole("link").first()
      expect(await link.innerText()).toMatch(/€(4\.99|9\.98)/)
      await link.click()
      await visit.page.waitForURL((url) => !url.href.includes(id))
    })

    it("follows the language of the profile, as pages and settings do without a reload", async () => {
      const { page } = visit
      await visit.openList()
      await visit.goTo("/settings/profile/edit")
      await page.getByRole("combobox").click()
      await page.getByRole("option", { name: "Deutsch" }).click()
      await page.getByRole("button", { name: "Save" }).click()
      await page.evaluate("window.isSamePage = true")
      const faults = pageFaults(page)
      await page.getByRole("link", { name: de.menu.payments }).first().click()
      const heading = { name: de.list.setup, level: 1 }
      await page.getByRole("heading", heading).waitFor()
      const main = page.locator("main")
      const list = main.getByRole("link", { name: de.menu.payments })
      await list.last().click()
      await page
        .getByRole("button", { name: de.actions.export.label })
        .waitFor()
      expect(await page.evaluate("window.isSamePage")).toBe(true)

      await visit.goTo(`/orders/${sale.orderId}`)
      const order = visit.region(de.menu.payment)
      await order.getByText(de.state.settled).first().waitFor()
      expect(await page.getByText("Crypto payment").count()).toBe(0)
      expect(faults).toEqual([])
    })

    it.each([
      ["fails", { status: 500, json: {} }],
      [
        "answers a payment that makes no sense",
        { json: { crypto_payments: [{ id: "x", opened_at: "never" }] } },
      ],
    ])("stays whole when our API %s", async (_, answer) => {
      await visit.page.route(OUR_API, (route) => route.fulfill(answer))
      await openOrder(sale.orderId)
      await visit.page.getByText(FAILURE).waitFor()
      expect(
        await visit.page.getByRole("heading", { name: "Summary" }).count()
      ).toBe(1)
    })

    async function openOrder(orderId: string) {
      await visit.goTo(`/orders/${orderId}`)
      await visit.page.getByRole("heading", { name: "Customer" }).waitFor()
    }

    async function onlyPayment(): Promise<Locator> {
      const payment = visit.region("Crypto payment").getByRole("article")
      await payment.waitFor()
      return payment
    }

    /** Label and value of each line. */
    async function factsOf(payment: Locator): Promise<Record<string, string>> {
      const labels = await payment.locator("dt").allInnerTexts()
      const values = await payment.locator("dd").allInnerTexts()
      return Object.fromEntries(
        labels.map((label, line) => [label, values[line]?.trim()])
      )
    }
  })
}
