import type CryptoPaymentModuleService from "./service"

/** Key under which the module is registered and resolved. */
export const CRYPTO_PAYMENT_MODULE = "cryptoPayment"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    cryptoPayment: CryptoPaymentModuleService
  }
}
