import type { Page } from "playwright-core"
import { payAtCheckout } from "../demo/check/pay-at-checkout"
import { openChromium } from "../support/browser/chromium"
import { logInToAdmin } from "../support/browser/log-in-to-admin"
import { pageFaults } from "../support/browser/page-faults"
import { type OpenPayment, openedBy } from "../support/shop/open-payment"
import type { StoreDriver } from "../support/store-driver"
import { PACKED_STORE_ADMIN } from "./packed-store"

/** Of the storefront that the README's medusa-config.ts allows; it is never visited. */
const RETURN_PAGE = "http://localhost:8000/return"
const COIN = "USDT_TRC20"

/** Sells a shirt on the gateway's own page; only the webhook completes the cart. The order's id. */
export async function sellHosted(
  driver: StoreDriver,
  email: string
): Promise<string> {
  const cartId = await driver.cart("shirt", email)
  const session = await driver.shopper.startPayment(
    cartId,
    "pp_crypto_crypto",
    { success_url: RETURN_PAGE, fail_url: RETURN_PAGE }
  )
  const opened = openedBy(session)
  const checkoutUrl = String(session.data.checkout_url)
  if (!checkoutUrl.includes(opened.gatewayId)) {
    throw new Error(`The session is ${JSON.stringify(session.data)}.`)
  }
  await payAtCheckout(checkoutUrl)
  return await soldFor(driver, opened, 13)
}

/** Sells an e-book in the store's own checkout, for a coin that the shopper chose. */
export async function sellInline(driver: StoreDriver): Promise<void> {
  const cartId = await driver.cart("ebook", "inline@example.test")
  const session = await driver.shopper.startPayment(
    cartId,
    "pp_crypto-inline_crypto",
    { target_currency: COIN }
  )
  const { data } = session
  if (data.target_currency !== COIN || !data.wallet_address) {
    throw new Error(`The session is ${JSON.stringify(data)}.`)
  }
  const opened = openedBy(session)
  await driver.control.pay(opened.gatewayId)
  await soldFor(driver, opened, 5)
}

/** Waits until the attempt is settled, and looks at Medusa's order; its id. */
async function soldFor(
  driver: StoreDriver,
  opened: Pick<OpenPayment, "id">,
  total: number
): Promise<string> {
  const { order_id } = await driver.untilState(opened, "settled")
  const { order } = await driver.admin.get<{
    order: {
      id: string
      total: number
      currency_code: string
      payment_status: string
    }
  }>(`/admin/orders/${order_id}?fields=id,total,currency_code,payment_status`)
  const paid = `${order.payment_status} ${order.total} ${order.currency_code}`
  if (paid !== `captured ${total} eur`) {
    throw new Error(`The order is ${paid}, not captured ${total} eur.`)
  }
  return order.id
}

/**
 * Visits the admin of a packed store in Chromium.
 *
 * @throws Error where a page printed an error to its console
 */
export async function inAdmin(
  baseUrl: string,
  visit: (page: Page, app: string) => Promise<void>
): Promise<void> {
  const browser = await openChromium()
  try {
    // In production Medusa gives its cookie to TLS alone; here a proxy's word
    // stands for it.
    await browser.setExtraHTTPHeaders({ "x-forwarded-proto": "https" })
    // Products' pictures may be on another machine, which this browser does not reach.
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
    await logInToAdmin(browser, baseUrl, PACKED_STORE_ADMIN)
    const page = await browser.newPage()
    const faults = pageFaults(page)
    page.setDefaultTimeout(60_000)
    await visit(page, `${baseUrl}/app`)
    if (faults.length > 0) {
      throw new Error(`Errors in the console:\n${faults.join("\n")}`)
    }
  } finally {
    await browser.close()
  }
}

/**
 * Opens the list of payments, the page of a payment that was sold, the set-up
 * page and the order's page in Chromium.
 *
 * @throws Error where a page lacks what it should show
 */
export async function visitAdmin(
  baseUrl: string,
  {
    orderId,
    email,
    other,
  }: {
    orderId: string
    email: string
    /** Text of the widget of another plugin, which the order's page shows too. */
    other?: string
  }
): Promise<void> {
  await inAdmin(baseUrl, async (page, app) => {
    await page.goto(`${app}/crypto-payments`)
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
    const shown = [await ours.count()]
    if (other) {
      await page.getByText(other).waitFor()
      shown.push(await page.getByText(other).count())
    }
    if (shown.some((count) => count > 1)) {
      throw new Error("A widget is shown more than once.")
    }
  })
}
