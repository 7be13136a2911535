import type { MedusaError } from "@medusajs/framework/utils"
import { notAllowed, notFound } from "../../medusa-errors"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import type { Price } from "../../modules/crypto-payment/settling/money"

/** Core books every refund that a provider accepts, so a refund that was never sent is an error. */
export function refundNotRecorded(): MedusaError {
  return notAllowed(
    "Crypto payments cannot be refunded from here, since the money went straight to your own wallet: " +
      "request the refund at the crypto payment in the admin (or by POST /admin/crypto-payments/:id/refund-requests), " +
      "and send the coins to the address that the customer enters; the order shows the refund then."
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

/** Shown to the shopper who completes a cart after its money was given back. */
export const moneyIsGone = (): MedusaError =>
  notAllowed(
    "The payment of this cart was sent back, or is about to be, so no order can be placed. Please contact the store."
  )

export function paidForOtherPrice(paid: Price, due: Price): MedusaError {
  const format = ({ amount, currency_code }: Price) =>
    `${amount} ${currency_code.toUpperCase()}`
  return notAllowed(
    `This cart was paid with ${format(paid)} and costs ${format(due)} now, so no order can be placed. Please contact the store.`
  )
}
