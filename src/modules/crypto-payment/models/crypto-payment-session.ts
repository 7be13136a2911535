import { model } from "@medusajs/framework/utils"

/** Its id is the session's. An attempt may have been given to many sessions, and outlives them. */
const CryptoPaymentSession = model
  .define("crypto_payment_session", {
    id: model.text().primaryKey(),
    crypto_payment_id: model.text(),
  })
  .indexes([{ on: ["crypto_payment_id"] }])

export default CryptoPaymentSession
