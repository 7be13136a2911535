import { seriousFaults } from "../../support/browser/serious-faults"
import type { Visit } from "./visit"

/** What helps a person to decide about a payment, and shows what was decided. */
export function describeDecisions(visit: Visit): void {
  describe("a payment that needs a person", () => {
    it("shows what is in its cart, and what the cart costs now", async () => {
      const { page } = visit
      const id = await paidWrongAmount()
      await visit.openPayment(id)
      const order = visit.region("Order")
      await order.getByText(/^2 × /).waitFor()
      await order.getByRole("link", { name: "shopper@example.test" }).waitFor()
      await order.getByText("€9.98 EUR", { exact: true }).waitFor()
      expect(await seriousFaults(page, "main")).toEqual([])
    })

    it("fits a phone with its cart, as the set-up page and the feed do", async () => {
      const { page } = visit
      const id = await paidWrongAmount()
      await page.setViewportSize({ width: 390, height: 844 })
      const staysNarrow = async () => {
        const wide = "document.documentElement.scrollWidth"
        expect(await page.evaluate(wide)).toBeLessThanOrEqual(390)
      }
      const fits = async () => {
        await staysNarrow()
        expect(await seriousFaults(page, "main")).toEqual([])
      }
      await visit.openPayment(id)
      await visit.region("Order").getByText(/^2 × /).waitFor()
      await fits()
      // Medusa's drawer around them has a button without a name.
      await visit.openFeed()
      await staysNarrow()
      await visit.goTo("/settings/crypto-payments")
      await page.getByText("pp_crypto_crypto").first().waitFor()
      await fits()
    })

    it("is partly refunded once a part of its price was sent back", async () => {
      const { page, sales } = visit
      const { orderId, payment } = await sales.inCrypto("ETH_TEST", "pay")
      const [{ id }] = await sales.paymentsOf(orderId)
      await sales.recordRefund(id, {
        amount: "2.00",
        transaction_hash: payment.id,
      })
      await visit.openList("?refund_status=partially_refunded")
      const row = page
        .getByRole("row")
        .filter({ has: page.locator(`a[href$="${id}"]`) })
      await row.getByText("Partly refunded", { exact: true }).waitFor()
      await row.getByRole("link").first().click()
      await visit.region("Timeline").waitFor()
      await page.getByText("Partly refunded", { exact: true }).first().waitFor()
      await visit.goTo(`/orders/${orderId}`)
      await visit
        .region("Crypto payment")
        .getByText("Partly refunded", { exact: true })
        .waitFor()
    })

    /** A payment whose cart grew after it was opened; its id. */
    async function paidWrongAmount(): Promise<string> {
      const { sales } = visit
      const sale = await sales.begin()
      await sales.addToCart(sale)
      await sales.pay(sale)
      return (await sales.untilState(sale, "attention")).id
    }
  })
}
