import type { Coin } from "./coin-network"
import type { DecimalString } from "./money"

/** Coins to send to an address. */
export type Transfer = Coin & { address: string; crypto_amount: DecimalString }

/**
 * The wallet URI with address and exact amount, for a link or a QR code, as the storefront kit
 * builds it for a payment. Null for coins without such a scheme and for tokens: their URI needs a
 * contract address, which is not known here.
 */
export function paymentUri(transfer: Transfer): string | null {
  const { address, crypto_amount, crypto_currency, crypto_network } = transfer
  if (!crypto_network) return null
  // Other characters could add parameters to the URI.
  if (!/^\w+$/.test(address) || !PLAIN_AMOUNT.test(crypto_amount)) return null
  // In ETH_TEST the underscore is a word character, so `\b` does not match.
  const coin = crypto_currency.replace(/_/g, " ")
  const scheme = SCHEMES.find(
    (each) => each.network.test(crypto_network) && each.coin.test(coin)
  )
  return scheme?.build(address, crypto_amount) ?? null
}

/** EIP-681 names the chain, so that a wallet does not send on another one. */
const eip681 =
  (chainId: number | null) =>
  (address: string, amount: DecimalString): string | null => {
    const wei = toWei(amount)
    const chain = chainId === null ? "" : `@${chainId}`
    return wei && `ethereum:${address}${chain}?value=${wei}`
  }

/** BIP-21: a decimal amount in whole coins. */
const bip21 = (scheme: string) => (address: string, amount: DecimalString) =>
  `${scheme}:${address}?amount=${amount}`

/** The URI scheme of each network's native coin. */
const SCHEMES = [
  { network: /^ethereum( mainnet)?$/i, coin: /^ETH\b/i, build: eip681(1) },
  { network: /^(bsc|bnb smart chain)$/i, coin: /^BNB\b/i, build: eip681(56) },
  { network: /^polygon( pos)?$/i, coin: /^(POL|MATIC)\b/i, build: eip681(137) },
  // The name does not say which test network: the wallet's current one is used.
  {
    network: /^ethereum.*test|^sepolia/i,
    coin: /^ETH\b/i,
    build: eip681(null),
  },
  { network: /^bitcoin/i, coin: /^BTC\b/i, build: bip21("bitcoin") },
  { network: /^litecoin/i, coin: /^LTC\b/i, build: bip21("litecoin") },
  { network: /^dogecoin/i, coin: /^DOGE\b/i, build: bip21("dogecoin") },
]

const PLAIN_AMOUNT = /^(\d+)(?:\.(\d+))?$/

/** "0.015" is "15000000000000000". Digits only: a float would round. */
function toWei(amount: DecimalString): string | null {
  const [, whole, fraction = ""] = PLAIN_AMOUNT.exec(amount) ?? []
  const significant = fraction.replace(/0+$/, "")
  if (significant.length > 18) return null
  return `${whole}${significant.padEnd(18, "0")}`.replace(/^0+(?=\d)/, "")
}
