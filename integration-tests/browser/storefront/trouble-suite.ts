import type { Route } from "playwright-core"
import { fetchAnswer } from "../../support/browser/fetch-answer"
import { readQrCode } from "./read-qr-code"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

/** What goes wrong around a payment, and what the shopper sees then. */
export function troubleSuite(stage: () => Stage): void {
  it("a Medusa that fails is shown as checking, never as a failed payment", async () => {
    const cartId = await stage().cart("guide", "weak-net@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    const paymentId = await visitor.payOnHostedPage()
    const { success_url } = await stage().returnUrls(paymentId)

    const payments = `${stage().shop.url}/store/crypto-payments/pay*`
    await page.route(payments, (route) => route.fulfill({ status: 503 }))
    await page.goto(success_url)
    await visitor.headed("Checking your payment")
    await page.getByText("The store is not responding right now").waitFor()
    expect(await visitor.text()).not.toMatch(/fail|expired|did not work/i)
    await page.unroute(payments)
    await visitor.headed("You have not paid yet")

    // It fails again while the truth is known: that stays.
    await page.route(payments, (route) => route.abort())
    await page.getByText("Check your internet connection.").waitFor()
    await visitor.headed("You have not paid yet")
    await stage().control.pay(paymentId)
    await stage().paidOrders("weak-net@demo.test")
    await page.unroute(payments)
    await visitor.atOrder()
  })

  it("a long name is broken into lines, and an address that is too long for a QR code is shown as text", async () => {
    const cartId = await stage().cart("guide", "long-texts@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    const name = "W".repeat(64)
    const wallet_address = "A".repeat(5_000)
    const { url } = stage().shop
    await page.route(`${url}/store/crypto-payments/*`, async (route) => {
      const response = await fetchAnswer(route)
      const json = await response.json()
      for (const coin of json.currencies ?? []) {
        Object.assign(coin, { name, network: name })
      }
      Object.assign(json.crypto_payment ?? {}, {
        crypto_name: name,
        crypto_network: name,
        wallet_address,
      })
      await route.fulfill({ response, json })
    })
    await visitor.takeCart(cartId)
    await page.locator("input[value=USDT_TRC20_TEST]").waitFor()
    expect(await visitor.overflow()).toBeLessThanOrEqual(0)
    await visitor.chooseCoin("USDT_TRC20_TEST")
    expect((await visitor.shownFacts()).address).toBe(wallet_address)
    await page.waitForLoadState("networkidle")
    expect(await visitor.overflow()).toBeLessThanOrEqual(0)
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })

  it("coins that cannot be listed are offered again; one that cannot be taken is explained", async () => {
    const cartId = await stage().cart("guide", "no-coin@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    const list = `${stage().shop.url}/store/crypto-payments/currencies*`
    await page.route(list, (route) => route.abort())
    await visitor.takeCart(cartId)
    await page.getByText("The cryptocurrencies could not be loaded.").waitFor()
    await page.getByText("Check your internet connection.").waitFor()
    await page.unroute(list)
    // A list that is older than the gateway's wallets.
    const once = { times: 1 }
    const addCoin = async (route: Route) => {
      const response = await fetchAnswer(route)
      const { currencies } = await response.json()
      const more = { code: "DOGE_TEST", name: "Dogecoin", network: "Dogecoin" }
      await route.fulfill({
        response,
        json: { currencies: [more, ...currencies] },
      })
    }
    await page.route(list, addCoin, once)
    await page.getByRole("button", { name: "Try again" }).click()
    await visitor.chooseCoin("DOGE_TEST")
    await page
      .getByRole("alert")
      .getByText("This cryptocurrency is no longer available.")
      .waitFor()
    expect(await page.locator("input[value=DOGE_TEST]").count()).toBe(0)
    await visitor.chooseCoin("TRX_TEST")
    const { address } = await visitor.shownFacts()
    expect(await readQrCode(page)).toBe(address)
  })
}
