import { createHash } from "node:crypto"
import BigNumber from "bignumber.js"

// The last columns: digits after the point, a made-up price in USD, and the start of
// an address, which is hex after "0x", else base58.
const NATIVE = [
  ["BNB", "BNB", "BSC", 8, "600", "0x"],
  ["TRX", "TRON", "Tron", 6, "0.125", "T"],
  ["POL", "Polygon", "Polygon", 6, "0.5", "0x"],
  ["DOGE", "Dogecoin", "Dogecoin", 8, "0.1", "D"],
] as const

const SUFFIXED = [
  ["USDT_TRC20", "Tether USD", "Tron", 6, "1", "T"],
  ["USDT_ERC20", "Tether USD", "Ethereum", 6, "1", "0x"],
  ["USDT_BEP20", "Tether USD", "BSC", 6, "1", "0x"],
  ["USDT_POLYGON", "Tether USD", "Polygon", 6, "1", "0x"],
  ["USDC_ERC20", "USD Coin", "Ethereum", 6, "1", "0x"],
  ["USDC_BEP20", "USD Coin", "BSC", 6, "1", "0x"],
  ["USDC_POLYGON", "USD Coin", "Polygon", 6, "1", "0x"],
  ["ETH", "Ether", "Ethereum", 8, "2500", "0x"],
  ...NATIVE,
] as const

const PUBLISHED = [
  ["USDT", "Tether", "Tron", 6, "1", "T"],
  ["USDC", "USD Coin", "Polygon", 6, "1", "0x"],
  ["ETH", "Ethereum", "Ethereum", 8, "2500", "0x"],
  ...NATIVE,
] as const

const TESTNETS: Record<string, string> = {
  Tron: "Tron Nile",
  Ethereum: "Ethereum Sepolia",
  BSC: "BSC testnet",
  Polygon: "Polygon Amoy",
  Dogecoin: "Dogecoin testnet",
}

/** A coin on a chain (contract §2). */
export type Coin = {
  code: string
  name: string
  blockchain: string
  is_testnet: boolean
  decimals: number
  usd: string
  addressPrefix: string
}

/** Each coin on its main network, and on a testnet for `is_test` payments; the README tells where the codes come from. */
export const COIN_SETS = {
  suffixed: onBothNetworks(SUFFIXED, (coin) => ({
    code: `${coin.code}_TEST`,
    name: `${coin.name} (test)`,
    blockchain: `${coin.blockchain} testnet`,
  })),
  published: onBothNetworks(PUBLISHED, ({ blockchain }) => ({
    blockchain: TESTNETS[blockchain],
  })),
}

/** The coin of a code; where that names one on each network, the one of this network. */
export function findCoin(
  coins: Coin[],
  code: string,
  isTest: boolean
): Coin | undefined {
  const named = coins.filter((coin) => coin.code === code)
  return named.find(({ is_testnet }) => is_testnet === isTest) ?? named[0]
}

/** All but Dogecoin: a known coin without a wallet leads to WALLET_NOT_FOUND. */
export function defaultWallets(coins: Coin[]): string[] {
  const wallets = coins.filter(({ addressPrefix }) => addressPrefix !== "D")
  return [...new Set(wallets.map(({ code }) => code))]
}

/** The merchant's one address for a coin. Its checksum is made up, so that a real wallet rejects it. */
export function walletAddress(merchantId: string, coin: Coin): string {
  const seed = digest(`${merchantId}/${coin.blockchain}/${coin.code}`)
  return coin.addressPrefix === "0x"
    ? `0x${mixedCase(seed.toString("hex").slice(0, 40), seed)}`
    : coin.addressPrefix + base58(seed.subarray(0, 33))
}

export function base58(bytes: Buffer): string {
  return Array.from(bytes, (byte) => BASE58.charAt(byte % 58)).join("")
}

/** A division keeps far more digits than any coin has, and is rounded up. */
export const Decimal = BigNumber.clone({
  DECIMAL_PLACES: 100,
  ROUNDING_MODE: BigNumber.ROUND_UP,
})

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

function onBothNetworks(
  rows: typeof SUFFIXED | typeof PUBLISHED,
  onTestnet: (coin: Coin) => Partial<Coin>
): Coin[] {
  return [false, true].flatMap((is_testnet) =>
    rows.map(([code, name, blockchain, decimals, usd, addressPrefix]) => {
      const named = { code, name, blockchain, is_testnet }
      const coin = { ...named, decimals, usd, addressPrefix }
      return is_testnet ? { ...coin, ...onTestnet(coin) } : coin
    })
  )
}

function digest(text: string): Buffer {
  return createHash("sha512").update(text).digest()
}

// The case of the letters is the checksum of an Ethereum address.
function mixedCase(hex: string, seed: Buffer): string {
  return Array.from(hex, (digit, index) =>
    seed[index] & 1 ? digit.toUpperCase() : digit
  ).join("")
}
