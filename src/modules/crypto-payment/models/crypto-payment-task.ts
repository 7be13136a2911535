import { model } from "@medusajs/framework/utils"

/**
 * Work of the reconcile job by name, in the database so that a restored ledger is searched at once.
 * Two rows, and two for each merchant: its search, and the `callbackBaseUrl` of the server that
 * works on its live payments.
 */
const CryptoPaymentTask = model.define("crypto_payment_task", {
  id: model.text().primaryKey(),
  due_at: model.dateTime(),
  /** When the pass that is under way began. */
  began_at: model.dateTime().nullable(),
  completed_at: model.dateTime().nullable(),
  position: model.number().default(0),
  callback_base_url: model.text().nullable(),
})

export default CryptoPaymentTask
