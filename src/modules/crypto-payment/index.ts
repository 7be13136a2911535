import { Module } from "@medusajs/framework/utils"

import checkOptions from "./options/check-options"
import CryptoPaymentModuleService from "./service"

/** Key under which the module is registered and resolved. */
export const CRYPTO_PAYMENT_MODULE = "cryptoPayment"

export default Module(CRYPTO_PAYMENT_MODULE, {
  service: CryptoPaymentModuleService,
  loaders: [checkOptions],
})
