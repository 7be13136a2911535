import type { MedusaContainer } from "@medusajs/framework/types"

import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment"
import { isMoneySeen } from "../modules/crypto-payment/lifecycle/states"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import { checkCryptoPayment } from "./check-crypto-payment"

/**
 * A webhook (merchant-api.md §6) does not say which address was paid to. The
 * gateway is asked for it when someone first looks at the payment, not while
 * orders are being made; once it answered without one it is not asked again.
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
    if (!attempt || !isMoneySeen(attempt.state)) continue
    if (attempt.wallet_address) continue
    const [asked] = await ledger.listCryptoPaymentEvents(
      { crypto_payment_id: id, type: "observation", source: "admin" },
      { take: 1 }
    )
    if (asked) continue
    await checkCryptoPayment(container, attempt, "admin")
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
