import { createHash } from "node:crypto"
import { z } from "zod"

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

export const coinSet = z.enum(["suffixed", "published"])

/** Name of a set of coins. */
export type CoinSet = z.infer<typeof coinSet>

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
  const usd = multiply(decimal(amount), decimal(USD_PER_UNIT[currency] ?? "1"))
  const due = buyerPaysFee ? multiply(usd, decimal("1.01")) : usd
  const price = divideUp(due, decimal(coin.usd), coin.decimals)
  if (trace !== undefined) {
    price.units += BigInt((digest(trace).readUInt32BE(0) % 9_999) + 1)
  }
  return canonicalDecimal(price)
}

/** An amount of a coin, so many of the coin's smallest units more or less; never below one unit. */
export function addUnits(amount: string, count: bigint, coin: Coin): string {
  const { units, scale } = multiply(decimal(amount), {
    units: 10n ** BigInt(coin.decimals),
    scale: 0,
  })
  const sum = units / 10n ** BigInt(scale) + count
  return canonicalDecimal({
    units: sum > 0n ? sum : 1n,
    scale: coin.decimals,
  })
}

/** An amount times a decimal factor. */
export function scaleAmount(amount: string, factor: string): string {
  return canonicalDecimal(multiply(decimal(amount), decimal(factor)))
}

/** Whether both texts are the same number, such as 98.9 and 98.90. */
export function isSameAmount(a: string, b: string): boolean {
  return canonicalDecimal(decimal(a)) === canonicalDecimal(decimal(b))
}

/** Null for what is no JSON number, or has more digits than any amount needs. */
export function parseDecimal(text: string): Decimal | null {
  const match = /^(-?\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(
    text
  )
  if (!match) return null
  const [, whole = "", fraction = "", exponent = "0"] = match
  const units = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale < 0
    ? { units: units * 10n ** BigInt(-scale), scale: 0 }
    : { units, scale }
}

/** Plain digits of a positive number, `scale` of them after the point. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = units.toString().padStart(scale + 1, "0")
  const point = digits.length - scale
  const whole = digits.slice(0, point)
  return scale > 0 ? `${whole}.${digits.slice(point)}` : whole
}

/** Plain digits without trailing zeros: equal numbers have equal texts. */
export function canonicalDecimal(value: Decimal): string {
  const text = formatDecimal(value)
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text
}

/** `units / 10^scale`. */
type Decimal = { units: bigint; scale: number }

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

function decimal(text: string): Decimal {
  const parsed = parseDecimal(text)
  if (!parsed) throw new Error(`"${text}" is not a decimal number`)
  return parsed
}

function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** Divides positive numbers and rounds up to `scale` digits. */
function divideUp(a: Decimal, b: Decimal, scale: number): Decimal {
  const numerator = a.units * 10n ** BigInt(scale + b.scale)
  const denominator = b.units * 10n ** BigInt(a.scale)
  return { units: (numerator + denominator - 1n) / denominator, scale }
}
