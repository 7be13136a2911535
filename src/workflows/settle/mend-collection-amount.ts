import type {
  IPaymentModuleService,
  PaymentCollectionDTO,
} from "@medusajs/framework/types"
import {
  isSamePrice,
  type Price,
  toComparableAmount,
} from "../../modules/crypto-payment"

/**
 * Brings a payment collection to its cart's total of today. A change of the
 * cart that core refused and rolled back leaves the refused total on it, and
 * the order's payment status is read from it. Core's own refresh would first
 * delete all sessions, and fails over one that holds confirmed money.
 */
export async function mendCollectionAmount(
  payments: IPaymentModuleService,
  collectionId: string,
  due: Price
): Promise<PaymentCollectionDTO> {
  const collection = await payments.retrievePaymentCollection(collectionId)
  const { amount, currency_code } = collection
  const price = {
    amount: toComparableAmount(amount, currency_code),
    currency_code,
  }
  if (isSamePrice(price, due)) return collection
  return await payments.updatePaymentCollections(collectionId, {
    amount: due.amount,
    currency_code: due.currency_code,
  })
}
