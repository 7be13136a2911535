import { createHash } from "node:crypto"
import type { Coin } from "./currencies"

/**
 * The merchant's receiving address for a coin: always the same one, as with a
 * real merchant's wallet. It looks right, but its checksum is made up, so that
 * a real wallet refuses to send money to it.
 */
export function walletAddress(merchantId: string, coin: Coin): string {
  const seed = createHash("sha256")
    .update(`${merchantId}/${coin.code}`)
    .digest()
  switch (coin.address) {
    case "evm":
      return `0x${mixedCase(seed.toString("hex").slice(0, 40), seed)}`
    case "tron":
      return `T${base58(seed, 33)}`
    case "doge":
      return `D${base58(seed, 33)}`
  }
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

function base58(seed: Buffer, length: number): string {
  let rest = BigInt(`0x${seed.toString("hex")}`)
  let text = ""
  while (text.length < length) {
    text += BASE58.charAt(Number(rest % 58n))
    rest /= 58n
  }
  return text
}

// The case of the letters is an Ethereum address's checksum.
function mixedCase(hex: string, seed: Buffer): string {
  return Array.from(hex, (digit, index) =>
    seed.readUInt8(index % seed.length) & 1 ? digit.toUpperCase() : digit
  ).join("")
}
