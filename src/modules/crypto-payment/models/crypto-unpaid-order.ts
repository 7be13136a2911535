import { model } from "@medusajs/framework/utils"

/**
 * An order that is placed before its payment, by its cart's id. Written while core places the
 * order; deleted when it is paid, was not placed, or was canceled some time ago.
 */
const CryptoUnpaidOrder = model
  .define("crypto_unpaid_order", {
    id: model.text().primaryKey(),
    provider_id: model.text(),
    order_id: model.text().nullable(),
    /** Until when it can be paid; null again once it is canceled. */
    cancel_at: model.dateTime().nullable(),
    next_check_at: model.dateTime(),
  })
  .indexes([{ on: ["next_check_at"] }, { on: ["order_id"] }])

export default CryptoUnpaidOrder
