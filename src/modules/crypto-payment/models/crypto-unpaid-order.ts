import { model } from "@medusajs/framework/utils"

/** Its id is the cart's. Written while core places the order, whose id follows. */
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
