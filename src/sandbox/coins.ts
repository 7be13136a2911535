import { createHash } from "node:crypto"
import BigNumber from "bignumber.js"

// The last columns: digits after the point, a made-up price in USD, and the start of
// an address, which is hex after "0x", else base58.
const SUFFIXED = [
  ["USDT_TRC20", "Tether USD", "Tron", 6, "1", "T"],
  ["USDT_ERC20", "Tether USD", "Ethereum", 6, "1", "0x"],
  ["USDT_BEP20", "Tether USD", "BSC", 6, "1", "0x"],
  ["USDT_POLYGON", "Tether USD", "Polygon", 6, "1", "0x"],
  ["USDC_ERC20", "USD Coin", "Ethereum", 6, "1", "0x"],
  ["USDC_BEP20", "USD Coin", "BSC", 6, "1", "0x"],
  ["USDC_POLYGON", "USD Coin", "Polygon", 6, "1", "0x"],
  ["ETH", "Ether", "Ethereum", 8, "2500", "0x"],
  ["BNB", "BNB", "BSC", 8, "600", "0x"],
  ["TRX", "TRON", "Tron", 6, "0.125", "T"],
  ["POL", "Polygon", "Polygon", 6, "0.5", "0x"],
  ["DOGE", "Dogecoin", "Dogecoin", 8, "0.1", "D"],
] as const

const PUBLISHED = [
  ["USDT", "Tether", "Tron", 6, "1", "T"],
  ["USDC", "USD Coin", "Polygon", 6, "1", "0x"],
  ["ETH", "Ethereum", "Ethereum", 8, "2500", "0x"],
  ["BNB", "BNB", "BSC", 8, "600", "0x"],
  ["TRX", "TRON", "Tron", 6, "0.125", "T"],
  ["POL", "Polygon", "Polygon", 6, "0.5", "0x"],
  ["DOGE", "Dogecoin", "Dogecoin", 8, "0.1", "D"],
] as const

const TESTNETS: Record<string, string> = {
  Tron: "Tron Nile",
  Ethereum: "Ethereum Sepolia",
  BSC: "BSC testnet",
  Polygon: "Polygon Amoy",
  Dogecoin: "Dogecoin testnet",
}

export type CoinSet = "suffixed" | "published"

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

/**
 * Each coin on its main network, and on a testnet for `is_test` payments. The codes of `suffixed`
 * are made up. Those of `published` are as in the gateway's own examples ("USDT" on Tron), and one
 * code names the coin on both networks, so that its form says nothing about either.
 */
export const COIN_SETS: Record<CoinSet, Coin[]> = {
  suffixed: onBothNetworks(SUFFIXED.map(toCoin), (coin) => ({
    code: `${coin.code}_TEST`,
    name: `${coin.name} (test)`,
    blockchain: `${coin.blockchain} testnet`,
  })),
  published: onBothNetworks(PUBLISHED.map(toCoin), ({ blockchain }) => ({
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

/** A character of base58 for each byte. */
export function base58(bytes: Buffer): string {
  return Array.from(bytes, (byte) => BASE58.charAt(byte % 58)).join("")
}

/** A division keeps far more digits than any coin has, and is rounded up. */
export const Decimal = BigNumber.clone({
  DECIMAL_PLACES: 100,
  ROUNDING_MODE: BigNumber.ROUND_UP,
})

/**
 * The crypto amount for a priced amount, rounded up. The buyer's fee is a made-up
 * one per cent; `trace` adds up to 9,999 of the coin's smallest units.
 */
export function quote(request: {
  amount: string
  currency: string
  coin: Coin
  buyerPaysFee: boolean
  trace?: string
}): string {
  const { amount, currency, coin, buyerPaysFee, trace } = request
  const usd = new Decimal(amount).times(USD_PER_UNIT[currency] ?? "1")
  const due = buyerPaysFee ? usd.times("1.01") : usd
  const price = due.div(coin.usd).dp(coin.decimals).toFixed()
  if (trace === undefined) return price
  return addUnits(price, (digest(trace).readUInt32BE(0) % 9_999) + 1, coin)
}

/** An amount of a coin, so many of the coin's smallest units more or less; never below one unit. */
export function addUnits(amount: string, count: number, coin: Coin): string {
  const unit = new Decimal(10).pow(-coin.decimals)
  const sum = new Decimal(amount).plus(unit.times(count))
  return Decimal.max(sum, unit).toFixed()
}

/** Made-up values; 1 for other currencies. */
const USD_PER_UNIT: Record<string, string> = {
  USD: "1",
  EUR: "1.08",
  GBP: "1.27",
  CHF: "1.12",
  PLN: "0.25",
  SEK: "0.095",
  DKK: "0.145",
  JPY: "0.0067",
}

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

function toCoin([code, name, blockchain, decimals, usd, addressPrefix]:
  (typeof SUFFIXED)[number] | (typeof PUBLISHED)[number]): Coin {
  const is_testnet = false
  return { code, name, blockchain, is_testnet, decimals, usd, addressPrefix }
}

function onBothNetworks(
  coins: Coin[],
  onTestnet: (coin: Coin) => Partial<Coin>
): Coin[] {
  const testCoins = coins.map((coin) => {
    return { ...coin, ...onTestnet(coin), is_testnet: true }
  })
  return [...coins, ...testCoins]
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
