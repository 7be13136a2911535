import { model } from "@medusajs/framework/utils"

/**
 * An event for other code that was not delivered yet. It is written in the
 * transaction of its transition, and deleted once Medusa's
 * event bus has taken it.
 */
const CryptoPaymentOutbox = model
  .define("crypto_payment_outbox", {
    id: model.id({ prefix: "cpayout" }).primaryKey(),
    crypto_payment_id: model.text(),
    name: model.text(),
    data: model.json(),
    /** From when on the job delivers it. */
    deliver_at: model.dateTime(),
  })
  .indexes([{ on: ["deliver_at"] }])

export default CryptoPaymentOutbox
