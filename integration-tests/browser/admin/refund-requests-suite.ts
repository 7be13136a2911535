import type { Locator } from "playwright-core"
import { fetchAnswer } from "../../support/browser/fetch-answer"
import { seriousFaults } from "../../support/browser/serious-faults"
import { readQrCode } from "../storefront/read-qr-code"
import { focusOn, tabTo } from "../keyboard"
import type { Visit } from "./visit"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const XRP_ADDRESS = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
const ORDERS_API = "**/admin/crypto-payments/orders/*"

/** Refunds from the request to the transaction. */
export function describeRefundRequests(visit: Visit): void {
  describe("a refund request", () => {
    it("makes a link, and is revoked by the keyboard alone", async () => {
      const { page } = visit
      const { id } = await settled()
      await visit.openPayment(id)
      await press("Refund …")
      const form = dialog("Refund …")
      expect(await form.getByLabel("Amount in EUR").inputValue()).toBe("4.99")
      await form.getByLabel("Amount in EUR").fill("5.00")
      const coins = form.getByLabel("Coins to send")
      expect(await coins.isVisible()).toBe(false)
      await form.getByText("More options").press("Enter")
      await coins.fill("none")
      const submit = form.getByRole("button", { name: "Create link" })
      await submit.click()
      await form.getByText("up to €4.99").waitFor()
      await form.getByText("Enter a number above 0.").waitFor()
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      await form.getByLabel("Amount in EUR").fill("2.00")
      await coins.fill("")
      await form.getByText(/ arrived, about [\d.]+ \w+\.$/).waitFor()
      await form.getByLabel("Note").fill("<b>Agreed</b> by phone.")
      await submit.dblclick()

      const message = dialog("Refund link").getByText(/^Medusa Store sends you/)
      expect(await message.innerText()).toMatch(
        /^Medusa Store sends you [\d.]+ \w+ back: Refund of €2\.00, Order #\d+\.\s[^]*\/crypto-refund#[^]*no password/
      )
      const link = await takeLink()
      expect(link).toMatch(
        new RegExp(
          `^${visit.demo.storefrontUrl}/crypto-refund#\\w+\\.[\\w-]{43}$`
        )
      )
      const requests = visit.region("Refunds")
      await requests.getByText("Waiting for address").waitFor()
      await requests.getByText("Refund of €2.00").waitFor()
      await requests.getByText("<b>Agreed</b> by phone.").waitFor()
      expect(await requests.getByRole("listitem").count()).toBe(1)
      expect(await visit.page.content()).not.toContain(link)
      expect((await visit.sentences())[0]).toBe("Refund requested: €2.00.")
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      await tabTo(page, "Refund …")
      await page.keyboard.press("Enter")
      // A dialog hears the keyboard once it has the focus.
      await form.locator(":focus").waitFor()
      await page.keyboard.press("Escape")
      await form.waitFor({ state: "detached" })
      await focusOn(page, "Refund …")
      await tabTo(page, "Revoke")
      await page.keyboard.press("Enter")
      await page.getByRole("alertdialog").waitFor()
      await tabTo(page, "Revoke")
      await page.keyboard.press("Enter")
      await requests.getByText("Revoked").waitFor()
      expect(await requests.getByRole("button").count()).toBe(0)
    })

    it("is sent from the queue with the tag of its address, and closed by its transaction", async () => {
      const { id } = await settled()
      await toSend(id, `${XRP_ADDRESS}:104398`, "XRP Ledger")
      await visit.openList()
      const queue = visit.region("One refund to send")
      await queue.getByText(XRP_ADDRESS).waitFor()
      await queue.getByText("now", { exact: true }).waitFor()
      await queue.getByText("Tag or memo").waitFor()
      await queue.getByText("104398", { exact: true }).waitFor()
      await queue.getByRole("button", { name: "Show code" }).click()
      const code = queue.getByRole("img", { name: `${XRP_ADDRESS} (104398)` })
      expect(await readQrCode(visit.page, code)).toBe(
        `${XRP_ADDRESS}?dt=104398`
      )
      // A link would mean real coins.
      const wallet = queue.getByRole("link", { name: "Open in wallet" })
      expect(await wallet.count()).toBe(0)
      expect(await seriousFaults(visit.page, "main")).toEqual([])

      await queue.getByRole("button", { name: "Mark as sent" }).click()
      const form = dialog("Mark as sent")
      const submit = form.getByRole("button", { name: "Mark as sent" })
      await submit.click()
      await form.getByText("Enter the hash of the transaction").waitFor()
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      await form.getByText(XRP_ADDRESS).waitFor()
      await form.getByText("104398", { exact: true }).waitFor()
      await form.getByText(/^Refund of €/).waitFor()
      await form.getByLabel("Transaction hash").fill("0x1234")
      await submit.click()
      await form.getByText(/^This is not a transaction hash of /).waitFor()
      await visit.page.getByText('"Mark as sent" failed.').waitFor()
      const hash = "4e".repeat(32)
      await form.getByLabel("Transaction hash").fill(hash)
      await submit.dblclick()
      await visit.page.getByText("Refund recorded.").waitFor()
      await queue.waitFor({ state: "detached" })

      await visit.openPayment(id)
      await visit.region("Refunds").getByText(hash).waitFor()
      await visit.region("Refunds").getByText("Added to order").waitFor()
      // A sent request stands with its refund.
      const refunds = visit.region("Refunds").getByRole("listitem")
      expect(await refunds.count()).toBe(1)
      await visit.openList("?tab=refunded")
      const row = visit.rowOf(id)
      await row.getByText("Refunded", { exact: true }).waitFor()
      expect(await row.getByText("Settled", { exact: true }).count()).toBe(0)
    })

    it("is sent by three clicks: its address copied, marked as sent, confirmed", async () => {
      const { id } = await settled()
      await toSend(id, XRP_ADDRESS, "XRP Ledger")
      await visit.openList()
      visit.clicks = 0

      const queue = visit.region("One refund to send")
      await queue.getByRole("button", { name: "Copy: Address" }).click()
      await queue.getByRole("button", { name: "Mark as sent" }).click()
      const form = dialog("Mark as sent")
      await form.getByLabel("Transaction hash").fill("5e".repeat(32))
      await form.getByRole("button", { name: "Mark as sent" }).click()

      await visit.page.getByText("Refund recorded.").waitFor()
      expect(visit.clicks).toBe(3)
    })

    it("names who copied what is to be sent to the others, and not to themselves", async () => {
      const { id } = await settled()
      await toSend(id, XRP_ADDRESS, "XRP Ledger")
      await visit.openList()
      const queue = visit.region("One refund to send")
      const copied = visit.page.waitForResponse(/refund-requests\/.+\/open$/)
      await queue.getByRole("button", { name: "Copy: Address" }).click()
      expect((await copied).status()).toBe(200)
      await visit.page.reload()
      await queue.getByText(XRP_ADDRESS).waitFor()
      expect(await queue.getByText(/ opened this /).count()).toBe(0)

      const colleague = await visit.openAsColleague()
      const theirs = colleague.pages()[0]
      await theirs.goto(`${visit.demo.url}/app/crypto-payments`)
      await theirs.getByText(/^admin@demo\.test opened this now\.$/).waitFor()
      await colleague.close()
      await queue.getByRole("button", { name: "More actions" }).click()
      await visit.page.getByRole("menuitem", { name: "Revoke" }).click()
      await visit.page
        .getByRole("alertdialog")
        .getByRole("button", { name: "Revoke" })
        .click()
      await queue.waitFor({ state: "detached" })
    })

    it("begins with the surplus, then goes on with the price", async () => {
      const { id } = await visit.driver.sell("ETH_TEST", "over")
      await visit.openPayment(id)
      await visit.page.getByText('choose "Refund …" for the surplus').waitFor()
      await press("Refund …")
      const form = dialog("Refund …")
      expect(await form.getByLabel(/^The surplus: /).isChecked()).toBe(true)
      expect(
        Number(await form.getByLabel("Amount in ETH").inputValue())
      ).toBeGreaterThan(0)
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      await form.getByRole("button", { name: "Create link" }).click()
      await takeLink()
      const requests = visit.region("Refunds")
      await requests.getByText("Refund of the surplus").waitFor()

      await press("Refund …")
      expect(await form.getByText("The surplus: ").count()).toBe(0)
      await form.getByText("More options").click()
      await form.getByLabel("Coins to send (ETH)").fill("9")
      await form.getByRole("button", { name: "Create link" }).click()
      await visit.page.getByText('"Refund …" failed.').waitFor()
      await form.getByLabel("Send more coins than arrived").click()
      await form.getByRole("button", { name: "Create link" }).click()
      await takeLink()
      await requests.getByText("9 ETH").waitFor()
    })

    it("is made where a payment needs attention, and shows its link there", async () => {
      const id = await visit.driver.payTooLittle("ETH_TEST")
      await visit.openList()
      await visit
        .attention(id)
        .getByRole("button", { name: "Refund …" })
        .click()
      await dialog("Refund …")
        .getByRole("button", { name: "Create link" })
        .click()
      const link = await takeLink()
      // And one that copies the link.
      expect(visit.clicks).toBe(3)
      await visit.attention(id).waitFor({ state: "detached" })
      await visit
        .rowOf(id)
        .getByText("Waiting for address", { exact: true })
        .waitFor()
      const { driver, page } = visit
      expect(await driver.count(`attention=true&q=${id}`)).toBe(0)

      await visit.openPayment(id)
      const box = page.getByRole("group", { name: "Refund request" })
      await box
        .getByText(
          /^Waiting for the customer's address since \d+:\d\d\s[AP]M; the link is valid until \w{3} \d+\.$/
        )
        .waitFor()
      expect(await visit.region("Refunds").count()).toBe(0)
      const red = page.getByRole("group", { name: "Needs attention" })
      expect(await red.count()).toBe(0)
      expect(await seriousFaults(page, "main")).toEqual([])
      await driver.customer.confirm(link.split("#")[1], ADDRESS)
      await page.reload()
      await box
        .getByText("To send: the customer entered the address.")
        .waitFor()
      await box.getByRole("button", { name: "Mark as sent" }).waitFor()
      await box.getByText(ADDRESS).waitFor()
      await box.getByRole("button", { name: "Revoke" }).click()
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: "Revoke" })
        .click()
      await red.waitFor()
    })

    it("begins with what Medusa expects to be given back, on the order page", async () => {
      const { orderId } = await settled()
      await visit.page.route(ORDERS_API, async (route) => {
        const response = await fetchAnswer(route)
        const { crypto_order } = await response.json()
        const to_return = { amount: "1.25", currency_code: "eur" }
        await route.fulfill({
          response,
          json: { crypto_order: { ...crypto_order, to_return } },
        })
      })
      await visit.goTo(`/orders/${orderId}`)
      await visit.page.getByText(/Medusa expects €1\.25/).waitFor()
      await press("Refund …")
      const form = dialog("Refund …")
      expect(await form.getByLabel("Amount in EUR").inputValue()).toBe("1.25")
      await form.getByRole("button", { name: "Create link" }).click()
      await takeLink()
      const payment = visit.region("Crypto payment")
      await payment.getByText(/Waiting for address/).waitFor()
      expect(
        await seriousFaults(
          visit.page,
          "[role=region][aria-label='Crypto payment']"
        )
      ).toEqual([])
    })

    it("fits a phone, as a cart, the order, the set-up page and the feed do", async () => {
      const { driver, page } = visit
      const changed = await driver.payTooLittle()
      const { id, orderId } = await settled()
      await toSend(id)
      await page.setViewportSize({ width: 360, height: 740 })
      await visit.openList()
      await fits(visit.region(/refunds? to send/).getByText(ADDRESS))
      await visit.openPayment(id)
      await fits(visit.region("Refunds").getByText(ADDRESS))
      await visit.openPayment(changed)
      await fits(visit.region("Order").getByText(/^2 × /))
      await visit.goTo("/settings/crypto-payments")
      await fits(page.getByText("pp_crypto_crypto").first())
      // Medusa's drawer around them has a button without a name.
      await visit.openFeed()
      expect(await visit.width()).toBeLessThanOrEqual(360)
      // Medusa's own sections are wider.
      await visit.goTo(`/orders/${orderId}`)
      const facts = visit.region("Crypto payment").locator("dd")
      await facts.first().waitFor()
      for (const fact of await facts.all()) {
        const box = await fact.boundingBox()
        expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThan(360)
      }
    })

    async function fits(shown: Locator): Promise<void> {
      await shown.waitFor()
      expect(await visit.width()).toBeLessThanOrEqual(360)
      expect(await seriousFaults(visit.page, "main")).toEqual([])
    }

    async function toSend(
      paymentId: string,
      address = ADDRESS,
      network?: string
    ): Promise<void> {
      const { driver } = visit
      const { refund_request, token } =
        await driver.refundRequests.request(paymentId)
      const { id } = refund_request
      await driver.changeRefundRequest(id, { crypto_network: network })
      await driver.customer.confirm(token, address)
    }

    const settled = () => visit.driver.sell("ETH_TEST")

    function dialog(name: string): Locator {
      return visit.page.getByRole("dialog", { name, exact: true })
    }

    async function press(name: string): Promise<void> {
      await visit.page.getByRole("button", { name, exact: true }).click()
    }

    /** Reads the link, and closes what shows it. */
    async function takeLink(): Promise<string> {
      const shown = dialog("Refund link")
      const link = await shown.getByText("/crypto-refund#").first().innerText()
      expect(await seriousFaults(visit.page, "[role=dialog]")).toEqual([])
      await shown.getByRole("button", { name: "Done" }).click()
      await shown.waitFor({ state: "detached" })
      return link.trim()
    }
  })
}
