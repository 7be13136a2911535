import fs from "node:fs"
import path from "node:path"
import { payAtCheckout } from "../../demo/check/pay-at-checkout"
import { openChromium } from "../../support/browser/chromium"
import { logInToAdmin } from "../../support/browser/log-in-to-admin"
import { pageFaults } from "../../support/browser/page-faults"
import { eventually } from "../../support/eventually"
import { SandboxControl } from "../../support/instances"
import { Shopper, logInAsAdmin } from "../../support/store"
import {
  type ApplicationTarballs,
  FOREIGN_WIDGET,
  makeApplication,
} from "../fresh-application"
import {
  PACKED_STORE_ADMIN,
  PackedStore,
  type PackedStoreSeed,
} from "../packed-store"

/** A store that is tried: a version of Medusa, with other packages or its own. */
export type StoreTrial = {
  version: string
  title: string
  overrides: Record<string, string>
}

const ORDER_LIMIT_MS = 60_000
/** Of the storefront that the README's medusa-config.ts allows; it is never visited. */
const RETURN_PAGE = "http://localhost:8000/return"
const COIN = "USDT_TRC20"

/**
 * Takes the packed plugin through all steps in a fresh store of one version of
 * Medusa. The folder must be a new one. A step that fails ends the trial; its
 * reason is printed.
 */
export async function tryVersion(
  { version, title, overrides }: StoreTrial,
  place: { folder: string; tarballs: ApplicationTarballs; databaseUrl: string }
): Promise<"passed" | "failed" | "skipped"> {
  const { folder, tarballs, databaseUrl } = place
  let store: PackedStore | undefined
  let step = ""
  const begin = (next: string) => {
    step = next
    process.stdout.write(`Medusa ${title}: ${step}\n`)
  }
  try {
    begin("install")
    fs.mkdirSync(folder)
    await makeApplication(folder, tarballs, { version, overrides })
    // Its port for counters is fixed, and another run on this machine may have it.
    fs.rmSync(path.join(folder, "instrumentation.ts"))
    checkInstalled(folder, version)
    begin("migrate")
    store = await PackedStore.prepare(folder, databaseUrl)
    await store.migrate()
    begin("build")
    await store.build()
    begin("start")
    const seed = await store.seed()
    await store.start()
    begin("hosted sale")
    const email = "hosted@example.test"
    const orderId = await sellHosted(store, seed, email)
    begin("inline sale")
    await sellInline(store, seed)
    begin("admin")
    await visitAdmin(store.baseUrl, { orderId, email, other: FOREIGN_WIDGET })
    return "passed"
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stdout.write(`Medusa ${title}: ${step} FAILED: ${reason}\n`)
    // The registry lacks a package of this version, as it may of a snapshot.
    return step === "install" && /npm error code (ETARGET|E404)\b/.test(reason)
      ? "skipped"
      : "failed"
  } finally {
    await store?.stop()
  }
}

/** @throws Error where npm chose another version of Medusa */
function checkInstalled(folder: string, version: string): void {
  for (const name of ["medusa", "framework", "dashboard"]) {
    const file = `node_modules/@medusajs/${name}/package.json`
    const manifest: { version: string } = JSON.parse(
      fs.readFileSync(path.join(folder, file), "utf8")
    )
    if (manifest.version !== version) {
      throw new Error(`@medusajs/${name} is ${manifest.version}.`)
    }
  }
}

/** Sells a shirt on the gateway's own page; only the webhook completes the cart. The order's id. */
export async function sellHosted(
  store: PackedStore,
  seed: PackedStoreSeed,
  email: string
): Promise<string> {
  const shopper = new Shopper(store.baseUrl, seed)
  const cart = await shopper.prepareCart(
    [{ variantId: seed.products.shirt.variantId }],
    { email, shippingOptionId: seed.shippingOptionId }
  )
  const { data } = await shopper.startPayment(cart.id, "pp_crypto_crypto", {
    success_url: RETURN_PAGE,
    fail_url: RETURN_PAGE,
  })
  const { checkout_url, gateway_payment_id } = data
  if (!String(checkout_url).includes(String(gateway_payment_id))) {
    throw new Error(`The session is ${JSON.stringify(data)}.`)
  }
  await payAtCheckout(String(checkout_url))
  return await soldFor(store, cart.id, 13)
}

/** Sells an e-book in the store's own checkout, for a coin that the shopper chose. */
async function sellInline(
  store: PackedStore,
  seed: PackedStoreSeed
): Promise<void> {
  const shopper = new Shopper(store.baseUrl, seed)
  const cart = await shopper.prepareCart(
    [{ variantId: seed.products.ebook.variantId }],
    { email: "inline@example.test" }
  )
  const { data } = await shopper.startPayment(cart.id, "pp_crypto-h2h_crypto", {
    target_currency: COIN,
  })
  if (data.target_currency !== COIN || !data.wallet_address) {
    throw new Error(`The session is ${JSON.stringify(data)}.`)
  }
  const gateway = new SandboxControl({ controlUrl: store.sandbox.control_url })
  await gateway.pay(String(data.gateway_payment_id))
  await soldFor(store, cart.id, 5)
}

/** Waits until the attempt is settled, and looks at Medusa's order; its id. */
async function soldFor(
  { baseUrl }: PackedStore,
  cartId: string,
  total: number
): Promise<string> {
  type Attempt = { state: string; order_id: string | null }
  type Order = {
    id: string
    total: number
    currency_code: string
    payment_status: string
  }
  const admin = await logInAsAdmin(baseUrl, PACKED_STORE_ADMIN)
  const orderId = await eventually(
    async () => {
      const { crypto_payments } = await admin.get<{
        crypto_payments: Attempt[]
      }>(`/admin/crypto-payments?q=${cartId}`)
      const [attempt] = crypto_payments
      return attempt?.state === "settled" ? attempt.order_id : undefined
    },
    {
      limitMs: ORDER_LIMIT_MS,
      otherwise: `The payment of ${cartId} was not settled within a minute.`,
    }
  )
  const { order } = await admin.get<{ order: Order }>(
    `/admin/orders/${orderId}?fields=id,total,currency_code,payment_status`
  )
  const { payment_status, currency_code } = order
  const paid = `${payment_status} ${order.total} ${currency_code}`
  if (paid !== `captured ${total} eur`) {
    throw new Error(`The order is ${paid}, not captured ${total} eur.`)
  }
  return order.id
}

/**
 * Opens the list of payments, the page of a payment that was sold, the set-up
 * page and the order's page in Chromium.
 *
 * @throws Error where a page lacks what it should show, or where it printed an
 * error to its console
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
    const app = `${baseUrl}/app`
    const page = await browser.newPage()
    const faults = pageFaults(page)
    page.setDefaultTimeout(60_000)

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
    if (faults.length > 0) {
      throw new Error(`Errors in the console:\n${faults.join("\n")}`)
    }
  } finally {
    await browser.close()
  }
}
