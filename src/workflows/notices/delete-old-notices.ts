import type { MedusaContainer } from "@medusajs/framework/types"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/internal"

const KEPT_DAYS = 90

/** Deletes the notices of matters that ended long ago. */
export async function deleteOldNotices(container: MedusaContainer) {
  const { notices } = container.resolve(CRYPTO_PAYMENT_MODULE)
  await notices.deleteOld(KEPT_DAYS)
}
