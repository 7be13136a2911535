import { fetchAnswer } from "../../support/browser/fetch-answer"
import { readQrCode } from "./read-qr-code"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

/** A clock in the shopper's browser that is two days ahead. */
const wrongClock = `{
  const RealDate = Date
  const shiftMs = 2 * 24 * 60 * 60 * 1000
  globalThis.Date = class extends RealDate {
    constructor(...parts) {
      parts.length > 0 ? super(...parts) : super(RealDate.now() + shiftMs)
    }
    static now() {
      return RealDate.now() + shiftMs
    }
  }
}`

/** What goes wrong around a payment, and what the shopper sees then. */
export function troubleSuite(stage: () => Stage): void {
  const payments = () => `${stage().shop.url}/store/crypto-payments/pay*`

  it("a Medusa that is slow or fails is shown as checking, never as a failed payment", async () => {
    const cartId = await stage().cart("guide", "weak-net@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    const paymentId = await visitor.payOnHostedPage()
    const { success_url } = await stage().returnUrls(paymentId)

    const answers: (() => void)[] = []
    const slow = new Promise<void>((resolve) => answers.push(resolve))
    await page.route(payments(), async (route) => {
      await slow
      await route.fulfill({ status: 503, body: "{}" })
    })
    await page.goto(success_url)
    await visitor.headed("Checking your payment")
    answers.forEach((answer) => answer())
    await page.getByText("The store is not responding right now").waitFor()
    expect(await visitor.text()).not.toMatch(/fail|expired|did not work/i)
    await page.unroute(payments())
    await visitor.headed("Waiting for your payment")

    // It fails again while the truth is known: that stays.
    await page.route(payments(), (route) => route.abort())
    await page.getByText("The store is not responding right now").waitFor()
    await visitor.headed("Waiting for your payment")
    await stage().gateway.pay(paymentId)
    await stage().paidOrders("weak-net@demo.test")
    await page.unroute(payments())
    await visitor.atOrder()
    expect(visitor.complaints).toEqual([])
  })

  it("an answer that someone replaced leads nowhere and blanks nothing", async () => {
    const cartId = await stage().cart("guide", "replaced-answer@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    const paymentId = await visitor.payOnHostedPage()
    const { success_url } = await stage().returnUrls(paymentId)
    let patch: Record<string, unknown> = {}
    await page.route(payments(), async (route) => {
      const response = await fetchAnswer(route)
      const { crypto_payment } = await response.json()
      const json = { crypto_payment: { ...crypto_payment, ...patch } }
      await route.fulfill({ response, json })
    })
    const links = page.locator("a.cryptopay-button")
    await page.goto(success_url)
    await visitor.headed("Waiting for your payment")
    expect(await links.count()).toBe(1)
    patch = { checkout_url: "javascript:alert(document.domain)" }
    await page.goto(success_url)
    await visitor.headed("Waiting for your payment")
    expect(await links.count()).toBe(0)
    for (const state of ["__proto__", "a state of next year"]) {
      patch = { state, provider_id: {} }
      await page.goto(success_url)
      await visitor.headed("Checking your payment")
    }
    await page.unrouteAll({ behavior: "ignoreErrors" })
    expect(visitor.complaints).toEqual([])
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
    expect(await visitor.shownAddress()).toBe(wallet_address)
    await page.waitForLoadState("networkidle")
    expect(await visitor.overflow()).toBeLessThanOrEqual(0)
    await page.unrouteAll({ behavior: "ignoreErrors" })
    expect(visitor.complaints).toEqual([])
  })

  it("the countdown goes by the shop's clock where the shopper's is wrong; texts speak the shopper's language", async () => {
    const cartId = await stage().cart("guide", "wrong-clock@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await page.addInitScript(wrongClock)
    await visitor.takeCart(cartId, "?locale=de-AT")
    await page.locator("input[value=TRX_TEST]").check()
    await page.getByRole("button", { name: "Adresse anzeigen" }).click()
    await visitor.headed("Wir warten auf Ihre Zahlung")
    await page
      .getByRole("timer")
      .getByText(/^Verbleibende Zeit: (15:00|14:\d\d)$/)
      .waitFor()
    expect(await visitor.overflow()).toBe(0)
    expect(visitor.complaints).toEqual([])
  })

  it("coins that cannot be listed are offered again; one that cannot be taken is explained", async () => {
    const cartId = await stage().cart("guide", "no-coin@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    const list = `${stage().shop.url}/store/crypto-payments/currencies*`
    await page.route(list, (route) => route.abort())
    await visitor.takeCart(cartId)
    await page.getByText("The cryptocurrencies could not be loaded.").waitFor()
    await page.unroute(list)
    // A list that is older than the gateway's wallets.
    await page.route(list, async (route) => {
      const response = await fetchAnswer(route)
      const { currencies } = await response.json()
      const more = { code: "DOGE_TEST", name: "Dogecoin", network: "Dogecoin" }
      await route.fulfill({
        response,
        json: { currencies: [more, ...currencies] },
      })
    })
    await page.getByRole("button", { name: "Try again" }).click()
    await visitor.chooseCoin("DOGE_TEST")
    await page
      .getByRole("alert")
      .getByText(/This store takes no payment in "DOGE_TEST"/)
      .waitFor()
    await visitor.chooseCoin("TRX_TEST")
    expect(await readQrCode(page)).toBe(await visitor.shownAddress())
    expect(visitor.complaints).toEqual([])
  })

  describe("where a rule leaves a short payment to the merchant", () => {
    beforeAll(() => stage().shop.restart({ CRYPTO_MAX_SHORTFALL_PERCENT: "1" }))
    afterAll(() => stage().shop.restart({}))

    it("says what is missing, and leads to the order once that is accepted", async () => {
      const email = "too-little@demo.test"
      const cartId = await stage().cart("guide", email)
      const visitor = await stage().visitor()
      await visitor.takeCart(cartId)
      await visitor.chooseCoin("TRX_TEST")
      await visitor.shownAddress()
      const [attempt] = await stage().ledger(cartId)
      await stage().gateway.pay(attempt.gateway_payment_id, "short")
      await visitor.page
        .getByText(/^You sent [\d.]+ of [\d.]+ \D+; [\d.]+ \D+ is missing\.$/)
        .waitFor()
      expect(await stage().orders(email)).toEqual([])

      await stage().actions.accept(attempt.id)
      await visitor.atOrder()
      expect(await stage().paidOrders(email)).toMatchObject([{ total: 4.99 }])
      expect(visitor.complaints).toEqual([])
    })
  })
}
