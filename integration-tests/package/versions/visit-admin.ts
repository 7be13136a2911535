import type { BrowserContext } from "playwright-core"
import { openChromium } from "../../support/browser/chromium"
import { logInToAdmin } from "../../support/browser/log-in-to-admin"
import { pageFaults } from "../../support/browser/page-faults"
import { PACKED_STORE_ADMIN } from "../packed-store"
import type { Sale } from "./sell"

/**
 * Opens the list of payments, the page of a payment that was sold,
 * the set-up page and the order's page in Chromium.
 *
 * @throws Error where a page lacks what it should show, or where it printed an
 * error to its console
 */
export async function visitAdmin(baseUrl: string, sale: Sale): Promise<void> {
  const browser = await openChromium()
  try {
    // In production Medusa gives its cookie to TLS alone; here a proxy's word
    // stands for it.
    await browser.setExtraHTTPHeaders({ "x-forwarded-proto": "https" })
    await showNoPictures(browser)
    await logInToAdmin(browser, baseUrl, PACKED_STORE_ADMIN)
    await walk(browser, `${baseUrl}/app`, sale)
  } finally {
    await browser.close()
  }
}

/** Products' pictures may be on another machine, which this browser does not reach. */
async function showNoPictures(browser: BrowserContext): Promise<void> {
  await browser.route(
    ({ hostname }) => hostname !== "localhost",
    async (route) => {
      if (route.request().resourceType() !== "image") return route.fallback()
      await route.fulfill({
        contentType: "image/svg+xml",
        body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      })
    }
  )
}

async function walk(
  browser: BrowserContext,
  app: string,
  { orderId, email }: Sale
): Promise<void> {
  const page = await browser.newPage()
  const faults = pageFaults(page)
  page.setDefaultTimeout(60_000)

  await page.goto(`${app}/crypto-payments`)
  await page.getByRole("heading", { name: "Crypto payments" }).first().waitFor()
  await page.getByRole("searchbox").fill(email)
  await page.waitForURL(/[?&]q=/)
  const row = page.getByRole("row").filter({ hasText: email })
  await row.getByText("Settled").waitFor()
  await row.getByRole("link").first().click()

  const timeline = page.getByRole("region", { name: "Timeline" })
  await timeline.getByText(/placed and paid/).waitFor()

  await page.goto(`${app}/settings/crypto-payments`)
  await page.getByText("pp_crypto_crypto").first().waitFor()

  await page.goto(`${app}/orders/${orderId}`)
  const ours = page.getByRole("region", { name: "Crypto payment" })
  await ours.getByText("Settled").first().waitFor()

  if (faults.length > 0) {
    throw new Error(`Errors in the console:\n${faults.join("\n")}`)
  }
}
