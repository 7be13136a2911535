import { Module } from "@medusajs/framework/utils"
import checkOptions from "./merchants/options"
import CryptoPaymentModuleService from "./service"

/** Key under which the module is registered and resolved. */
export const CRYPTO_PAYMENT_MODULE = "cryptoPayment"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    cryptoPayment: CryptoPaymentModuleService
  }
}

export default Module(CRYPTO_PAYMENT_MODULE, {
  service: CryptoPaymentModuleService,
  loaders: [checkOptions],
})

export type { CryptoPaymentModuleService }
