import type { Locator, Route } from "playwright-core"
import type { CryptoSale } from "../../support/store-driver"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

const PRICE = "€4.99 EUR"
const OUR_API = "**/admin/crypto-payments?*"
const FAILURE = "The crypto payment of this order could not be loaded."

export function describeOrderPage(visit: Visit): void {
  describe("the order page", () => {
    let sale: CryptoSale
    let otherOrderId: string

    beforeAll(async () => {
      const { driver } = visit
      sale = await driver.sell("USDT_TRC20_TEST")
      otherOrderId = await driver.payOtherwise(await driver.cart())
    })

    it("calls the order captured, and shows what the gateway knows of its payment", async () => {
      await openOrder(sale.orderId)
      const payments = visit.page.getByRole("heading", { name: "Payments" })
      expect(await payments.locator("..").innerText()).toContain("Captured")

      const payment = await onlyPayment()
      expect(await payment.innerText()).toContain(PRICE)
      expect(await payment.getByText("TEST", { exact: true }).count()).toBe(1)
      expect(await payment.getByText("Settled").count()).toBeGreaterThan(0)
      const { id, external_id, target } = sale.payment
      expect(await factsOf(payment)).toMatchObject({
        Coin: target.currency,
        Network: "Tron testnet",
        "Received amount": target.amount,
        "Transaction and sender": "Not reported by the gateway",
        "Gateway status": "Confirmed",
        "Gateway payment": id,
        "External ID": external_id,
        Opened: expect.stringMatching(
          /^\w+ \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d( [AP]M)? UTC$/
        ),
        Paid: expect.stringContaining("UTC"),
        Settled: expect.stringContaining("UTC"),
      })
      const ours = "[role=region][aria-label='Crypto payment']"
      expect(await seriousFaults(visit.page, ours)).toEqual([])
    })

    it("leads to the payment's own page, and offers what the payment needs", async () => {
      await openOrder(sale.orderId)
      const payment = await onlyPayment()
      const actions = payment.getByRole("button", { name: /…|now/ })
      expect(await actions.allInnerTexts()).toEqual(["Refund …"])
      await payment.getByRole("link", { name: "Details" }).click()
      await visit.page.waitForURL(/\/crypto-payments\/cpay_/)
    })

    it("shows nothing on an order that was not paid in crypto", async () => {
      const answered = visit.page.waitForResponse(OUR_API)
      await openOrder(otherOrderId)
      expect((await answered).status()).toBe(200)
      await visit.page.waitForLoadState("networkidle")
      expect(
        await visit.page
          .locator("main")
          .getByText(/crypto/i)
          .count()
      ).toBe(0)
    })

    it("keeps up with an order that was edited, paid for a second time and partly refunded", async () => {
      const { driver } = visit
      const { orderId } = await driver.sell("USDT_TRC20_TEST")
      await driver.addToOrder(orderId)
      const [first] = await driver.paymentsOf(orderId)
      await driver.actions.refund(first.id, "1.50", "0x51dfe2")

      await openOrder(orderId)
      const region = visit.page.getByRole("region", { name: "Crypto payments" })
      const paid = region.getByRole("article").filter({ hasText: PRICE })
      await paid.nth(1).waitFor()
      const refunded = paid.filter({ hasText: "0x51dfe2" })
      await refunded.waitFor()
      expect(await refunded.innerText()).toContain("€1.50 EUR")
      await refunded.getByText("Partly refunded", { exact: true }).waitFor()

      await visit.openList("?refund_status=partially_refunded")
      const row = visit.rowOf(first.id)
      await row.getByText("Partly refunded", { exact: true }).waitFor()
    })

    it("lists the attempts at the same cart that came to nothing", async () => {
      const { driver } = visit
      const first = await driver.begin()
      await driver.addToCart(first.cartId)
      const second = await driver.beginAgain(first)
      await driver.addToCart(second.cartId)
      const third = await driver.beginAgain(second)
      await driver.pay(third)
      const { order_id, id } = await driver.untilState(third, "settled")

      await openOrder(String(order_id))
      const region = visit.page.getByRole("region", { name: "Crypto payment" })
      await region.getByText("2 more attempts to pay this order").waitFor()
      expect(await region.getByRole("listitem").count()).toBe(2)
      await (await onlyPayment()).getByRole("link", { name: "Details" }).click()
      await visit.page.waitForURL(new RegExp(id))
      const others = visit.region("Other payment attempts")
      await others.getByRole("listitem").nth(1).waitFor()
      expect(await others.getByRole("listitem").count()).toBe(2)
      const link = others.getByRole("link").first()
      expect(await link.innerText()).toMatch(/€(4\.99|9\.98) EUR/)
      await link.click()
      await visit.page.waitForURL((url) => !url.href.includes(id))
    })

    const failures: [string, (route: Route) => Promise<void>][] = [
      ["fails", (route) => route.fulfill({ status: 500, json: {} })],
      [
        "answers a payment that makes no sense",
        (route) =>
          route.fulfill({
            json: { crypto_payments: [{ id: "x", opened_at: "never" }] },
          }),
      ],
    ]
    it.each(failures)("stays whole when our API %s", async (_, failure) => {
      await visit.page.route(OUR_API, failure)
      await openOrder(sale.orderId)
      await visit.page.getByText(FAILURE).waitFor()
      expect(
        await visit.page.getByRole("heading", { name: "Summary" }).count()
      ).toBe(1)
    })

    it("does not even mention the failure where no crypto was paid", async () => {
      let asked = 0
      await visit.page.route(OUR_API, (route) => {
        asked++
        return route.fulfill({ status: 500, json: {} })
      })
      await openOrder(otherOrderId)
      // The dashboard asks a second time before it gives up.
      while (asked < 2) await visit.page.waitForResponse(OUR_API)
      await visit.page.waitForLoadState("networkidle")
      expect(
        await visit.page
          .locator("main")
          .getByText(/crypto/i)
          .count()
      ).toBe(0)
    })

    async function openOrder(orderId: string) {
      await visit.goTo(`/orders/${orderId}`)
      await visit.page.getByRole("heading", { name: "Customer" }).waitFor()
    }

    async function onlyPayment(): Promise<Locator> {
      const region = visit.page.getByRole("region", {
        name: /^Crypto payment$/,
      })
      await region.getByRole("article").waitFor()
      return region.getByRole("article")
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
