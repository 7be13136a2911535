import type { BrowserContext, Locator, Page } from "playwright-core"
import { type Demo, startDemo } from "../demo/start-demo"
import { openChromium } from "../launch/chromium"
import { Sales } from "../launch/crypto-sales"
import { describeInBrowser } from "../launch/describe-in-browser"
import { logInToAdmin } from "../launch/log-in-to-admin"
import { seriousFaults } from "../launch/serious-faults"
import { farFromNow } from "../store/far-from-now"

const MANUAL_PAYMENT = "pp_system_default"
const TRANSACTION = "0x8f2c41d97be0"

jest.setTimeout(300_000)

describeInBrowser("the crypto payments of the admin", () => {
  let demo: Demo
  let browser: BrowserContext
  let page: Page
  let sales: Sales

  beforeAll(async () => {
    // What the job would settle by itself is left for the person.
    demo = await startDemo({ reconcileSchedule: farFromNow() })
    sales = await Sales.open(demo, MANUAL_PAYMENT)
    browser = await openChromium()
    await logInToAdmin(browser, demo.medusaUrl, demo.adminUser)
  })

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
  })

  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
  })

  afterEach(async () => {
    await sales.loseWebhooks(false)
    await browser.clearCookies({ name: "lng" })
    await page.evaluate("localStorage.removeItem('lng')")
    await page.close()
  })

  it("leads from the empty list to the set-up page", async () => {
    await openList()
    await page.getByText("No crypto payments yet").waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])
    const [link] = await page
      .getByRole("link", { name: "Set-up and health" })
      .all()
    await link.click()
    await page.waitForURL(/\/settings\/crypto-payments/)
  })

  it("shows an ordinary order: in the list, found by its number, and with its money, sale and timeline", async () => {
    const { orderId, payment } = await sales.inCrypto("USDT_TRC20_TEST", "pay")
    await openList()
    await page.getByText("TEST MODE").waitFor()
    await search("#1")
    await row("shopper@example.test").getByText("Settled").waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])
    await row("#1").getByRole("link").click()

    const money = region("Money")
    await money.getByText(payment.target.wallet_address).waitFor()
    const qr = money.getByRole("img", {
      name: `QR code of the address ${payment.target.wallet_address}`,
    })
    expect(await qr.count()).toBe(1)
    const order = region("Sale").getByRole("link", { name: "#1" })
    expect(await order.getAttribute("href")).toContain(orderId)
    expect(await sentences()).toEqual([
      expect.stringContaining("The order is placed and paid."),
      expect.stringMatching(
        /The gateway says: Confirmed, [\d.]+ USDT_TRC20_TEST/
      ),
      expect.stringContaining("The money is there."),
      expect.stringContaining("The gateway opened the payment."),
      expect.stringContaining("The payment was written down, for €4.99 EUR."),
    ])
    expect(await buttons(page.locator("main"))).not.toContain(
      "Mark as resolved"
    )
    expect(await seriousFaults(page, "main")).toEqual([])
  })

  it("has a wrong amount resolved by the refund that was sent", async () => {
    const sale = await sales.begin()
    await sales.addToCart(sale)
    await sales.pay(sale)
    const { id } = await sales.untilState(sale, "attention")

    await openList()
    const cases = region("One payment needs your attention")
    await cases.getByText("another amount or currency").waitFor()
    expect(
      await page.getByRole("img", { name: /needs your attention/ }).count()
    ).toBe(1)
    expect(await buttons(cases)).toEqual([
      "Record a refund",
      "Mark as resolved",
    ])
    await cases.getByRole("link", { name: "€4.99 EUR" }).click()
    await page.waitForURL(new RegExp(id))
    await page.getByText("What to do").waitFor()
    await page.getByText("Paid for 4.99 EUR, due is 9.98 EUR.").waitFor()

    await page.getByRole("button", { name: "Record a refund" }).click()
    const form = page.getByRole("dialog", { name: "Record a refund" })
    expect(await form.getByLabel("Amount in EUR").inputValue()).toBe("4.99")
    await form.getByLabel("Amount in EUR").fill("5.00")
    await form.getByRole("button", { name: "Record the refund" }).click()
    await form.getByText("up to €4.99 EUR").waitFor()
    await form.getByText("The hash of the transaction").waitFor()
    expect(await seriousFaults(page, "[role=dialog]")).toEqual([])
    await form.getByLabel("Amount in EUR").fill("4.99")
    await form.getByLabel("Transaction hash").fill(TRANSACTION)
    await form.getByLabel("Note").fill("Agreed by phone.")
    await form.getByRole("button", { name: "Record the refund" }).click()

    await page.getByText("The refund was recorded.").waitFor()
    await page.getByText("Resolved by hand").waitFor()
    await region("Refunds recorded").getByText(TRANSACTION).waitFor()
    expect(await buttons(page.locator("main"))).toEqual(["Check now"])
    const [latest, refunded] = await sentences()
    expect(latest).toMatch(/marked as resolved: The coins were sent back/)
    expect(refunded).toMatch(/A refund of €4.99 EUR was recorded\./)
    expect(refunded).toContain(`by ${demo.adminUser.email}`)
    expect(await seriousFaults(page, "main")).toEqual([])
  })

  it("places an order again after the stock came back", async () => {
    const sale = await sales.begin("mug")
    await sales.setStock("mug", 0)
    await sales.pay(sale)
    await sales.untilState(sale, "attention")

    await openList()
    const cases = region("One payment needs your attention")
    await tryAgain(cases)
    await page
      .getByText(/could not be placed/)
      .first()
      .waitFor()
    await sales.setStock("mug", 5)
    await tryAgain(cases)
    await page.getByText("The order was placed.").waitFor()
    await cases.waitFor({ state: "detached" })
    const { order_id } = await sales.untilState(sale, "settled")
    expect(order_id).toMatch(/^order_/)
  })

  it("resolves a payment by hand, with a note of what was done", async () => {
    const sale = await sales.begin()
    await sales.addToCart(sale)
    await sales.pay(sale)
    const { id } = await sales.untilState(sale, "attention")

    await openPayment(id)
    await page.getByRole("button", { name: "Mark as resolved" }).click()
    const form = page.getByRole("dialog", { name: "Mark as resolved" })
    await form.getByLabel("The order was placed by hand").click()
    await form.getByRole("button", { name: "Mark as resolved" }).click()
    await form.getByText("Say in a few words").waitFor()
    await form.getByLabel("Note").fill("Draft order #77.")
    expect(await seriousFaults(page, "[role=dialog]")).toEqual([])
    await form.getByRole("button", { name: "Mark as resolved" }).click()
    await page.getByText("The payment is resolved.").waitFor()
    await region("How it was resolved").getByText("Draft order #77.").waitFor()
  })

  it("checks several payments at once, and finds the money that no webhook told of", async () => {
    await sales.loseWebhooks(true)
    const first = await sales.begin()
    const second = await sales.begin()
    await sales.pay(first)
    await sales.pay(second)

    await openList("?state=open")
    await page.getByRole("heading", { name: "2 payments" }).waitFor()
    await page.getByLabel("Select all payments on this page").click()
    await page.getByText("2 selected").waitFor()
    await page.getByRole("button", { name: /Check now/ }).click()
    await page.getByText("2 payments were checked.").waitFor()
    await page.getByText("No payment fits").waitFor()
    expect((await sales.untilState(first, "settled")).order_id).toBeTruthy()
    expect((await sales.untilState(second, "settled")).order_id).toBeTruthy()
  })

  it("keeps search, filters and sorting in the address, so that a reload shows the same", async () => {
    await openList()
    await page.getByRole("button", { name: "Filter" }).click()
    await page.getByRole("menuitem", { name: "State" }).click()
    await page.getByText("Resolved by hand").last().click()
    await page.waitForURL(/state=resolved/)
    await page.keyboard.press("Escape")
    await search("cart_")
    await page.waitForURL(/q=cart_/)
    await page.getByRole("heading", { name: "2 payments" }).waitFor()
    expect(page.url()).toContain("state=resolved")

    await page.reload()
    await page.getByRole("heading", { name: "2 payments" }).waitFor()
    expect(await page.getByRole("searchbox").inputValue()).toBe("cart_")
  })

  it("opens a payment by keyboard alone", async () => {
    await openList()
    const link = page.getByRole("row").nth(1).getByRole("link")
    await link.focus()
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/crypto-payments\/cpay_/)
    await region("Timeline").waitFor()
  })

  it.each([
    ["de", "Krypto-Zahlungen", /Braucht Aufmerksamkeit|Abgeschlossen/],
    ["es", "Pagos en cripto", /Liquidado/],
    ["fr", "Paiements en crypto", /Soldé/],
  ])(
    "speaks the language of the reader: %s",
    async (language, title, state) => {
      await browser.addCookies([
        { name: "lng", value: language, url: demo.medusaUrl },
      ])
      await openList("", title)
      await page.getByRole("table").getByText(state).first().waitFor()
      expect(
        await page.getByRole("navigation").getByText(title).count()
      ).toBeGreaterThan(0)
    }
  )

  it.each([
    ["fails", { status: 500, json: { message: "The sky fell." } }],
    ["answers something else", { json: {} }],
  ])("says so when our API %s, and tries again", async (_, answer) => {
    const ours = "**/admin/crypto-payments?*"
    await page.route(ours, (route) => route.fulfill(answer))
    await page.goto(`${demo.medusaUrl}/app/crypto-payments`)
    const alert = page.getByRole("alert")
    await alert.getByText("could not be loaded").waitFor()
    await page.unroute(ours)
    await alert.getByRole("button", { name: "Try again" }).click()
    await page.getByRole("table").waitFor()
  })

  it("fits a phone", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openList()
    await page.getByRole("row").nth(1).getByRole("link").click()
    await region("Money").waitFor()
    const width = await page.evaluate("document.documentElement.scrollWidth")
    expect(width).toBeLessThanOrEqual(360)
    expect(await seriousFaults(page, "main")).toEqual([])
  })

  async function openList(query = "", title = "Crypto payments") {
    await page.goto(`${demo.medusaUrl}/app/crypto-payments${query}`)
    await page.getByRole("heading", { name: title }).first().waitFor()
    await page.getByRole("searchbox").waitFor()
  }

  async function openPayment(id: string) {
    await page.goto(`${demo.medusaUrl}/app/crypto-payments/${id}`)
    await region("Timeline").waitFor()
  }

  async function search(text: string) {
    await page.getByRole("searchbox").fill(text)
  }

  async function tryAgain(cases: Locator) {
    await cases
      .getByRole("button", { name: "Try to place the order again" })
      .click()
    const question = page.getByRole("alertdialog")
    await question.getByRole("button", { name: "Place the order" }).click()
  }

  function region(name: string): Locator {
    return page.getByRole("region", { name, exact: true })
  }

  function row(text: string): Locator {
    return page.getByRole("row").filter({ hasText: text }).first()
  }

  /** The timeline, the latest first. */
  function sentences(): Promise<string[]> {
    return region("Timeline").getByRole("listitem").allInnerTexts()
  }

  /** What a person is offered to do, the copying of values apart. */
  async function buttons(within: Locator): Promise<string[]> {
    const names = await within.getByRole("button").allInnerTexts()
    return names.map((name) => name.trim()).filter((name) => name !== "")
  }
})
