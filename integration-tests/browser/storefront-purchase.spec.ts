import type { BrowserContext, Page } from "playwright-core"
import { eventually } from "../demo/check/eventually"
import { type Demo, startDemo } from "../demo/start-demo"
import { type ChromiumOptions, openChromium } from "../launch/chromium"
import { describeInBrowser } from "../launch/describe-in-browser"
import { type HttpClient, logInAsAdmin } from "../store"

jest.setTimeout(5 * 60_000)

const STEP_LIMIT_MS = 60_000

describeInBrowser("the demo's storefront", () => {
  let demo: Demo
  let admin: HttpClient
  let browser: BrowserContext | undefined

  beforeAll(async () => {
    demo = await startDemo({ admin: false })
    admin = await logInAsAdmin(demo.medusaUrl, demo.adminUser)
  })
  afterEach(() => browser?.close())
  afterAll(() => demo?.stop())

  it("leads from the product over cart and checkout page to the order", async () => {
    const page = await open()
    await addToCart(page, "Linen shirt")
    await addToCart(page, "Field guide, e-book")
    await goToCart(page)
    await page
      .getByRole("button", { name: "One more of Field guide, e-book" })
      .click()
    await page.getByText("€53.88").waitFor()

    await payWithCrypto(page, "whole-way@demo.test")
    await pickCoin(page)
    await page.getByRole("button", { name: "Send test coins" }).click()

    await page.getByRole("heading", { name: /^Order #\d+$/ }).waitFor()
    const shown = await page.getByRole("main").innerText()
    expect(shown).toContain("1 × Linen shirt\n€39.00")
    expect(shown).toContain("2 × Field guide, e-book\n€9.98")
    expect(shown).toContain("Shipping\n€4.90")
    expect(shown).toContain("Total\n€53.88")
    expect(shown).toMatch(/Paid with [\d.]+ USDT/)
    expect(await ordersOf("whole-way@demo.test")).toEqual([
      expect.objectContaining({ payment_status: "captured", total: 53.88 }),
    ])
    expect(await page.locator("#cart-count").innerText()).toBe("")
  })

  it("makes the order when the shopper closes the browser and never returns", async () => {
    const page = await open()
    await addToCart(page, "Enamel mug")
    await goToCart(page)
    await payWithCrypto(page, "gone@demo.test")
    await pickCoin(page)
    const paymentId = shownPayment(page)
    await browser?.close()

    await control(`payments/${paymentId}/pay`)

    expect(await firstOrderOf("gone@demo.test")).toMatchObject({
      payment_status: "captured",
      total: 17.4,
    })
  })

  it("offers to try again after an expired payment, with a new one", async () => {
    const page = await open()
    await addToCart(page, "Field guide, e-book")
    await goToCart(page)
    await payWithCrypto(page, "second-try@demo.test")
    const expired = shownPayment(page)
    await control(`payments/${expired}/expire`)

    // The open page notices, and leads back to the shop by itself.
    await page
      .getByRole("heading", { name: "The payment has expired" })
      .waitFor()
    expect(await ordersOf("second-try@demo.test")).toEqual([])
    await page.getByRole("button", { name: "Try again" }).click()

    await pickCoin(page)
    expect(shownPayment(page)).not.toBe(expired)
    await page.getByRole("button", { name: "Send test coins" }).click()
    await page.getByRole("heading", { name: /^Order #\d+$/ }).waitFor()
    expect(await ordersOf("second-try@demo.test")).toHaveLength(1)
  })

  it("waits on the return page, with a way back, until the coins arrive", async () => {
    const page = await open()
    await addToCart(page, "Field notebook")
    await goToCart(page)
    await payWithCrypto(page, "patient@demo.test")
    await pickCoin(page)
    const paymentId = shownPayment(page)
    const { success_url } = await control<{ success_url: string }>(
      `payments/${paymentId}`,
      "GET"
    )
    await page.goto(success_url)
    await page
      .getByRole("heading", { name: "Waiting for your payment" })
      .waitFor()
    expect(
      await page
        .getByRole("link", { name: "To the payment page" })
        .getAttribute("href")
    ).toBe(`${demo.sandbox.url}/pay/${paymentId}`)

    await control(`payments/${paymentId}/pay`)
    await page.getByRole("heading", { name: /^Order #\d+$/ }).waitFor()
  })

  it("says that the shop has the money when it fits no order any more", async () => {
    const page = await open()
    await addToCart(page, "Enamel mug")
    await goToCart(page)
    await payWithCrypto(page, "changed-mind@demo.test")
    await pickCoin(page)

    const otherTab = await page.context().newPage()
    await otherTab.goto(`${demo.storefrontUrl}/cart`)
    await otherTab
      .getByRole("button", { name: "One more of Enamel mug" })
      .click()
    await otherTab.getByText("€29.90").waitFor()
    await page.getByRole("button", { name: "Send test coins" }).click()

    await page.getByRole("heading", { name: "We have your payment" }).waitFor()
    const shown = await page.getByRole("main").innerText()
    expect(shown).toContain("please do not pay again")
    expect(await ordersOf("changed-mind@demo.test")).toEqual([])
  })

  it("takes no shipping for a cart that holds only an e-book any more", async () => {
    const page = await open()
    await addToCart(page, "Linen shirt")
    await addToCart(page, "Field guide, e-book")
    await goToCart(page)
    await page.getByText("Shipping", { exact: true }).waitFor()
    await page.getByRole("button", { name: "One less of Linen shirt" }).click()
    await page.locator("#cart-count", { hasText: /^1$/ }).waitFor()
    expect(await page.getByRole("main").innerText()).toContain("Total\n€4.99")
    expect(await page.getByText("Shipping", { exact: true }).count()).toBe(0)
  })

  it("fits a small phone in the dark, and says that it is a demo", async () => {
    const page = await open({
      viewport: { width: 320, height: 640 },
      colorScheme: "dark",
    })
    await addToCart(page, "Field guide, e-book")
    expect(await overflow(page)).toBe(0)
    await goToCart(page)
    expect(await overflow(page)).toBe(0)
    expect(await page.getByRole("note").innerText()).toMatch(
      /demo.*only test coins/i
    )
  })

  it("loads nothing from anywhere but the demo itself", async () => {
    const page = await open({}, "about:blank")
    const hosts = new Set<string>()
    page.on("request", (request) => hosts.add(new URL(request.url()).origin))
    await page.goto(demo.storefrontUrl)
    await addToCart(page, "Field notebook")
    await goToCart(page)
    expect([...hosts].sort()).toEqual(
      [demo.storefrontUrl, demo.medusaUrl].sort()
    )
  })

  async function open(
    options: ChromiumOptions = {},
    address = demo.storefrontUrl
  ): Promise<Page> {
    browser = await openChromium(options)
    const page = await browser.newPage()
    page.setDefaultTimeout(STEP_LIMIT_MS)
    await page.goto(address)
    return page
  }

  async function addToCart(page: Page, title: string): Promise<void> {
    const before = Number(await page.locator("#cart-count").innerText())
    await page.getByRole("button", { name: `Add ${title} to the cart` }).click()
    await page
      .locator("#cart-count", { hasText: new RegExp(`^${before + 1}$`) })
      .waitFor()
  }

  async function goToCart(page: Page): Promise<void> {
    await page.getByRole("link", { name: /^Cart/ }).click()
    await page.getByRole("button", { name: "Pay with crypto" }).waitFor()
  }

  async function payWithCrypto(page: Page, email: string): Promise<void> {
    await page.getByLabel("E-mail").fill(email)
    await page.getByRole("button", { name: "Pay with crypto" }).click()
    await page.waitForURL(`${demo.sandbox.url}/pay/**`)
  }

  async function pickCoin(page: Page): Promise<void> {
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("button", { name: "Send test coins" }).waitFor()
  }

  function shownPayment(page: Page): string {
    return new URL(page.url()).pathname.replace("/pay/", "")
  }

  async function overflow(page: Page): Promise<number> {
    return page.evaluate<number>(
      "document.documentElement.scrollWidth - window.innerWidth"
    )
  }

  async function control<Body>(path: string, method = "POST"): Promise<Body> {
    const answer = await fetch(`${demo.sandbox.controlUrl}/${path}`, { method })
    expect(answer.status).toBe(200)
    return JSON.parse(await answer.text())
  }

  type Order = { email: string; payment_status: string; total: number }

  async function ordersOf(email: string): Promise<Order[]> {
    const { orders } = await admin.get<{ orders: Order[] }>(
      "/admin/orders?fields=id,email,total,payment_status"
    )
    return orders.filter((order) => order.email === email)
  }

  function firstOrderOf(email: string): Promise<Order> {
    return eventually(async () => (await ordersOf(email))[0], {
      limitMs: STEP_LIMIT_MS,
      otherwise: `There is no order of ${email}.`,
    })
  }
})
