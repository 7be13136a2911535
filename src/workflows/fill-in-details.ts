import type { MedusaContainer } from "@medusajs/framework/types"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
import { isMoneySeen } from "../modules/crypto-payment/lifecycle/states"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import { checkCryptoPayment } from "./check-crypto-payment"

/**
 * A webhook (merchant-api.md §6) does not say which address was paid to. The
 * gateway is asked for it when someone looks at a payment that is over, not
 * while orders are being made. Looking leaves no entry in the timeline.
 */
export async function fillInDetails(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<void> {
  const ledger = container.resolve<CryptoPaymentModuleService>(
    CRYPTO_PAYMENT_MODULE
  )
  for (const id of ids) {
    const attempt = await ledger.findAttempt(id)
    if (!attempt || attempt.wallet_address) continue
    // The order page asks every few seconds until a paid attempt is settled.
    if (!isMoneySeen(attempt.state) || attempt.state === "paid") continue
    await checkCryptoPayment(container, attempt, "view")
  }
}

/** The same for all crypto payments of an order. */
export async function fillInDetailsOf(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const attempts = await container
    .resolve<CryptoPaymentModuleService>(CRYPTO_PAYMENT_MODULE)
    .listCryptoPayments({ order_id: orderId }, { select: ["id"] })
  await fillInDetails(
    container,
    attempts.map(({ id }) => id)
  )
}
