import { model } from "@medusajs/framework/utils"
import { NOTICE_KINDS } from "../notices/notice"

/**
 * Something that the people of the store are told, once for each occurrence: it is open from
 * `opened_at` to `cleared_at`, and updated in between. `subject_id` is what it is about: a payment,
 * an order, a refund request, a provider or a merchant of the gateway. It is written with the change
 * that it reports; the feed and the e-mails follow from it. Deleted 90 days after it was cleared.
 */
const CryptoNotice = model
  .define("crypto_notice", {
    id: model.id({ prefix: "cpaynot" }).primaryKey(),
    kind: model.enum([...NOTICE_KINDS]),
    subject_id: model.text(),
    merchant_id: model.text(),
    provider_id: model.text().nullable(),
    crypto_payment_id: model.text().nullable(),
    order_id: model.text().nullable(),
    /** A code of its kind, such as an attention reason. */
    reason: model.text().nullable(),
    /** What a text of its kind has to name. */
    data: model.json().nullable(),

    /** Counts what is to be shown; `shown_revision` is what the feed shows. */
    revision: model.number().default(1),
    shown_revision: model.number().default(0),
    /** When its e-mails were sent, or need not be. */
    mailed_at: model.dateTime().nullable(),
    /** From when on it is delivered; null when nothing is left to do. */
    deliver_at: model.dateTime().nullable(),
    /** Failed deliveries since it last changed. */
    failures: model.number().default(0),

    opened_at: model.dateTime(),
    cleared_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      name: "IDX_crypto_notice_open_unique",
      on: ["kind", "subject_id"],
      unique: true,
      where: "cleared_at IS NULL AND deleted_at IS NULL",
    },
    { on: ["deliver_at"], where: "deliver_at IS NOT NULL" },
  ])

export default CryptoNotice
