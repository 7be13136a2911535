import { model } from "@medusajs/framework/utils"
import CryptoPayment from "./crypto-payment"

/**
 * One line of an attempt's timeline; only ever appended. `fact` names what may be written once per
 * attempt (such as a status from one source); it is null for what may happen many times. About five
 * rows for an order; kept for good.
 */
const CryptoPaymentEvent = model
  .define("crypto_payment_event", {
    id: model.id({ prefix: "cpayev" }).primaryKey(),
    type: model.text(),
    source: model.text(),
    fact: model.text().nullable(),
    data: model.json().nullable(),
    at: model.dateTime(),
    crypto_payment: model.belongsTo(() => CryptoPayment, {
      mappedBy: "events",
    }),
  })
  .indexes([
    {
      on: ["crypto_payment_id", "fact"],
      unique: true,
      where: "fact IS NOT NULL AND deleted_at IS NULL",
    },
    { on: ["crypto_payment_id", "at"] },
    {
      name: "IDX_crypto_payment_event_paid_without_webhook",
      on: ["at"],
      where: "type = 'paid' AND source <> 'webhook' AND deleted_at IS NULL",
    },
  ])

export default CryptoPaymentEvent
