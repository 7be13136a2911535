import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { guardPaidCarts } from "./cart-guards"
import checkSetup from "./check-setup"
import { CryptoH2hPaymentProvider, CryptoPaymentProvider } from "./service"

// Before a store's own workflows load, so that their hooks come after these.
guardPaidCarts()

/**
 * `pp_crypto_<id>` sends the shopper to the gateway's hosted page,
 * `pp_crypto-h2h_<id>` shows address and amount in the store's own checkout.
 */
export default ModuleProvider(Modules.PAYMENT, {
  services: [CryptoPaymentProvider, CryptoH2hPaymentProvider],
  loaders: [checkSetup],
})
