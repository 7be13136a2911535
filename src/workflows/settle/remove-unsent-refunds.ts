import type {
  IPaymentModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment"
import type { Attempt } from "../../modules/crypto-payment/ledger/rows"
import { isUnsent } from "../../modules/crypto-payment/refunds/is-unsent"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import { findMedusaPayment } from "./find-medusa-payment"

/**
 * Core writes a refund before it asks the provider, and takes it out when that
 * refuses. Killed in between, it leaves one of coins that nobody sent, by which
 * the payment would not stand any more. Runs under the attempt's lease, so that
 * no recorded refund is being booked meanwhile.
 */
export async function removeUnsentRefunds(
  container: MedusaContainer,
  attempt: Attempt
): Promise<void> {
  const payment = await findMedusaPayment(container, attempt)
  if (!payment || payment.refundIds.length === 0) return
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  const records = await container
    .resolve<CryptoPaymentModuleService>(CRYPTO_PAYMENT_MODULE)
    .listCryptoPaymentRefunds({ crypto_payment_id: attempt.id })
  const refunds = await payments.listRefunds({ payment_id: payment.id })
  const unsent = refunds.filter((refund) => isUnsent(refund, records))
  if (unsent.length === 0) return
  await payments.deleteRefunds(unsent.map(({ id }) => id))
  // Captured already, it is not captured again; its collection is summed anew.
  await payments.capturePayment({ payment_id: payment.id })
}
