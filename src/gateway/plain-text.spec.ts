import { oneLine } from "./plain-text"
import {
  isCheckoutUrl,
  isPlainText,
  isWalletAddress,
  shortText,
} from "./plain-text"

describe("a text that is shown", () => {
  it.each([
    ["Tether USD", "Tether USD"],
    [" Tether\n\tUSD ", "Tether USD"],
    ["Shop\u202egro.live", "Shopgro.live"],
    ["\u2066a\u2069\u200b\ufeff\u00adb", "ab"],
    ["a\u0000b\u001b[2Kc", "a b [2Kc"],
    ["a\u2028b", "a b"],
    ["a\ud800b", "ab"],
    ["חנות", "חנות"],
    ["\u200b", ""],
  ])("%j is shown as %j", (text, shown) => {
    expect(shortText(text, 64)).toBe(shown)
    expect(isPlainText(shown)).toBe(true)
  })

  it("is cut to its length, and no character in half", () => {
    expect(shortText("x".repeat(100_000), 64)).toBe(`${"x".repeat(63)}…`)
    expect(shortText("x".repeat(64), 64)).toBe("x".repeat(64))
    const cut = shortText("😀".repeat(100), 64)
    expect([...cut]).toHaveLength(64)
    expect(isPlainText(cut)).toBe(true)
    expect(isPlainText(oneLine(`${"x".repeat(199)}😀😀`))).toBe(true)
  })
})

describe("an address of a checkout page", () => {
  it.each([
    "https://gateway.example/pay/1?x=%20#y",
    "http://127.0.0.1:4000/pay/1",
    "HTTPS://gateway.example",
    "https://gateway.example/@shop",
    `https://gateway.example/${"x".repeat(2_024)}`,
  ])("is %s", (url) => expect(isCheckoutUrl(url)).toBe(true))

  it.each([
    "javascript:alert(1)",
    "https:gateway.example",
    "https:///gateway.example",
    "/pay/1",
    "https://shop.test@evil.test/",
    "https://shop.test:x@evil.test/",
    "https://:@evil.test:80x/",
    "https://shop.test\\@evil.test/",
    "https://gateway.example/pay 1",
    "https://gateway.example/\u202eyap",
    "https://gateway.example/\npay",
    `https://gateway.example/${"x".repeat(2_025)}`,
    `https://gateway.example/${"x".repeat(500_000)}`,
  ])("is not %s", (url) => expect(isCheckoutUrl(url)).toBe(false))
})

describe("an address of a wallet", () => {
  it.each([
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "TTestWalletAddress0000000000000000",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "x".repeat(255),
  ])("is %s", (address) => expect(isWalletAddress(address)).toBe(true))

  it.each([
    "",
    "x".repeat(256),
    "0xabc\n0xdef",
    "0xabc 0xdef",
    " 0xabc",
    "0xabc\u00a0",
    "0xabc\u202e",
    "0xabc\u0000",
    "0xabc\ud800",
    "https://evil.test/",
    "HTTPS://EVIL.TEST/",
    "javascript:alert(1)",
    "bitcoin:bc1q?amount=1",
    "evil://x",
  ])("is not %j", (address) => expect(isWalletAddress(address)).toBe(false))
})
