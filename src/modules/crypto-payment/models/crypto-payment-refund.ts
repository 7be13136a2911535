import { model } from "@medusajs/framework/utils"
import { REFUND_KINDS } from "../refunds/refund-request"
import CryptoPayment from "./crypto-payment"

/**
 * Coins that the merchant sent back: `amount` in the attempt's priced currency, `crypto_amount` where
 * the coins are known. A `surplus` was never a payment of Medusa, so it is not booked there. `refund_id`
 * is the refund that Medusa booked for it; null as long as it did not, or where the money never became a payment of Medusa. Kept for good.
 * The table has a `transaction_key` besides, the coin and `transactionKey`: for its unique index alone.
 */
const CryptoPaymentRefund = model
  .define("crypto_payment_refund", {
    id: model.id({ prefix: "cpayref" }).primaryKey(),
    kind: model.enum([...REFUND_KINDS]).default("price"),
    amount: model.text(),
    crypto_amount: model.text().nullable(),
    currency_code: model.text(),
    transaction_hash: model.text(),
    note: model.text().nullable(),
    created_by: model.text().nullable(),
    refund_id: model.text().nullable(),
    /** When the payment and its order in Medusa showed all of it. */
    booked_at: model.dateTime().nullable(),
    /** The refund request that it closed. */
    request_id: model.text().nullable(),
    crypto_payment: model.belongsTo(() => CryptoPayment, {
      mappedBy: "refunds",
    }),
  })
  .indexes([
    {
      name: "IDX_crypto_payment_refund_transaction_unique",
      on: ["crypto_payment_id", "transaction_hash"],
      unique: true,
      where: "deleted_at IS NULL",
    },
    {
      on: ["refund_id"],
      unique: true,
      where: "refund_id IS NOT NULL AND deleted_at IS NULL",
    },
    {
      on: ["request_id"],
      unique: true,
      where: "request_id IS NOT NULL AND deleted_at IS NULL",
    },
  ])

export default CryptoPaymentRefund
