import { addressUrl, transactionUrl } from "../../../coins"
import type {
  Attempt,
  CryptoPaymentModuleService,
} from "../../../modules/crypto-payment/internal"

/** A request's `fields` can leave out every field of a refund. */
type Hashed = { transaction_hash?: string }

/** The pages of the payment's address and of its transactions, which the store sent, in a block explorer. */
export function explorerLinks<Refund extends Hashed>(
  { merchants }: CryptoPaymentModuleService,
  {
    provider_id,
    wallet_address,
    is_test,
    resolution,
  }: Pick<Attempt, "provider_id" | "wallet_address" | "is_test" | "resolution">,
  {
    crypto_network: network,
    refunds,
  }: { crypto_network: string | null; refunds?: readonly Refund[] }
) {
  const provider = merchants.provider(provider_id)
  const settings = provider && merchants.options(provider.merchantKey).explorers
  const paidOn = { network, isTest: is_test }
  const urlOf = (hash: unknown) =>
    typeof hash === "string" ? transactionUrl(hash, paidOn, settings) : null
  return {
    address_url: wallet_address && addressUrl(wallet_address, paidOn, settings),
    resolution_url: urlOf(resolution?.transaction_hash),
    ...(refunds && {
      refunds: refunds.map((refund) => ({
        ...refund,
        transaction_url: urlOf(refund.transaction_hash),
      })),
    }),
  }
}
