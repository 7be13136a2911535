import type { InferTypeOf } from "@medusajs/framework/types"
import type CryptoPayment from "./crypto-payment"
import type CryptoPaymentRefund from "./crypto-payment-refund"

/** An attempt as it is stored. */
export type Attempt = Omit<
  InferTypeOf<typeof CryptoPayment>,
  "events" | "refunds"
>

/** A refund that the merchant sent, as an admin recorded it. */
export type Refund = Omit<
  InferTypeOf<typeof CryptoPaymentRefund>,
  "crypto_payment"
> & { crypto_payment_id: string }
