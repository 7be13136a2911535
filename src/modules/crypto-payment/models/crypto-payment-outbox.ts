import { model } from "@medusajs/framework/utils"

/** An event for other code, until it came back from Medusa's event bus: empty but for the last seconds. */
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
