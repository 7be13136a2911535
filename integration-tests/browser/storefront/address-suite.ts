import { DEMO_TOKENS } from "../../demo/start-demo"
import type { ChromiumOptions } from "../../support/browser/chromium"
import { seriousFaults } from "../../support/browser/serious-faults"
import { readQrCode } from "./read-qr-code"
import type { Stage } from "./stage"
import { PHONE, type Visitor } from "./visitor"

const WARNING = "Careful: what was copied is not the address of this payment."

/** How the address of a payment is shown and copied. */
export function addressSuite(stage: () => Stage): void {
  let carts = 0

  async function arrive(options?: ChromiumOptions): Promise<Visitor> {
    const cartId = await stage().cart("guide", `address-${++carts}@demo.test`)
    const visitor = await stage().visitor(options)
    await visitor.page
      .context()
      .grantPermissions(["clipboard-read", "clipboard-write"])
    await visitor.takeCart(cartId)
    await visitor.chooseCoin("USDC_ERC20_TEST")
    return visitor
  }

  const clipboard = (visitor: Visitor) =>
    visitor.page.evaluate<string>("navigator.clipboard.readText()")

  it("is shown in groups, and selected and copied as one", async () => {
    const visitor = await arrive()
    const { page } = visitor
    const { address } = await visitor.shownFacts()
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    const value = page.locator(".cryptopay-value").nth(1)
    expect(await value.locator(".cryptopay-group").count()).toBe(11)
    // The ends, which a shopper compares.
    expect(await value.locator("strong").allInnerTexts()).toEqual([
      address.slice(0, 4),
      address.slice(4, 8),
      address.slice(36, 40),
      address.slice(40),
    ])
    expect(
      await page.evaluate<number>(
        `parseFloat(getComputedStyle(document.querySelector(".cryptopay-group")).marginInlineEnd)`
      )
    ).toBeGreaterThan(2)
    // A translated page keeps price, amount and address.
    expect(
      await page.evaluate<boolean[]>(
        `[...document.querySelectorAll(".cryptopay-value, .cryptopay-price strong")].map(({ translate }) => translate)`
      )
    ).toEqual([false, false, false])
    await value.click({ clickCount: 3 })
    await page.keyboard.press("Control+c")
    expect((await clipboard(visitor)).trim()).toBe(address)

    await page.getByRole("button", { name: "Copy: Address" }).click()
    await page.getByText("Copied", { exact: true }).first().waitFor()
    expect(await clipboard(visitor)).toBe(address)
    await page.waitForTimeout(2_500)
    expect(await page.getByText(WARNING).count()).toBe(0)
  })

  it("is compared with what the clipboard has, at once and a moment later", async () => {
    const visitor = await arrive()
    const { page } = visitor
    await visitor.shownFacts()
    const copy = page.getByRole("button", { name: "Copy: Address" })
    await copy.click()
    await page.getByText("Copied", { exact: true }).first().waitFor()
    await page.evaluate(`navigator.clipboard.writeText("0xevil")`)
    await page.getByText(WARNING).waitFor()

    // A program that is faster.
    await page.evaluate(`{
      const write = navigator.clipboard.writeText.bind(navigator.clipboard)
      navigator.clipboard.writeText = () => write("0xevil")
    }`)
    await copy.click()
    await page.getByText(WARNING).waitFor()
  })

  it("is compared with what the page shows", async () => {
    const visitor = await arrive()
    const { page } = visitor
    await visitor.shownFacts()
    await page.evaluate(
      `document.querySelectorAll(".cryptopay-group")[3].textContent = "evil"`
    )
    await page.getByRole("button", { name: "Copy: Address" }).click()
    await page.getByText(WARNING).waitFor()
  })

  it("is in code and link of a phone with the contract and the exact amount, or alone in the code", async () => {
    const { address: contract, decimals } = DEMO_TOKENS.USDC_ERC20_TEST
    const visitor = await arrive(PHONE)
    const { page } = visitor
    const { address, amount } = await visitor.shownFacts()
    const [whole, fraction = ""] = amount.split(".")
    const units = BigInt(whole + fraction.padEnd(decimals, "0"))
    const uri = `ethereum:${contract}@11155111/transfer?address=${address}&uint256=${units}`
    expect(await readQrCode(page)).toBe(uri)
    const link = page.getByRole("link", { name: "Open in wallet" })
    expect(await link.getAttribute("href")).toBe(uri)
    expect(await seriousFaults(page, "main")).toEqual([])
    expect(await visitor.overflow()).toBe(0)

    // For wallets that read no more.
    await page
      .getByRole("button", { name: "Show a code with the address only" })
      .click()
    await page.getByText("The code contains the address only.").waitFor()
    expect(await readQrCode(page)).toBe(address)
    await page
      .getByRole("button", { name: "Show the code with the amount" })
      .click()
    expect(await readQrCode(page)).toBe(uri)
  })
}
