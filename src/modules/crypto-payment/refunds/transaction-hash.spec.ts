import { isSameTransaction } from "./limits"

const hex = "8f2c".repeat(16)
const solana =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"

describe("two transaction hashes", () => {
  it.each([
    ["0xABCD", "0xabcd"],
    ["0XABCD", "0xabcd"],
    [hex.toUpperCase(), hex],
    [`0x${hex.toUpperCase()}`, `0x${hex}`],
    [`0x${hex.toUpperCase()}`, hex],
    [solana, solana],
    ["bank transfer 7", "bank transfer 7"],
  ])("%s and %s name one transaction", (left, right) => {
    expect(isSameTransaction(left, right)).toBe(true)
    expect(isSameTransaction(right, left)).toBe(true)
  })

  it.each([
    [solana, solana.toLowerCase()],
    ["ABCD", "abcd"],
    ["0xabcd", "abcd"],
    ["0xABCG", "0xabcg"],
    [hex.slice(1), hex.slice(1).toUpperCase()],
    ["0xabcd", "0xabce"],
    [`f${hex}`, hex],
    [`bank transfer ${hex}`, hex],
    [`${hex}Z`, `${hex}z`],
    ["Z0xABCD", "Z0xabcd"],
  ])("%s and %s name two", (left, right) => {
    expect(isSameTransaction(left, right)).toBe(false)
  })
})
