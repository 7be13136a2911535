import type { LoaderOptions } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"

const needed = [CRYPTO_PAYMENT_MODULE, "query"]

/**
 * Stops Medusa at start when the Payment Module is not given what the provider
 * reaches the ledger with, and shows the line to add.
 */
export default async function checkDependencies({ container }: LoaderOptions) {
  const missing = needed.filter((name) => !container.hasRegistration(name))
  if (missing.length === 0) return
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `medusa-payment-crypto: the Payment Module is not given ${missing.join(" and ")}. ` +
      `Add this line beside "resolve" in the "@medusajs/medusa/payment" entry of medusa-config: ` +
      `dependencies: ["${needed.join('", "')}"],`
  )
}
