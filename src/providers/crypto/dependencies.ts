import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import type { CryptoPaymentModuleService } from "../../modules/crypto-payment/internal"

/** Resolved lazily: the ledger and `query` may load after the provider. */
export type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}
