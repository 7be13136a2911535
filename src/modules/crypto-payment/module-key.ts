import type CryptoPaymentModuleService from "./service"

export const CRYPTO_PAYMENT_MODULE = "cryptoPayment"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    cryptoPayment: CryptoPaymentModuleService
  }
}
