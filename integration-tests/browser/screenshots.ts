/**
 * The pictures of the guides, each in light and in dark,
 * and the digests of what they show: `npm run screenshots`.
 * With `--check` it names those that are older than their screens, and takes none.
 */
import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"
import { applyPalette, GIFEncoder, quantize } from "gifenc"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { PNG } from "pngjs"
import { type Demo, startDemo } from "../demo/start-demo"
import {
  digestsOfPictured,
  olderPictures,
  PICTURED_FILE,
} from "../docs/pictures"
import { logInToAdmin } from "../support/browser/log-in-to-admin"
import { type ChromiumOptions, openChromium } from "../support/browser/chromium"
import { runMain } from "../support/command"
import { Progress } from "../support/progress"
import { farFromNow } from "../support/store/far-from-now"
import { Stage } from "./storefront/stage"

const FOLDER = path.join(__dirname, "../../.github/screenshots")
const STILL = { animations: "disabled", caret: "hide" } as const
const COLOR_SCHEMES = ["light", "dark"] as const
/** Of the moving picture. */
const SALE_VIEWPORT = { width: 900, height: 700 }
const FRAME_MS = 3_500
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

void runMain({ check: { type: "boolean" } }, async ({ check }) => {
  if (check) {
    // As GitHub shows it beside the run.
    const mark = process.env.GITHUB_ACTIONS ? "::notice::" : "notice: "
    for (const name of olderPictures(await readFile(PICTURED_FILE, "utf8"))) {
      process.stdout.write(
        `${mark}the picture "${name}" is older than its screen\n`
      )
    }
    return 0
  }
  const digests = digestsOfPictured()
  const progress = new Progress()
  const demo = await startDemo({
    // What needs a person shall go on needing one.
    reconcileSchedule: farFromNow(),
    tell: progress.begin,
  })
  progress.begin("Taking the images")
  const stage = await new Stage(demo).open()
  try {
    await takeAdmin(demo, stage)
    for (const colorScheme of COLOR_SCHEMES) {
      await takeShopper(stage, colorScheme)
      await takeSale(demo, stage, colorScheme)
    }
    await writeFile(PICTURED_FILE, digests)
  } finally {
    progress.begin("Stopping")
    await stage.close()
    await demo.stop()
    progress.end()
  }
  return 0
})

/** List, a payment that needs attention, and the box on an order's page. */
async function takeAdmin(demo: Demo, stage: Stage): Promise<void> {
  for (const coin of ["USDT_TRC20_TEST", "ETH_TEST", "USDT_TRC20_TEST"]) {
    await stage.sell(coin)
  }
  const { id: refunded } = await stage.sell("ETH_TEST")
  const { token } = await stage.refundRequests.request(refunded)
  await stage.customer.confirm(token, ADDRESS)
  const soldOut = await stage.openPayment("mug")
  await stage.setStock("mug", 0)
  await stage.pay(soldOut)
  await stage.untilState(soldOut, "attention")
  const attention = await stage.payTooLittle()
  const { orderId } = await stage.sell()

  await inAdmin(demo, async (browser) => {
    for (const colorScheme of COLOR_SCHEMES) {
      const page = await browser.newPage()
      await page.emulateMedia({ colorScheme })
      const open = async (to: string, name: string | RegExp, height = 960) => {
        await page.setViewportSize({ width: 1_400, height })
        await page.goto(`${demo.url}/app${to}`)
        const region = page.getByRole("region", { name })
        await region.waitFor()
        await page.waitForLoadState("networkidle")
        return region
      }
      await open("/crypto-payments", /need your attention/, 1_300)
      await take(page, `list-${colorScheme}`)
      await open(`/crypto-payments/${attention}`, "Timeline")
      await take(page, `attention-${colorScheme}`)
      const box = await open(`/orders/${orderId}`, "Crypto payment")
      await take(box, `order-${colorScheme}`)
      await page.close()
    }
  })
}

