import type { MedusaError } from "@medusajs/framework/utils"
import { notAllowed, notFound } from "../../medusa-errors"
import type { Attempt, Price } from "../../modules/crypto-payment"

/** Core books every refund that a provider accepts, so a refund that was never sent is an error. */
export function refundNotRecorded(): MedusaError {
  return notAllowed(
    "Crypto payments cannot be refunded from here: the money went straight to your own wallet. " +
      "Send the coins back from that wallet to an address that the customer names, then record the refund " +
      "in the admin at the crypto payment (or by POST /admin/crypto-payments/:id/refunds); the order shows it then."
  )
}

/** Keeps core from deleting or canceling a paid session. */
export function confirmed(attempt: Attempt): MedusaError {
  const id = attempt.gateway_payment_id ?? attempt.external_id
  return notAllowed(
    `The crypto payment ${id} is confirmed: it cannot be canceled or replaced.`
  )
}

export const notPaid = (): MedusaError =>
  notAllowed(
    "The crypto payment is not confirmed by the gateway yet; there is nothing to capture."
  )

export const priceIsFixed = (): MedusaError =>
  notAllowed(
    "The price of a crypto payment cannot be changed; create a new payment session."
  )

export const unknownSession = (): MedusaError =>
  notFound("No crypto payment belongs to this payment session.")

/** Shown to the shopper who changes a cart after paying for it. */
export const cartIsPaid = (): MedusaError =>
  notAllowed("This cart is already paid; it cannot be changed.")

export function paidForOtherPrice(paid: Price, due: Price): MedusaError {
  const format = ({ amount, currency_code }: Price) =>
    `${amount} ${currency_code.toUpperCase()}`
  return notAllowed(
    `This cart was paid with ${format(paid)} and costs ${format(due)} now, so no order can be placed. Please contact the store.`
  )
}
