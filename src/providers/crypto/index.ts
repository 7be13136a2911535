import type { ConfigModule, LoaderOptions } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  ModuleProvider,
  Modules,
} from "@medusajs/framework/utils"
import { invalidData } from "../../medusa-errors"
import { merchantKeyOf } from "../../modules/crypto-payment/merchants/merchants"
import {
  parseOptions,
  providerOptionsSchema,
} from "../../modules/crypto-payment/merchants/options"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import { guardPaidCarts } from "./cart-guards"
import { CryptoInlinePaymentProvider, CryptoPaymentProvider } from "./service"

// Before a store's own workflows load, so that their hooks come after these.
guardPaidCarts()

/** The hosted page `pp_crypto_<id>` and the inline provider `pp_crypto-inline_<id>`. */
export default ModuleProvider(Modules.PAYMENT, {
  services: [CryptoPaymentProvider, CryptoInlinePaymentProvider],
  loaders: [checkSetup],
})

const REQUIRED_DEPENDENCIES = [CRYPTO_PAYMENT_MODULE, "query"]

/** Stops Medusa at start. @throws MedusaError INVALID_DATA with what to write in medusa-config */
export async function checkSetup({
  container,
  options,
}: LoaderOptions): Promise<void> {
  const missing = REQUIRED_DEPENDENCIES.filter(
    (name) => !container.hasRegistration(name)
  )
  if (missing.length > 0) {
    throw wrongSetup(
      `the Payment Module is not given ${missing.join(" and ")}. ` +
        `Add this line beside "resolve" in the "@medusajs/medusa/payment" entry of medusa-config: ` +
        `dependencies: ["${REQUIRED_DEPENDENCIES.join('", "')}"],`
    )
  }
  const { admin, modules } = container.resolve<ConfigModule>(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  const plugin = modules?.[CRYPTO_PAYMENT_MODULE]
  if (typeof plugin !== "object") {
    throw wrongSetup(
      `the plugin is not registered. Add { resolve: "medusa-payment-crypto", options: { ... } } to "plugins" in medusa-config.`
    )
  }
  const keys = [...parseOptions(plugin.options, admin).keys()]
  const parsed = providerOptionsSchema.safeParse(options ?? {})
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => issue.path.join("."))
    throw wrongSetup(
      `an entry of a payment provider has invalid options: ${names.join(", ")}. placeOrder is "after_payment" or "before_payment", coins a list of different codes.`
    )
  }
  const key = merchantKeyOf(options)
  if (!keys.includes(key)) {
    throw wrongSetup(
      `a payment provider pays to the merchant "${key}", but the plugin's options have only: ${keys.join(", ")}. ` +
        `Set options: { merchant: "${keys[0]}" } on the provider's entry.`
    )
  }
}

function wrongSetup(message: string) {
  return invalidData(`medusa-payment-crypto: ${message}`)
}
