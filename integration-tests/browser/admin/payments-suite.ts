import type { Locator } from "playwright-core"
import { eventually } from "../../support/eventually"
import { fetchAnswer } from "../../support/browser/fetch-answer"
import { seriousFaults } from "../../support/browser/serious-faults"
import { arrowDown, focusOn, tabTo } from "../keyboard"
import type { Visit } from "./visit"

const TRANSACTION = "0x8f2c41d97be0"

/** The list and the page of one payment. Begins with a shop that sold nothing. */
export function describePayments(visit: Visit): void {
  describe("the crypto payments", () => {
    afterEach(() => visit.driver.control.clearFaults())

    it("lead from the empty list to the set-up page", async () => {
      await visit.openList()
      await visit.page.getByText("No crypto payments yet").waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])
      await visit.page.getByRole("link", { name: "Test connection" }).click()
      await visit.page.waitForURL(/\/settings\/crypto-payments/)
      // As Medusa names a store that nobody has named.
      await visit.page.getByText("Customers read this name").waitFor()
    })

    it("show an ordinary order: in the list, found by its number, and with its money, sale and timeline", async () => {
      const { orderId, payment } = await visit.driver.sell("USDT_TRC20_TEST")
      await visit.openList()
      await visit.page.getByText("TEST MODE").waitFor()
      const rows = visit.page.getByRole("row")
      const row = rows.filter({ hasText: "shopper@example.test" }).first()
      await row.getByText("Settled").waitFor()
      const number = (await row.getByText(/^#\d+$/).innerText()).trim()
      await visit.page.getByRole("searchbox").fill("nobody@example.test")
      await visit.page.getByText("No matching payments").waitFor()
      await visit.page.getByRole("searchbox").fill(number)
      await row.waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])
      await visit.openList()
      visit.clicks = 0
      await visit.page.getByRole("searchbox").click()
      await visit.page.keyboard.type("shop")
      await visit.page.waitForURL(/q=shop/)
      const found = row.getByRole("link")
      await found.hover()
      const { y = Infinity } = (await found.boundingBox()) ?? {}
      expect(y).toBeLessThan(visit.page.viewportSize()?.height ?? 0)
      await found.click()
      expect(visit.clicks).toBe(2)

      const money = visit.region("Payment details")
      await money.getByText(payment.target.wallet_address).waitFor()
      const sale = visit.region("Order")
      const order = sale.getByRole("link", { name: number })
      expect(await order.getAttribute("href")).toContain(orderId)
      const customer = sale.getByRole("link", { name: /^Ada \w+$/ })
      await customer.waitFor()
      expect(await customer.getAttribute("href")).toContain("/customers/cus_")
      expect((await sentences()).slice(-5)).toEqual([
        expect.stringContaining("The order is placed and paid."),
        expect.stringContaining("Payment received."),
        expect.stringMatching(
          /Gateway status: Confirmed, [\d.]+ USDT\.[^]*Webhook/
        ),
        expect.stringContaining("Payment opened at the gateway."),
        expect.stringContaining("Payment created."),
      ])
      expect(await buttons(visit.page.locator("main"))).not.toContain(
        "Mark as resolved"
      )
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    })

    it("have the address's QR code while they can be paid, and links to the block explorer", async () => {
      const { page, driver } = visit
      const hash = "ab".repeat(32)
      const sale = await driver.openPayment()
      await driver.control.chooseCoin(sale.gatewayId, "USDT_TRC20_TEST")
      const { id } = await driver.untilState(sale, "open")
      await visit.openPayment(id)
      // The gateway is asked for the address, which the shopper chose there.
      await page.getByRole("button", { name: "Check now" }).click()
      const money = visit.region("Payment details")
      const qr = money.getByRole("img", { name: /QR code: / })
      await qr.waitFor()
      const explorer = money.getByRole("link")
      expect(await explorer.getAttribute("href")).toContain("nile.tronscan.org")

      await driver.pay(sale)
      await driver.untilState(sale, "settled")
      await driver.actions.refund(id, "1", hash)
      const url = "https://explorer.example"
      const route = `**/admin/crypto-payments/${id}`
      await page.route(route, async (answer) => {
        const response = await fetchAnswer(answer)
        const json = await response.json()
        json.crypto_payment.address_url = `${url}/address`
        json.crypto_payment.refunds[0].transaction_url = `${url}/tx`
        await answer.fulfill({ response, json })
      })
      await visit.openPayment(id)
      for (const [link, href] of [
        [money.getByRole("link"), `${url}/address`],
        [
          visit.region("Refunds").getByRole("link", { name: hash }),
          `${url}/tx`,
        ],
      ] as const) {
        expect(await link.getAttribute("href")).toBe(href)
        expect(await link.getAttribute("target")).toBe("_blank")
        expect(await link.getAttribute("rel")).toBe("noopener noreferrer")
      }
      expect(await qr.count()).toBe(0)
      expect(await seriousFaults(page, "main")).toEqual([])
      await page.unroute(route)
    })

    it("have a wrong amount resolved by the refund that was sent", async () => {
      const id = await visit.driver.payTooLittle()
      await visit.openList()
      const item = visit.attention(id)
      const fact = /^Ada \w+ paid €4\.99; the cart now costs €9\.98\.$/
      await item.getByText(fact).waitFor()
      await visit.page.getByRole("row").getByTitle(fact).waitFor()
      await item.getByText("shopper@example.test").waitFor()
      const badge = visit.page.getByRole("img", {
        name: /needs? your attention/,
      })
      expect(await badge.count()).toBe(1)
      expect(await buttons(item)).toEqual(["Refund …"])
      expect(await seriousFaults(visit.page, "main")).toEqual([])
      await item.getByRole("link", { name: "€4.99" }).click()
      await visit.page.waitForURL(new RegExp(id))
      const order = visit.region("Order")
      await order.getByText(/^2 × /).waitFor()
      await order.getByText("€9.98", { exact: true }).waitFor()
      const shown = visit.page.getByRole("group", { name: "Needs attention" })
      expect((await shown.innerText()).replaceAll(/\s+/g, " ")).toMatch(
        /^Ada \w+ paid €4\.99; the cart now costs €9\.98\. No order was placed\. The [\d.]+ \w+ are in your wallet\. Refund €4\.99 … send the coins back; after that they can buy again Retry order when they have set the cart back to €4\.99 Mark as resolved /
      )
      const why = shown.getByText(
        /^If they set the cart back to the amount paid/
      )
      expect(await why.isVisible()).toBe(false)
      await shown.getByText("Why?").click()
      await why.waitFor()
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      const { page } = visit
      await page.getByRole("button", { name: "More actions" }).click()
      const action = "Record a refund already sent"
      await page.getByRole("menuitem", { name: action }).click()
      const form = dialog(action)
      expect(await form.getByLabel("Amount in EUR").inputValue()).toBe("4.99")
      await form.getByLabel("Amount in EUR").fill("5.00")
      const submit = form.getByRole("button", { name: "Record refund" })
      await submit.click()
      await form.getByText("up to €4.99").waitFor()
      await form.getByText("Enter the hash of the transaction").waitFor()
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      await form.getByLabel("Amount in EUR").fill("4.99")
      await form.getByLabel("Transaction hash").fill(TRANSACTION)
      await form.getByLabel("Note").fill("Agreed by phone.")
      await submit.click()

      await visit.page.getByText("Refund recorded.").waitFor()
      await visit.page.getByText("Resolved", { exact: true }).first().waitFor()
      const refunds = visit.region("Refunds")
      await refunds.getByText(TRANSACTION).waitFor()
      expect(await buttons(visit.page.locator("main"))).toEqual(["Check now"])
      const by = `by ${visit.demo.adminUser.email}`
      const timeline = visit.region("Timeline")
      await timeline.getByText(by).nth(1).waitFor()
      expect((await sentences()).slice(0, 2)).toEqual([
        expect.stringMatching(/^Marked as resolved: Refunded\./),
        expect.stringMatching(/^Refund recorded: €4.99\./),
      ])
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    })

    it("have their details within a phone's first screen, below what is to be done", async () => {
      const id = await visit.driver.payTooLittle()
      await visit.page.setViewportSize({ width: 390, height: 844 })
      await visit.openPayment(id)
      await visit.page.getByRole("group", { name: "Needs attention" }).waitFor()
      const details = visit.page.getByRole("heading", {
        name: "Payment details",
      })
      const { y = Infinity } = (await details.boundingBox()) ?? {}
      expect(y).toBeLessThan(844)
      expect(await visit.width()).toBeLessThanOrEqual(390)
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    })

    it("place an order again after the stock came back", async () => {
      const { driver } = visit
      const sale = await driver.openPayment("mug")
      await driver.setStock("mug", 0)
      await driver.pay(sale)
      const { id } = await driver.untilState(sale, "attention")

      await visit.openList()
      await tryAgain(id)
      await visit.page.getByText(/could not be placed:/).waitFor()
      await driver.setStock("mug", 5)
      await tryAgain(id)
      await visit.page.getByText("Order placed.").waitFor()
      await visit.attention(id).waitFor({ state: "detached" })
      const { order_id } = await driver.untilState(sale, "settled")
      expect(order_id).toMatch(/^order_/)
    })

    it("are opened and resolved by the keyboard alone", async () => {
      const id = await visit.driver.payTooLittle()
      const { page } = visit
      await visit.openList()
      await visit.rowOf(id).waitFor()
      await tabTo(page, "Select €4.99, shopper@example.test")
      await tabTo(page, "€4.99")
      await page.keyboard.press("Enter")
      await page.waitForURL(new RegExp(id))
      await visit.region("Timeline").waitFor()

      await tabTo(page, "More actions")
      await page.keyboard.press("Enter")
      await focusOn(page, "Record a refund already sent")
      await arrowDown(page, "Check now")
      await page.keyboard.press("Escape")
      await focusOn(page, "More actions")
      await tabTo(page, "Mark as resolved")
      const form = dialog("Mark as resolved")
      for (const isCanceled of [true, false]) {
        await page.keyboard.press("Enter")
        await form.waitFor()
        await tabTo(page, "Refunded")
        await arrowDown(page, "Order placed manually")
        await page.keyboard.press("Space")
        await tabTo(page, "Mark as resolved")
        await page.keyboard.press("Enter")
        await form.getByText("Describe what was done").waitFor()
        if (!isCanceled) break
        expect(await seriousFaults(page, "[role=dialog]")).toEqual([])
        await page.keyboard.press("Escape")
        await form.waitFor({ state: "detached" })
        await focusOn(page, "Mark as resolved")
      }
      await tabTo(page, "Note")
      await page.keyboard.type("Draft order #77.")
      await tabTo(page, "Mark as resolved")
      await page.keyboard.press("Enter")
      await page.getByText("Payment resolved.").waitFor()
      const resolution = visit.region("Resolution")
      await resolution.getByText("Draft order #77.").waitFor()
      await resolution.getByText("Order placed manually").waitFor()
    })

    it("are checked several at once, which finds the payment that no webhook reported", async () => {
      const { page, driver } = visit
      await driver.loseWebhooks()
      const first = await driver.openPayment()
      const second = await driver.openPayment()
      await driver.pay(first)
      await driver.pay(second)

      await visit.openList("?tab=open")
      await visit.page
        .getByRole("heading", { name: "2 payments", exact: true })
        .waitFor()
      await page.getByLabel("Select all payments on this page").click()
      await page.getByText("2 selected").waitFor()
      await page.getByRole("button", { name: /Check now/ }).click()
      await page.getByText("2 payments checked.").waitFor()
      await page.getByText("No matching payments").waitFor()
      expect((await driver.untilState(first, "settled")).order_id).toBeTruthy()
      expect((await driver.untilState(second, "settled")).order_id).toBeTruthy()
    })

    it("are in the notification feed when they need attention", async () => {
      const id = await visit.driver.payTooLittle()
      await eventually(
        async () => {
          const [row] = await visit.driver.sql(
            "SELECT 1 FROM notification WHERE data ->> 'description' LIKE $1",
            [`%${id}`]
          )
          return row
        },
        { otherwise: "The notice was not delivered." }
      )
      await visit.goTo("/orders")
      const feed = await visit.openFeed()
      const title = /^€4\.99 · Ada \w+ needs attention$/
      await feed.getByText(title).first().waitFor()
      const text = await feed.getByText(`/crypto-payments/${id}`).innerText()
      const [path] = text.match(/\/app\S+$/) ?? []
      await visit.page.goto(`${visit.demo.url}${path}`)
      await visit.page.getByRole("group", { name: "Needs attention" }).waitFor()
    })

    it("that are underpaid are accepted or sent back, and the question names sum, articles and customer", async () => {
      const { driver, page } = visit
      await visit.restartMedusa({ CRYPTO_MAX_SHORTFALL_PERCENT: "5" })
      const sale = await driver.openPayment()
      await driver.pay(sale, "ETH_TEST", "short")
      const { id } = await driver.untilState(sale, "attention")
      await visit.openPayment(id)
      const box = page.getByRole("group", { name: "Needs attention" })
      await box
        .getByText(
          /^Ada \w+ sent €4\.49 of €4\.99 \(10% short; you accept up to 5%\)\.$/
        )
        .waitFor()
      expect(await buttons(box)).toEqual([
        "Accept €4.49 as full payment",
        "Refund €4.49 …",
      ])
      await page.getByRole("button", { name: "More actions" }).click()
      const menu = page.getByRole("menuitem")
      await menu.first().waitFor()
      expect(await menu.allInnerTexts()).not.toContain("Retry order")
      await page.keyboard.press("Escape")
      expect(await seriousFaults(page, "main")).toEqual([])

      visit.clicks = 0
      await box.getByRole("button", { name: /^Accept/ }).click()
      const question = page.getByRole("alertdialog")
      await question.getByText("Accept €4.49 as payment of €4.99?").waitFor()
      await question
        .getByText(
          /^Places the order for 1 × .+\. Customer: Ada \w+\. This cannot be undone; a refund stays possible\.$/
        )
        .waitFor()
      await question.getByRole("button", { name: "Accept payment" }).click()
      await page.getByText("Payment accepted.").waitFor()
      expect(visit.clicks).toBe(2)
      await box.waitFor({ state: "detached" })
      await visit.restartMedusa({ CRYPTO_MAX_SHORTFALL_PERCENT: "" })
    })

    async function tryAgain(id: string) {
      const item = visit.attention(id)
      await item.getByRole("button", { name: "Retry order" }).click()
      const question = visit.page.getByRole("alertdialog")
      await question.getByRole("button", { name: "Retry order" }).click()
    }

    function dialog(name: string): Locator {
      return visit.page.getByRole("dialog", { name })
    }

    /** The timeline, the latest first. */
    function sentences(): Promise<string[]> {
      const entries = visit.region("Timeline").getByRole("listitem")
      return entries.allInnerTexts()
    }

    /** What a person is offered to do, the copying of values apart. */
    async function buttons(within: Locator): Promise<string[]> {
      const names = await within.getByRole("button").allInnerTexts()
      return names.map((name) => name.trim()).filter((name) => name !== "")
    }
  })
}