async function inAdmin(
  demo: Demo,
  take: (browser: BrowserContext) => Promise<void>,
  options?: ChromiumOptions
): Promise<void> {
  const browser = await openChromium(options)
  try {
    await logInToAdmin(browser, demo.url, demo.adminUser)
    await take(browser)
  } finally {
    await browser.close()
  }
}

/**
 * On a phone: an inline payment that waits for its coins,
 * and a refund link before the address is saved.
 */
async function takeShopper(
  stage: Stage,
  colorScheme: "light" | "dark"
): Promise<void> {
  const viewport = { width: 460, height: 900 }
  const visitor = await stage.visitor({ viewport, colorScheme })
  const { page } = visitor
  await visitor.takeCart(await stage.cart("shirt", "ada@demo.test"))
  await visitor.chooseCoin("ETH_TEST")
  await visitor.shownFacts()
  await page.locator(".cryptopay-qr path[d^='M4']").waitFor()
  // It has no edge of its own.
  await page.evaluate(
    `document.querySelector(".cryptopay").style.padding = "24px"`
  )
  await take(page.locator(".cryptopay"), `checkout-${colorScheme}`)

  const { id } = await stage.sell("ETH_TEST")
  const { token } = await stage.refundRequests.request(id)
  await visitor.goTo(`/crypto-refund#${token}`)
  await page.getByRole("textbox").fill(ADDRESS)
  await page.keyboard.press("Enter")
  await visitor.headed("Check the address")
  await take(page.locator(".card"), `refund-${colorScheme}`)
}

/** The moving picture: coin, address, paid, and the order in the admin. */
async function takeSale(
  demo: Demo,
  stage: Stage,
  colorScheme: "light" | "dark"
): Promise<void> {
  const visitor = await stage.visitor({ viewport: SALE_VIEWPORT, colorScheme })
  const { page } = visitor
  const frames: Buffer[] = []
  const shoot = async (shown: Page) => {
    frames.push(await shown.screenshot(STILL))
  }
  const email = `ada-${colorScheme}@demo.test`
  const cartId = await stage.cart("shirt", email)
  await visitor.takeCart(cartId)
  await page.getByRole("group", { name: "Choose a cryptocurrency" }).waitFor()
  await shoot(page)
  await visitor.chooseCoin("ETH_TEST")
  await visitor.shownFacts()
  await page.locator(".cryptopay-qr path[d^='M4']").waitFor()
  await shoot(page)
  const [{ gateway_payment_id: gatewayId }] = await stage.ledger(cartId)
  await stage.control.pay(gatewayId)
  await visitor.atOrder()
  await shoot(page)
  const [{ id: orderId }] = await stage.paidOrders(email)
  const showOrder = async (browser: BrowserContext) => {
    const admin = await browser.newPage()
    await admin.goto(`${demo.url}/app/orders/${orderId}`)
    const box = admin.getByRole("region", { name: "Crypto payment" })
    await box.waitFor()
    await admin.waitForLoadState("networkidle")
    await box.scrollIntoViewIfNeeded()
    await shoot(admin)
  }
  await inAdmin(demo, showOrder, { viewport: SALE_VIEWPORT, colorScheme })
  await writeFile(path.join(FOLDER, `sale-${colorScheme}.gif`), moving(frames))
}

/** Shown one after the other, without end. */
function moving(frames: readonly Buffer[]): Uint8Array {
  const encoder = GIFEncoder()
  for (const frame of frames) {
    const { data, width, height } = PNG.sync.read(frame)
    const palette = quantize(data, 256)
    const pixels = applyPalette(data, palette)
    encoder.writeFrame(pixels, width, height, { palette, delay: FRAME_MS })
  }
  encoder.finish()
  return encoder.bytes()
}

/** In few bytes: flat colors are best left unfiltered. */
async function take(shown: Page | Locator, name: string): Promise<void> {
  const picture = await shown.screenshot(STILL)
  const compressed = PNG.sync.write(PNG.sync.read(picture), {
    colorType: 2,
    filterType: 0,
    deflateLevel: 9,
    deflateStrategy: 0,
  })
  await writeFile(path.join(FOLDER, `${name}.png`), compressed)
}
