import {
  buildTransferUri,
  planTransfer,
  type TokenSettings,
} from "../coins/transfer"
import type { CryptoPayment } from "./payment"

export type {
  TokenSetting as CryptoToken,
  TokenSettings as CryptoTokens,
} from "../coins/transfer"

type Payable = Pick<
  CryptoPayment,
  "wallet_address" | "crypto_amount" | "crypto_currency" | "crypto_network"
> &
  Partial<Pick<CryptoPayment, "crypto_name" | "crypto_token" | "is_test">>

/**
 * With address, exact amount and token. Null for coins that are not recognized without doubt, for
 * test networks, and on TRON.
 */
export function buildPaymentUri(
  payment: Payable,
  tokens?: TokenSettings
): string | null {
  const { wallet_address, crypto_amount, crypto_currency: code } = payment
  if (!wallet_address || !crypto_amount || !code) return null
  const { crypto_token: token } = payment
  const settings = token && {
    [code]: {
      chainId: token.chain_id,
      address: token.address ?? undefined,
      decimals: token.decimals,
      test: token.test,
    },
  }
  const coin = {
    code,
    name: payment.crypto_name ?? null,
    network: payment.crypto_network,
    isTest: payment.is_test,
  }
  const transfer = planTransfer(
    coin,
    { address: wallet_address, amount: crypto_amount },
    { ...settings, ...tokens }
  )
  return transfer && buildTransferUri(transfer)
}
