import { model } from "@medusajs/framework/utils"
import { REFUND_KINDS, REFUND_REQUEST_STATES } from "../refunds/limits"

/**
 * What the merchant sends back to an address that the customer enters at a link; kept for good. Of
 * the link's secret only the SHA-256 is stored. One that still waits for its address after
 * `expires_at` counts as revoked.
 */
const CryptoRefundRequest = model
  .define("crypto_refund_request", {
    id: model.id({ prefix: "cpayreq" }).primaryKey(),
    crypto_payment_id: model.text(),
    kind: model.enum([...REFUND_KINDS]).default("price"),
    state: model
      .enum([...REFUND_REQUEST_STATES])
      .default("waiting_for_address"),

    amount: model.text(),
    currency_code: model.text(),
    crypto_amount: model.text(),
    crypto_currency: model.text(),
    crypto_name: model.text().nullable(),
    crypto_network: model.text().nullable(),
    /** Coins beyond those that were left of what arrived, to which the merchant agreed. */
    confirmed_excess: model.text().nullable(),

    token_hash: model.text().nullable(),
    expires_at: model.dateTime(),
    address: model.text().nullable(),
    /** The tag or memo that tells an exchange whose coins they are. */
    address_tag: model.text().nullable(),
    note: model.text().nullable(),
    transaction_hash: model.text().nullable(),
    created_by: model.text().nullable(),

    address_entered_at: model.dateTime().nullable(),
    sent_at: model.dateTime().nullable(),
    revoked_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["crypto_payment_id"] },
    {
      on: ["token_hash"],
      unique: true,
      where: "token_hash IS NOT NULL AND deleted_at IS NULL",
    },
    { on: ["state", "address_entered_at"] },
    { on: ["created_at"] },
  ])

export default CryptoRefundRequest
