import { z } from "@medusajs/framework/zod"
import { resolutionKinds } from "../../../../modules/crypto-payment"
import { idSchema } from "../../../request-text"

const note = z.string().trim().max(2000)

/** Of a chain, or any other reference by which the sending can be found again. */
const transactionHash = idSchema

/** Body of `POST /admin/crypto-payments/:id/check` and `…/retry-order`: nothing. */
export const AdminNoBody = z.object({}).strict()

/** Body of `POST /admin/crypto-payments/:id/resolve`. */
export const AdminResolveCryptoPayment = z
  .object({
    kind: z.enum(resolutionKinds),
    note: note.nullish(),
    /** Required for `refunded`, unless the whole amount is recorded as refunded. */
    transaction_hash: transactionHash.nullish(),
  })
  .strict()

export type AdminResolveCryptoPayment = z.infer<
  typeof AdminResolveCryptoPayment
>

/** Body of `POST /admin/crypto-payments/:id/refunds`. */
export const AdminRecordCryptoRefund = z
  .object({
    /** Decimal string in the payment's priced currency: "19.99". */
    amount: z.string().trim().min(1).max(64),
    transaction_hash: transactionHash,
    note: note.nullish(),
  })
  .strict()

export type AdminRecordCryptoRefund = z.infer<typeof AdminRecordCryptoRefund>

/** Body of `POST /admin/crypto-payments/check`. */
export const AdminCheckCryptoPayments = z
  .object({ ids: z.array(idSchema).min(1).max(50) })
  .strict()

export type AdminCheckCryptoPayments = z.infer<typeof AdminCheckCryptoPayments>

/** Body of `POST /admin/crypto-payments/adopt`. */
export const AdminAdoptCryptoPayment = z
  .object({ gateway_payment_id: idSchema, provider_id: idSchema.optional() })
  .strict()

export type AdminAdoptCryptoPayment = z.infer<typeof AdminAdoptCryptoPayment>
