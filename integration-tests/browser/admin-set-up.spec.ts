import type { BrowserContext, Locator, Page } from "playwright-core"
import { type Demo, startDemo } from "../demo/start-demo"
import { openChromium } from "../launch/chromium"
import { describeInBrowser } from "../launch/describe-in-browser"
import { logInToAdmin } from "../launch/log-in-to-admin"
import { seriousFaults } from "../launch/serious-faults"

const CARD = "Sandbox shop · Hosted page"

jest.setTimeout(300_000)

describeInBrowser("the set-up page of the admin", () => {
  let demo: Demo
  let browser: BrowserContext
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    browser = await openChromium()
    await logInToAdmin(browser, demo.medusaUrl, demo.adminUser)
    page = await browser.newPage()
    page.setDefaultTimeout(60_000)
  })

  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
  })

  it("tells whose account it is, what it takes, where, and where webhooks go", async () => {
    await openSetUp()
    const card = region(CARD)
    await card.getByText("Connected").waitFor()
    await card.getByText("TEST MODE").waitFor()
    await card.getByText("100.00 USD").waitFor()
    await card.getByText("USDT_TRC20_TEST · Tron testnet").waitFor()
    await card
      .getByText(`${demo.medusaUrl}/hooks/crypto/pp_crypto_crypto`)
      .waitFor()
    const shop = card.getByRole("link", { name: "Demo shop" })
    expect(await shop.getAttribute("href")).toContain(demo.store.regionId)
    expect(await seriousFaults(page, "main")).toEqual([])
  })

  it("sends a sample through the webhook address", async () => {
    await openSetUp()
    const card = region(CARD)
    await card.getByRole("button", { name: "Send a test webhook" }).click()
    await card.getByText("its signature was accepted").waitFor()
  })

  it("asks for a wallet where no coin can be received", async () => {
    await changeMerchant({ wallets: [] })
    // The coins are kept for a minute; a fresh start asks anew.
    await demo.restartMedusa({})
    await logInToAdmin(browser, demo.medusaUrl, demo.adminUser)
    await openSetUp()
    await region(CARD).getByText("Attach a wallet").waitFor()
    await changeMerchant({ wallets: ["USDT_TRC20_TEST"] })
  })

  it("names the option that a replaced key is mended in, and is content once it is", async () => {
    const { api_keys } = await changeMerchant({ rotate_key: true })
    await openSetUp()
    const broken = region("pp_crypto_crypto · Hosted page")
    await broken.getByText("The gateway refuses the key").waitFor()
    const option = await broken.getByText("Option to mend").innerText()
    expect(option).toContain("apiKey")
    expect(option).not.toContain(api_keys[0])
    expect(await seriousFaults(page, "main")).toEqual([])

    await demo.restartMedusa({ CRYPTO_API_KEY: api_keys[0] })
    await logInToAdmin(browser, demo.medusaUrl, demo.adminUser)
    await openSetUp()
    await region(CARD).getByText("Connected").waitFor()
  })

  it("says so when it cannot be loaded, and tries again", async () => {
    const ours = "**/admin/crypto-payments/gateway"
    await page.route(ours, (route) => route.abort())
    await page.goto(`${demo.medusaUrl}/app/settings/crypto-payments`)
    const alert = page.getByRole("alert")
    await alert.getByText("could not be loaded").waitFor()
    await page.unroute(ours)
    await alert.getByRole("button", { name: "Try again" }).click()
    await region(CARD).waitFor()
  })

  async function openSetUp() {
    await page.goto(`${demo.medusaUrl}/app/settings/crypto-payments`)
    await page
      .getByRole("button", { name: "Send a test webhook" })
      .first()
      .waitFor()
  }

  function region(name: string): Locator {
    return page.getByRole("region", { name, exact: true })
  }

  /** What the merchant would do in the gateway's cabinet. */
  async function changeMerchant(
    change: object
  ): Promise<{ api_keys: string[] }> {
    const { controlUrl, merchantId } = demo.sandbox
    const answer = await fetch(`${controlUrl}/merchants/${merchantId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(change),
    })
    const merchant: { api_keys: string[] } = JSON.parse(await answer.text())
    return merchant
  }
})
