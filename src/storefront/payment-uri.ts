import { buildTransferUri, planTransfer, type TokenSettings } from "../coins"
import type { CryptoPayment } from "./payment"

/** A coin of the gateway, as a wallet knows it. */
export type CryptoToken = {
  /** Of the network: 1 is Ethereum, 56 is BSC. */
  chainId: number
  /** The token's contract. Unset: the network's own coin. */
  address?: string
  decimals: number
  /** Whether it is for test payments, and for no others. @default false */
  test?: boolean
}

/** By the gateway's code of the coin. */
export type CryptoTokens = Readonly<Record<string, CryptoToken>>

/** The fields of a payment that say what to send. */
type Payable = Pick<
  CryptoPayment,
  "wallet_address" | "crypto_amount" | "crypto_currency" | "crypto_network"
> &
  Partial<Pick<CryptoPayment, "crypto_name" | "crypto_token" | "is_test">>

/**
 * The wallet URI with address, exact amount and, for a token, its contract, for a link or a QR code.
 * Null for coins that are not recognized without doubt, for test networks, and on TRON, whose
 * wallets have no common form of such links.
 *
 * @param tokens what is known about the gateway's coins, before the plugin's option `tokens` and the
 * built-in table.
 */
export function buildPaymentUri(
  payment: Payable,
  tokens?: CryptoTokens
): string | null {
  const { wallet_address, crypto_amount, crypto_currency: code } = payment
  if (!wallet_address || !crypto_amount || !code) return null
  const { crypto_token: token } = payment
  const settings: TokenSettings = {
    ...(token && {
      [code]: {
        chainId: token.chain_id,
        address: token.address ?? undefined,
        decimals: token.decimals,
        test: token.test,
      },
    }),
    ...tokens,
  }
  const transfer = planTransfer(
    {
      code,
      name: payment.crypto_name ?? null,
      network: payment.crypto_network,
      isTest: payment.is_test,
    },
    { address: wallet_address, amount: crypto_amount },
    settings
  )
  return transfer && buildTransferUri(transfer)
}
