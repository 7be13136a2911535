import type { CryptoPayment } from "./payment"

/**
 * The wallet URI with address and exact amount, for a link or a QR code. Null for coins without
 * such a scheme and for tokens: their URI needs a contract address, which is not known here.
 */
export function buildPaymentUri(
  payment: Pick<
    CryptoPayment,
    "wallet_address" | "crypto_amount" | "crypto_currency" | "crypto_network"
  >
): string | null {
  const { wallet_address, crypto_amount, crypto_currency } = payment
  const network = payment.crypto_network
  if (!wallet_address || !crypto_amount || !crypto_currency || !network) {
    return null
  }
  // Other characters could add parameters to the URI.
  if (!/^\w+$/.test(wallet_address) || !PLAIN_AMOUNT.test(crypto_amount)) {
    return null
  }
  // In ETH_TEST the underscore is a word character, so `\b` does not match.
  const coin = crypto_currency.replace(/_/g, " ")
  const scheme = SCHEMES.find(
    (candidate) => candidate.network.test(network) && candidate.coin.test(coin)
  )
  return scheme?.build(wallet_address, crypto_amount) ?? null
}

/** Whether a text starts with a scheme of `buildPaymentUri`. */
export function isPaymentUri(text: string): boolean {
  return /^(ethereum|bitcoin|litecoin|dogecoin):\w/.test(text)
}

/** EIP-681 names the chain, so that a wallet does not send on another one. */
const eip681 =
  (chainId: number | null) => (address: string, amount: string) => {
    const wei = toWei(amount)
    const chain = chainId === null ? "" : `@${chainId}`
    return wei && `ethereum:${address}${chain}?value=${wei}`
  }

/** BIP-21: a decimal amount in whole coins. */
const bip21 = (scheme: string) => (address: string, amount: string) =>
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
function toWei(amount: string): string | undefined {
  const [, whole, fraction = ""] = PLAIN_AMOUNT.exec(amount) ?? []
  const significant = fraction.replace(/0+$/, "")
  if (significant.length > 18) return undefined
  return `${whole}${significant.padEnd(18, "0")}`.replace(/^0+(?=\d)/, "")
}
