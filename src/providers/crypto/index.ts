import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { guardPaidCarts } from "./cart-guards"
import checkSetup from "./check-setup"
import { CryptoH2hPaymentProvider, CryptoPaymentProvider } from "./service"

// Before a store's own workflows load, so that their hooks come after these.
guardPaidCarts()

/** The hosted page `pp_crypto_<id>` and the inline provider `pp_crypto-h2h_<id>`. */
export default ModuleProvider(Modules.PAYMENT, {
  services: [CryptoPaymentProvider, CryptoH2hPaymentProvider],
  loaders: [checkSetup],
})
