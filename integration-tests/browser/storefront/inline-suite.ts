import { seriousFaults } from "../../support/browser/serious-faults"
import { readQrCode } from "./read-qr-code"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

/** Payments right in the shop's checkout. */
export function inlineSuite(stage: () => Stage): void {
  it("is paid on a small phone: coin, address and amount in the QR code, order", async () => {
    const cartId = await stage().cart("shirt", "inline@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.takeCart(cartId)
    await page.getByRole("group", { name: "Choose a cryptocurrency" }).waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])
    expect(await visitor.overflow()).toBe(0)
    const tether = page.getByRole("group", { name: "Tether USD (test)" })
    expect(await tether.getByRole("radio").count()).toBe(4)
    await tether.getByRole("radio", { name: "Tron Nile" }).waitFor()
    // The shop has no wallet for it.
    expect(await page.getByRole("group", { name: /Dogecoin/ }).count()).toBe(0)

    await visitor.chooseCoin("ETH_TEST")
    const { address, amount } = await visitor.shownFacts()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    const scanned = /^ethereum:(0x\w{40})@11155111\?value=(\d+)$/.exec(
      await readQrCode(page)
    )
    expect(scanned?.[1]).toBe(address)
    expect(Number(scanned?.[2]) / 1e18).toBeCloseTo(Number(amount), 12)
    expect(
      await page
        .getByRole("link", { name: "Open in wallet" })
        .getAttribute("href")
    ).toBe(scanned?.[0])
    await page
      .getByRole("timer")
      .getByText(/^Price held for (15:00|14:\d\d)$/)
      .waitFor()

    await visitor.payAsBuyer()
    await visitor.atOrder()
    expect(await visitor.text()).toContain(`Paid with ${amount} ETH_TEST`)
    expect(await visitor.overflow()).toBe(0)
    expect(await stage().paidOrders("inline@demo.test")).toEqual([
      expect.objectContaining({ total: 43.9 }),
    ])
  })

  it("survives reloads and double clicks; another coin is another payment, and the first one still counts", async () => {
    const cartId = await stage().cart("guide", "other-coin@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    await page.locator("input[value=USDT_TRC20_TEST]").check()
    await page.getByRole("button", { name: "Show address" }).dblclick()
    const { address: tron } = await visitor.shownFacts()
    expect(await readQrCode(page)).toBe(tron)
    await page.reload()
    expect((await visitor.shownFacts()).address).toBe(tron)
    expect(await stage().ledger(cartId)).toHaveLength(1)

    await page
      .getByRole("button", { name: "Choose another cryptocurrency" })
      .click()
    await visitor.chooseCoin("POL_TEST")
    await page.locator("dd", { hasText: /^Polygon Amoy$/ }).waitFor()
    expect((await visitor.shownFacts()).address).not.toBe(tron)
    const [first, second] = await stage().ledger(cartId)
    expect(await stage().live(cartId)).toEqual([second])

    // The coins were sent to the older address after all.
    await stage().control.pay(first.gateway_payment_id)
    await stage().paidOrders("other-coin@demo.test")
    await visitor.headed("Order already placed")
  })

  it("starts again after it expired, and after the cart changed in another tab", async () => {
    const cartId = await stage().cart("guide", "again@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("TRX_TEST")
    const before = await visitor.shownFacts()
    const [first] = await stage().ledger(cartId)
    await stage().control.expire(first.gateway_payment_id)
    await visitor.headed("Payment expired")
    expect(await visitor.overflow()).toBe(0)
    await page.reload()
    await visitor.headed("Payment expired")

    await page.locator(".cryptopay-price", { hasText: "€4.99" }).waitFor()
    // With the coin that was chosen.
    await page.getByRole("button", { name: "Try again" }).click()
    expect(await visitor.shownFacts()).toEqual(before)
    expect(await stage().ledger(cartId)).toHaveLength(2)

    await stage().addToCart(cartId)
    await visitor.headed("The price has changed")
    expect(await seriousFaults(page, "main")).toEqual([])
    await page
      .getByRole("button", { name: "Choose another cryptocurrency" })
      .click()
    await visitor.chooseCoin("TRX_TEST")
    const after = await visitor.shownFacts()
    expect(Number(after.amount)).toBeCloseTo(2 * Number(before.amount), 3)

    const [live] = await stage().live(cartId)
    await stage().control.pay(live.gateway_payment_id)
    await visitor.atOrder()
    expect(await stage().paidOrders("again@demo.test")).toEqual([
      expect.objectContaining({ total: 9.98 }),
    ])
  })

  it("says on the order's page that too many coins were sent", async () => {
    const cartId = await stage().cart("guide", "too-much@demo.test")
    const visitor = await stage().visitor(PHONE)
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("TRX_TEST")
    await visitor.shownFacts()
    const [attempt] = await stage().ledger(cartId)
    await stage().control.pay(attempt.gateway_payment_id, "over")
    await visitor.atOrder()
    await visitor.page.getByText(/^You sent [\d.]+ .+ more than/).waitFor()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(visitor.page, "main")).toEqual([])
  })

  it("is in the language that the header's select says, on the next page too", async () => {
    const cartId = await stage().cart("guide", "language@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.takeCart(cartId)
    const select = page.getByRole("combobox", { name: "Language" })
    expect(await select.getByRole("option").count()).toBe(18)
    await select.selectOption({ label: "Deutsch" })
    await page.getByText("Kryptowährung auswählen").waitFor()
    expect(await visitor.overflow()).toBe(0)
    await visitor.goTo("/return?payment_session_id=payses_unknown")
    await visitor.headed("Zahlung nicht gefunden")
    expect(await select.inputValue()).toBe("de")
    await visitor.goTo("/return?payment_session_id=payses_unknown&locale=fr")
    await visitor.headed("Paiement introuvable")
    expect(await select.inputValue()).toBe("fr")
  })

  it("does not ask who has paid to pay again, when the cart was changed meanwhile; changed back, it is the order", async () => {
    const cartId = await stage().cart("guide", "paid-then-more@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("TRX_TEST")
    await visitor.shownFacts()
    await page
      .getByText("Please do not change your cart until your payment")
      .waitFor()
    await page.getByRole("button", { name: /^One more of / }).click()
    await visitor.headed("The price has changed")
    const [attempt] = await stage().ledger(cartId)
    await stage().control.pay(attempt.gateway_payment_id)

    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await visitor.headed("We have your payment of €4.99")
      await page.getByText("Your cart now costs €9.98.").waitFor()
      expect(await page.locator("button.cryptopay-button").count()).toBe(0)
    }
    expect(await seriousFaults(page, "main")).toEqual([])
    expect(await visitor.overflow()).toBe(0)
    const returnPage = await visitor.tab(
      `/return?payment_session_id=${attempt.payment_session_id}`
    )
    await returnPage.getByText("Please do not pay again").waitFor()
    await returnPage.close()
    // A shop that has the gateway's page alone.
    await visitor.goTo("/cart?flow=page")
    await visitor.headed("We have your payment of €4.99")
    expect(await page.locator("button.cryptopay-button").count()).toBe(0)
    expect(await stage().ledger(cartId)).toHaveLength(1)

    await page.getByRole("button", { name: /^One less of / }).click()
    await visitor.atOrder()
    expect(await stage().paidOrders("paid-then-more@demo.test")).toEqual([
      expect.objectContaining({ total: 4.99 }),
    ])
  })

  it("goes to the gateway's page and back; each tab tells the truth", async () => {
    const cartId = await stage().cart("guide", "to-and-fro@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("TRX_TEST")
    await visitor.shownFacts()

    const otherTab = await visitor.tab("/cart")
    await otherTab
      .getByRole("button", { name: "Choose another cryptocurrency" })
      .click()
    await otherTab
      .getByRole("button", { name: "Pay on the payment page" })
      .click()
    await otherTab.waitForURL("**/pay/**")
    await visitor.headed("This payment was replaced")
    expect(await stage().live(cartId)).toHaveLength(1)

    // Back to the inline payment, here.
    await page.getByRole("button", { name: "Continue" }).click()
    await page.getByRole("link", { name: "Go to payment page" }).waitFor()
    await page.getByRole("button", { name: "Pay in another way" }).click()
    await visitor.chooseCoin("TRX_TEST")
    await visitor.shownFacts()
    const [live, ...others] = await stage().live(cartId)
    expect(others).toEqual([])
    await otherTab.goBack()
    await otherTab.getByText("Total", { exact: true }).waitFor()
    await otherTab.reload()
    await otherTab
      .getByRole("heading", { name: "Waiting for your payment" })
      .waitFor()

    await stage().control.pay(live.gateway_payment_id)
    await visitor.atOrder()
    await otherTab.getByRole("heading", { name: /^Order #\d+$/ }).waitFor()
    expect(await stage().orders("to-and-fro@demo.test")).toHaveLength(1)
  })
}
