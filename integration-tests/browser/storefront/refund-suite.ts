import { openedBy } from "../../support/shop/open-payment"
import { seriousFaults } from "../../support/browser/serious-faults"
import type { Stage } from "./stage"
import { PHONE } from "./visitor"

const PROVIDER = "pp_crypto-inline_crypto"
const ADDRESS = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
/** One letter of it in the other case. */
const MISTYPED = "TJRabPrwbZy45sbavfcjinPJC18kjpRtv8"
const XRP_ADDRESS = "r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59"
const HASH = "5c".repeat(32)

/** The page behind a refund link. */
export function refundSuite(stage: () => Stage): void {
  it("takes an address once it is confirmed, and shows the transaction", async () => {
    const { id, token } = await refund("refund@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.goTo(`/crypto-refund#${token}`)
    await visitor.headed(/^Your refund$/)
    expect(await visitor.text()).toMatch(/refunds €4\.99 to you[^]*Tron/)
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])

    await page.getByRole("button", { name: "Check address" }).click()
    await page.getByText("Enter an address.").waitFor()
    await page.getByRole("textbox").fill(MISTYPED)
    await page.getByRole("button", { name: "Check address" }).click()
    await page.getByText("This address cannot be used.").waitFor()
    await focused("INPUT")
    expect(await seriousFaults(page, "main")).toEqual([])

    await page
      .getByRole("textbox")
      .fill("0x52908400098527886E0F7030069857D2E4169EE7")
    await page.getByRole("button", { name: "Check address" }).click()
    await page
      .getByText(/of another network: Ethereum \(EVM\)\. Copy one for .*Tron/i)
      .waitFor()

    await page.getByRole("textbox").fill(ADDRESS.replace("8", "0"))
    await page.getByRole("button", { name: "Check address" }).click()
    await page.getByText("has: “0”. Copy it from your wallet.").waitFor()

    // A payment link of a wallet.
    await page.getByRole("textbox").fill(` tron:${ADDRESS}?amount=1 `)
    await page.getByRole("button", { name: "Check address" }).click()
    await visitor.headed("Check the address")
    expect(await visitor.text()).toContain(`tron:${ADDRESS}?amount=1`)
    await focused("H2")
    await page.getByText("Transfers cannot be undone.").waitFor()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    // Nothing is saved yet.
    await page.reload()
    await visitor.headed("Your refund")
    expect((await stage().refundRequests.find(id))?.address).toBeNull()

    await page.getByRole("textbox").fill(ADDRESS)
    await page.keyboard.press("Enter")
    await visitor.headed("Check the address")
    // The second click of the two may take the focus away.
    await page.getByRole("button", { name: "Confirm address" }).dblclick()
    await visitor.headed("Your address is saved")
    expect(await stage().refundRequests.find(id)).toMatchObject({
      state: "address_entered",
      address: ADDRESS,
    })
    expect(await seriousFaults(page, "main")).toEqual([])

    await stage().refundRequests.send(id, HASH)
    await page.evaluate(`window.dispatchEvent(new Event("online"))`)
    await visitor.headed("Your refund was sent")
    await page.getByText(HASH).waitFor()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    expect(await page.getByRole("textbox").count()).toBe(0)

    /** The focus follows what is shown, after the next paint. */
    async function focused(tag: string): Promise<void> {
      await page.locator(`${tag}:focus`).waitFor()
    }
  })

  it("sends no recovery phrase, and selects what it cannot copy", async () => {
    const { id, token } = await refund("phrase@demo.test")
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    await visitor.goTo(`/crypto-refund#${token}`)
    await visitor.headed("Your refund")
    const posted: string[] = []
    page.on("request", (request) => {
      if (request.method() === "POST") posted.push(request.url())
    })
    await page
      .getByRole("textbox")
      .fill("abandon ability able about above absent absorb abstract")
    await page.keyboard.press("Enter")
    await page.getByText("This looks like a recovery phrase.").waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])
    expect(posted).toEqual([])

    await page.getByRole("textbox").fill(ADDRESS.replace(/.{4}/g, "$& "))
    await page.keyboard.press("Enter")
    await visitor.headed("Check the address")
    await page.evaluate(
      `navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))`
    )
    await page.getByRole("button", { name: "Copy: Address" }).click()
    await page.getByText("Selected: copy it").first().waitFor()
    expect(await page.evaluate("String(getSelection())")).toBe(ADDRESS)
    expect((await stage().refundRequests.find(id))?.address).toBeNull()
  })

  it("returns a surplus, asks for the tag where the network's exchanges have one, and keeps the typed address for a correction", async () => {
    const { id, token } = await refund("tag@demo.test", "over")
    await stage().changeRefundRequest(id, { crypto_network: "XRP Ledger" })
    const visitor = await stage().visitor(PHONE)
    const { page } = visitor
    const address = page.getByLabel("address on the")
    const tag = page.getByLabel("Tag or memo")
    await visitor.goTo(`/crypto-refund#${token}`)
    await visitor.headed("Your refund")
    await page.getByText("You sent more coins than were due.").waitFor()
    await page.getByText("coins sent without it are lost").waitFor()
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    await address.fill("104398")
    await page.keyboard.press("Enter")
    await page.getByText("It is a tag or memo alone.").waitFor()
    await address.and(page.locator(":focus")).waitFor()

    await address.fill(XRP_ADDRESS)
    await tag.fill("no number")
    await page.keyboard.press("Enter")
    await page.getByText("The tag or memo is not one of XRP Ledger").waitFor()
    await tag.and(page.locator(":focus[aria-invalid]")).waitFor()
    expect(await seriousFaults(page, "main")).toEqual([])

    await tag.fill("")
    await page.keyboard.press("Enter")
    await visitor.headed("Check the address")
    expect(await visitor.text()).toMatch(/Tag or memo\s+None/)
    await page.getByRole("button", { name: "Enter another address" }).click()
    await visitor.headed("Your refund")
    expect(await address.inputValue()).toBe(XRP_ADDRESS)
    await address.fill(`${XRP_ADDRESS}:104398`)
    await page.keyboard.press("Enter")
    await visitor.headed("Check the address")
    expect(await visitor.text()).toMatch(/Tag or memo\s+104398/)
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
    await page.getByRole("button", { name: "Confirm address" }).click()
    await visitor.headed("Your address is saved")
    expect(await visitor.text()).toMatch(/Tag or memo\s+104398/)
    expect(await stage().refundRequests.find(id)).toMatchObject({
      address: XRP_ADDRESS,
      address_tag: "104398",
    })
  })

  it("says that a link is not valid that is unknown, or whose time is over, also while its page is open", async () => {
    const { id, token } = await refund("expired@demo.test")
    const visitor = await stage().visitor({ ...PHONE, colorScheme: "dark" })
    const { page } = visitor
    const unknown = `cpref_unknown.${"s".repeat(43)}`
    await visitor.goTo(`/crypto-refund?locale=de#${unknown}`)
    await visitor.headed("Dieser Erstattungslink ist ungültig")
    for (const cut of ["", token.slice(0, -1)]) {
      await visitor.goTo(`/crypto-refund?locale=de#${cut}`)
      await visitor.headed("Dieser Erstattungslink ist unvollständig")
    }
    expect(await seriousFaults(page, "main")).toEqual([])
    // As a mail program may change it.
    await visitor.goTo(`/crypto-refund?locale=de#${token}>).`)
    await visitor.headed("Ihre Erstattung")
    await page.getByRole("textbox").fill(ADDRESS)
    await page.getByRole("button", { name: "Adresse prüfen" }).click()
    await visitor.headed("Prüfen Sie die Adresse")
    expect(await seriousFaults(page, "main")).toEqual([])
    await stage().changeRefundRequest(id, { expires_at: new Date() })
    await page.getByRole("button", { name: "Adresse bestätigen" }).click()
    await visitor.headed("Dieser Erstattungslink ist ungültig")
    expect((await stage().refundRequests.find(id))?.address).toBeNull()
    await page.reload()
    await visitor.headed("Dieser Erstattungslink ist ungültig")
    expect(await visitor.overflow()).toBe(0)
    expect(await seriousFaults(page, "main")).toEqual([])
  })

  it("keeps the address while Medusa does not answer", async () => {
    const { id, token } = await refund("no-answer-refund@demo.test")
    const visitor = await stage().visitor()
    const { page } = visitor
    const answers = `${stage().shop.url}/store/crypto-refunds/*`
    await page.route(answers, (route) => route.abort())
    await visitor.goTo(`/crypto-refund#${token}`)
    await page.getByText("Check your internet connection.").waitFor()
    await page.unroute(answers)
    await visitor.headed("Your refund")
    await page.getByRole("textbox").fill(ADDRESS)
    await page.getByRole("button", { name: "Check address" }).click()
    await visitor.headed("Check the address")
    await page.route(answers, (route) => route.abort())
    await page.getByRole("button", { name: "Confirm address" }).click()
    await page.getByText("Check your internet connection.").waitFor()
    await page.unroute(answers)
    await page.getByRole("button", { name: "Confirm address" }).click()
    await visitor.headed("Your address is saved")
    expect((await stage().refundRequests.find(id))?.address).toBe(ADDRESS)
  })

  /** A request for the refund of an order that was paid. */
  async function refund(email: string, kind: "exact" | "over" = "exact") {
    const cartId = await stage().cart("guide", email)
    const coin = { target_currency: "USDT_TRC20_TEST" }
    const { shopper, control } = stage()
    const opened = openedBy(await shopper.startPayment(cartId, PROVIDER, coin))
    await control.pay(opened.gatewayId, kind)
    await stage().untilState(opened, "settled")
    const { refund_request, token } = await stage().refundRequests.request(
      opened.id
    )
    return { id: refund_request.id, token }
  }
}
