import type { CryptoPayment } from "./payment"

type Payable = Pick<
  CryptoPayment,
  "wallet_address" | "crypto_amount" | "crypto_currency" | "crypto_network"
>

/** A network's own coin, and how wallets are asked for it. */
type Scheme = {
  network: RegExp
  coin: RegExp
  uri(address: string, amount: string): string | undefined
}

/** EIP-681 names the chain, so that a wallet does not send on another one. */
const eip681 =
  (chainId: number | null) => (address: string, amount: string) => {
    const wei = toUnits(amount, 18)
    const chain = chainId === null ? "" : `@${chainId}`
    return wei && `ethereum:${address}${chain}?value=${wei}`
  }

/** BIP-21: a decimal amount in whole coins. */
const bip21 = (scheme: string) => (address: string, amount: string) =>
  `${scheme}:${address}?amount=${amount}`

const schemes: readonly Scheme[] = [
  { network: /^ethereum( mainnet)?$/i, coin: /^ETH\b/i, uri: eip681(1) },
  { network: /^(bsc|bnb smart chain)$/i, coin: /^BNB\b/i, uri: eip681(56) },
  { network: /^polygon( pos)?$/i, coin: /^(POL|MATIC)\b/i, uri: eip681(137) },
  // Which test network it is, is not told: the wallet's own is meant.
  { network: /^ethereum.*test|^sepolia/i, coin: /^ETH\b/i, uri: eip681(null) },
  { network: /^bitcoin/i, coin: /^BTC\b/i, uri: bip21("bitcoin") },
  { network: /^litecoin/i, coin: /^LTC\b/i, uri: bip21("litecoin") },
  { network: /^dogecoin/i, coin: /^DOGE\b/i, uri: bip21("dogecoin") },
]

/**
 * The address with the exact amount, as wallets read it from a QR code or a
 * link, for coins whose scheme carries both. Null for the others, tokens
 * included: their URI names a contract, which is not ours to guess.
 */
export function paymentUri(payment: Payable): string | null {
  const { wallet_address, crypto_amount, crypto_network } = payment
  if (!wallet_address || !crypto_amount || !crypto_network) return null
  // Anything else would add to the URI, or change what it says.
  if (!/^\w+$/.test(wallet_address) || !plainAmount.test(crypto_amount)) {
    return null
  }
  // ETH_TEST: an underscore is part of a word.
  const coin = (payment.crypto_currency ?? "").replace(/_/g, " ")
  const scheme = schemes.find(
    (each) => each.network.test(crypto_network) && each.coin.test(coin)
  )
  return scheme?.uri(wallet_address, crypto_amount) ?? null
}

/** Whether a text is a URI that `paymentUri` may have made. */
export function isWalletUri(text: string): boolean {
  return /^(ethereum|bitcoin|litecoin|dogecoin):\w/.test(text)
}

const plainAmount = /^(\d+)(?:\.(\d+))?$/

/** "0.015" with 3 decimals is "15": digits only, never through a float. */
function toUnits(amount: string, decimals: number): string | undefined {
  const match = plainAmount.exec(amount)
  if (!match) return undefined
  const [, whole, fraction = ""] = match
  const kept = fraction.replace(/0+$/, "")
  if (kept.length > decimals) return undefined
  return `${whole}${kept.padEnd(decimals, "0")}`.replace(/^0+(?=\d)/, "")
}
