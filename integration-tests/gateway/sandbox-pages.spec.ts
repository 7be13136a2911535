import type { BrowserContext, Page } from "playwright-core"
import { GatewayClient } from "../../src/gateway"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { type ChromiumOptions, openChromium } from "../support/browser/chromium"
import { describeInBrowser } from "../support/browser/describe-in-browser"

describeInBrowser("the sandbox's pages", () => {
  let sandbox: Sandbox
  let client: GatewayClient
  let browser: BrowserContext
  let asked: URL[]
  let complaints: string[]
  let counted = 0

  beforeEach(async () => {
    sandbox = await startSandbox({ control: true })
    client = new GatewayClient({
      baseUrl: sandbox.url,
      merchantId: sandbox.merchantId,
      apiKey: sandbox.apiKey,
    })
    asked = []
    complaints = []
  })
  afterEach(async () => {
    await browser.close()
    await client.close()
    await sandbox.close()
  })

  /** A browser's page; what it asks for and complains about is kept. */
  async function open(options: ChromiumOptions = {}): Promise<Page> {
    browser = await openChromium(options)
    const page = await browser.newPage()
    page.on("request", (request) => asked.push(new URL(request.url())))
    page.on("pageerror", (error) => complaints.push(error.message))
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text())
    })
    return page
  }

  async function makePayment() {
    counted += 1
    const payment = await client.createWidgetPayment({
      amount: "19.90",
      currency: "EUR",
      external_id: `page-${counted}`,
      success_url: `${sandbox.url}/pay/thanks`,
      fail_url: `${sandbox.url}/pay/again`,
    })
    return { id: payment.id, url: payment.url ?? "" }
  }

  const control = (path: string) =>
    fetch(`${sandbox.controlUrl}/${path}`, { method: "POST" })

  it("checkout: the keyboard is enough, from the coin to the shop", async () => {
    const { url } = await makePayment()
    const page = await open()
    await page.goto(url)
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    const send = page.getByRole("button", { name: "Send test coins" })
    await send.waitFor()
    expect(await page.locator(".qr svg").isVisible()).toBe(true)
    for (let tabs = 0; tabs < 10; tabs += 1) {
      await page.keyboard.press("Tab")
      if ((await page.locator("button.main:focus").count()) > 0) break
    }
    await page.keyboard.press("Enter")
    await page.waitForURL(`${sandbox.url}/pay/thanks`)
  })

  it("checkout: counts down and copies the address on a dark phone, and loads nothing from elsewhere", async () => {
    const { id, url } = await makePayment()
    const page = await open({
      viewport: { width: 320, height: 640 },
      colorScheme: "dark",
    })
    await browser.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.goto(url)
    await page.getByRole("button", { name: "Continue" }).click()

    const timer = page.getByRole("timer")
    const first = await timer.innerText()
    expect(first).toMatch(/^1[45]:\d\d$/)
    await timer.filter({ hasNotText: first }).waitFor()
    await page.getByRole("button", { name: "Copy the address" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    const { wallet_address } = await client.getPayment({ id })
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      wallet_address
    )

    const width = await page.evaluate("document.body.parentNode.scrollWidth")
    expect(width).toBeLessThanOrEqual(320)
    const background = "getComputedStyle(document.body).backgroundColor"
    const dark = await page.evaluate(background)
    await page.emulateMedia({ colorScheme: "light" })
    expect(await page.evaluate(background)).not.toBe(dark)

    const { host } = new URL(sandbox.url)
    expect(asked.filter(({ protocol }) => protocol !== "data:")).not.toEqual([])
    expect(
      asked.filter((each) => each.protocol !== "data:" && each.host !== host)
    ).toEqual([])
    expect(complaints).toEqual([])
  })

  it("checkout: an open page leaves for the shop by itself when its payment ends", async () => {
    const { id, url } = await makePayment()
    const page = await open()
    await page.goto(url)
    await control(`payments/${id}/expire`)
    await page.waitForURL(`${sandbox.url}/pay/again`)
  })

  it("control: pays, lets time pass and plays a fault at the press of a button", async () => {
    const paid = await makePayment()
    const late = await makePayment()
    const page = await open()
    await page.goto(sandbox.controlUrl ?? "")
    await page.getByRole("button", { name: "Pay", exact: true }).last().click()
    await page.getByText("confirmed", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Advance 15 minutes" }).click()
    await page.getByText("expired", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Drop a webhook" }).click()
    await page.getByText("drop x1").waitFor()
    expect((await client.getPayment({ id: paid.id })).status).toBe("confirmed")
    expect((await client.getPayment({ id: late.id })).status).toBe("expired")
    expect(complaints).toEqual([])
  })
})
