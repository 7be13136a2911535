import { ModuleProvider, Modules } from "@medusajs/framework/utils"

import checkSetup from "./check-setup"
import { CryptoPaymentProvider } from "./service"

/**
 * The payment provider, named in the Payment Module's `providers`:
 * `pp_crypto_<id>` sends the shopper to the gateway's hosted page.
 */
export default ModuleProvider(Modules.PAYMENT, {
  services: [CryptoPaymentProvider],
  loaders: [checkSetup],
})
