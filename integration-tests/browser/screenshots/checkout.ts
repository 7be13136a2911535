import { mkdir } from "node:fs/promises"
import path from "node:path"
import type { Page } from "playwright-core"
import type { Demo } from "../../demo/start-demo"
import type { ChromiumOptions } from "../../support/browser/chromium"
import { fetchAnswer } from "../../support/browser/fetch-answer"
import { Stage } from "../storefront/stage"
import { DemoRefunds } from "../refund-requests"
import type { Visitor } from "../storefront/visitor"

const phone: ChromiumOptions = { viewport: { width: 420, height: 900 } }

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"

/** What the shop's answer is made to say for a picture of the return page. */
const answers: Record<string, { heading: string; patch: object }> = {
  waiting: { heading: "Waiting for your payment", patch: {} },
  "placing-order": { heading: "Payment received", patch: { state: "paid" } },
  expired: {
    heading: "Payment expired",
    patch: { state: "closed", gateway_status: "expired" },
  },
  failed: {
    heading: "Payment failed",
    patch: { state: "closed", gateway_status: "failed" },
  },
  "cart-changed": {
    heading: "The price has changed",
    patch: { cart: "changed" },
  },
  replaced: {
    heading: "This payment was replaced",
    patch: { replaced: true },
  },
  "paid-otherwise": {
    heading: "Order already placed",
    patch: { cart: "completed" },
  },
  attention: {
    heading: "We received your payment",
    patch: { state: "attention" },
  },
  resolved: {
    heading: "The store has handled your payment",
    patch: { state: "resolved" },
  },
}

/**
 * Takes a picture of each state of the checkout in the demo's shop, into
 * `checkout-<state>.png` of a folder. The browser specs bring the states about;
 * here most of them are put into the shop's answer, so that pictures stay
 * quick to take.
 *
 * @returns the files' names.
 */
export async function checkoutScreenshots(
  demo: Demo,
  folder: string
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const stage = await Stage.on(demo)
  const taken: string[] = []
  try {
    await shootInline("light")
    await shootInline("dark")
    await shootReturn()
    await shootRefund()
  } finally {
    await stage.leave()
  }
  return taken

  async function shoot(page: Page, selector: string, name: string) {
    const file = `checkout-${name}.png`
    await page.locator(selector).screenshot({
      path: path.join(folder, file),
      animations: "disabled",
    })
    taken.push(file)
  }

  async function shootInline(colorScheme: "light" | "dark") {
    const ending = colorScheme === "dark" ? "-dark" : ""
    const visitor = await stage.visitor({ ...phone, colorScheme })
    const { page } = visitor
    const kit = "section.card:has(.cryptopay)"
    await visitor.takeCart(await stage.cart("shirt", "ada@demo.test"))
    await hideContact(page)
    await page.getByRole("group", { name: "Choose a cryptocurrency" }).waitFor()
    if (!ending) await shoot(page, kit, "coins")
    await visitor.chooseCoin("ETH_TEST")
    await visitor.shownFacts()
    await page.locator(".cryptopay-qr path[d^='M4']").waitFor()
    await shoot(page, kit, `pay${ending}`)
    if (ending) return
    await page.getByRole("button", { name: "I have sent it" }).click()
    await visitor.headed("Confirming your payment")
    await shoot(page, kit, "confirming")
  }

  async function shootReturn() {
    const visitor = await stage.visitor(phone)
    const { page } = visitor
    const cartId = await stage.cart("guide", "ada@demo.test")
    await visitor.takeCart(cartId)
    const paymentId = await visitor.payOnHostedPage()
    const { success_url } = await stage.returnUrls(paymentId)
    for (const [name, { heading, patch }] of Object.entries(answers)) {
      await answering(page, patch)
      await page.goto(success_url)
      await visitor.headed(heading)
      await shoot(page, ".card", name)
    }
    await page.unroute(asked())
    await page.route(asked(), (route) => route.abort())
    await page.goto(success_url)
    await page.getByText("The store is not responding right now").waitFor()
    await shoot(page, ".card", "checking")
    await page.unroute(asked())
    await visitor.goTo("/return?payment_session_id=payses_unheard_of")
    await visitor.headed("Payment not found")
    await shoot(page, ".card", "unknown")
    await shootOrder(visitor, paymentId, success_url)
  }

  async function shootOrder(visitor: Visitor, paymentId: string, url: string) {
    await visitor.page.goto(url)
    await visitor.page.getByRole("link", { name: "Go to payment page" }).click()
    await visitor.pickCoinAtGateway()
    await stage.gateway.pay(paymentId)
    await visitor.atOrder()
    await shoot(visitor.page, ".card", "order")
  }

  async function shootRefund() {
    const email = "refund@demo.test"
    const cartId = await stage.cart("guide", email)
    const { data } = await stage.shopper.startPayment(
      cartId,
      "pp_crypto-h2h_crypto",
      { target_currency: "ETH_TEST" }
    )
    await stage.gateway.pay(String(data?.gateway_payment_id))
    await stage.paidOrders(email)
    const refundRequests = await DemoRefunds.open(demo)
    const { id, token } = await refundRequests.requestFor(cartId)
    const visitor = await stage.visitor(phone)
    const { page } = visitor
    await visitor.goTo(`/crypto-refund#${token}`)
    await page.getByRole("textbox").fill(ADDRESS)
    await shoot(page, ".card", "refund")
    await page.keyboard.press("Enter")
    await visitor.headed("Check the address")
    await shoot(page, ".card", "refund-review")
    await page.getByRole("button", { name: "Confirm address" }).click()
    await visitor.headed("Your address is saved")
    await refundRequests.merchant.send(id, `0x${"5c".repeat(32)}`)
    await page.reload()
    await visitor.headed("Your refund was sent")
    await shoot(page, ".card", "refund-sent")
  }

  async function answering(page: Page, patch: object) {
    await page.unroute(asked())
    await page.route(asked(), async (route) => {
      const response = await fetchAnswer(route)
      const { crypto_payment } = await response.json()
      const json = { crypto_payment: { ...crypto_payment, ...patch } }
      await route.fulfill({ response, json })
    })
  }

  function asked(): string {
    return `${demo.url}/store/crypto-payments/pay*`
  }
}

/** The address is the shop's, and would only make the picture long. */
async function hideContact(page: Page): Promise<void> {
  await page.evaluate(
    `document.querySelector(".contact").style.display = "none"`
  )
}
