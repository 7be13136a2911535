import type {
  IPaymentModuleService,
  Logger,
  MedusaContainer,
  RefundDTO,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
} from "@medusajs/framework/utils"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  isUnsent,
  toComparableAmount,
} from "../../modules/crypto-payment"
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
  // Read before the records: one that is booked meanwhile has its record then.
  const refunds = await payments.listRefunds({ payment_id: payment.id })
  const records = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .listCryptoPaymentRefunds({ crypto_payment_id: attempt.id })
  const unsent = refunds.filter((refund) => isUnsent(refund, records))
  if (unsent.length === 0) return
  const { currency_code, payment_collection_id } =
    await payments.retrievePayment(payment.id)
  for (const refund of unsent) {
    await note(container, attempt, refund, currency_code)
  }
  const ids = unsent.map(({ id }) => id)
  // The rows go last: killed before that, the next run finds them again.
  await sumWithout(payments, payment_collection_id, ids)
  await payments.deleteRefunds(ids)
}

/** What the collection shows as refunded; core sums it when it books, and counts what is there. */
async function sumWithout(
  payments: IPaymentModuleService,
  collectionId: string,
  unsentIds: readonly string[]
): Promise<void> {
  const collection = await payments.retrievePaymentCollection(collectionId, {
    relations: ["payments.refunds"],
  })
  const refunded_amount = (collection.payments ?? [])
    .flatMap(({ refunds }) => refunds ?? [])
    .filter(({ id }) => !unsentIds.includes(id))
    .reduce((sum, { amount }) => MathBN.add(sum, amount), MathBN.convert(0))
  await payments.updatePaymentCollections(collectionId, {
    refunded_amount,
  } as object)
}

async function note(
  container: MedusaContainer,
  { id }: Attempt,
  refund: RefundDTO,
  currency_code: string
): Promise<void> {
  const amount = toComparableAmount(refund.amount, currency_code)
  const isNew = await container.resolve(CRYPTO_PAYMENT_MODULE).appendEvent(id, {
    type: "refund_removed",
    source: "decision",
    fact: `refund_removed:${refund.id}`,
    data: { refund_id: refund.id, amount, currency_code },
  })
  if (!isNew) return
  container
    .resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    .warn(
      `crypto payment ${id}: refund ${refund.id} of ${amount} ${currency_code.toUpperCase()} is in Medusa's books, but nobody sent it; it is removed`
    )
}
