import { model } from "@medusajs/framework/utils"

/**
 * Work that the reconcile job does now and then, by name. Kept in the database,
 * so that an emptied or restored ledger is swept at once. Four rows, and one for each merchant.
 */
const CryptoPaymentTask = model.define("crypto_payment_task", {
  id: model.text().primaryKey(),
  due_at: model.dateTime(),
  /** When the pass that is under way began. */
  began_at: model.dateTime().nullable(),
  completed_at: model.dateTime().nullable(),
  position: model.number().default(0),
})

export default CryptoPaymentTask
