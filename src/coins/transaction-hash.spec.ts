import { hashIn } from "./transaction-hash"

const HEX = "ab".repeat(32)
const SOLANA =
  "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"
const TON = "yKPNDUoKY0jpDEs3mSdJmL8vVXPNTwPSLBjuxcpzgaQ"

describe("a transaction's hash in an explorer's link", () => {
  it.each([
    [`https://etherscan.io/tx/0x${HEX}`, `0x${HEX}`],
    [`https://etherscan.io/tx/0x${HEX}#eventlog`, `0x${HEX}`],
    [`https://tronscan.org/#/transaction/${HEX}`, HEX],
    [`https://mempool.space/tx/${HEX}?mode=details`, HEX],
    [
      `https://livenet.xrpl.org/transactions/${HEX.toUpperCase()}/detailed`,
      HEX.toUpperCase(),
    ],
    [`https://stellar.expert/explorer/public/tx/${HEX}`, HEX],
    [`https://solscan.io/tx/${SOLANA}?cluster=devnet`, SOLANA],
    [`https://tonviewer.com/transaction/${TON}`, TON],
    [`  https://tronscan.org/#/transaction/${HEX}\n`, HEX],
  ])("of %s is %s", (link, hash) => {
    expect(hashIn(link)).toBe(hash)
  })

  it.each([
    HEX,
    `0x${HEX}`,
    "0xfirst",
    "https://etherscan.io/address/0xabc",
    `https://example.test/${HEX}/${"cd".repeat(32)}`,
    "",
  ])("is not read from %j, which stays as it is", (text) => {
    expect(hashIn(text)).toBe(text)
  })
})
