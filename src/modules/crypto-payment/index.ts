import { Module } from "@medusajs/framework/utils"
import checkOptions from "./merchants/options"
import { CRYPTO_PAYMENT_MODULE } from "./module-key"
import CryptoPaymentModuleService from "./service"

export default Module(CRYPTO_PAYMENT_MODULE, {
  service: CryptoPaymentModuleService,
  loaders: [checkOptions],
})

export { CRYPTO_PAYMENT_MODULE }
export type { CryptoPaymentModuleService }
