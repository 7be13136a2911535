import { MedusaError } from "@medusajs/framework/utils"
import type { Attempt, Price } from "../../modules/crypto-payment"

const notAllowed = (message: string) =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, message)

/** Core books what it is told, so no refund is reported that nobody sent. */
export function refundByHand(): MedusaError {
  return notAllowed(
    "Crypto payments cannot be refunded from here: the money went straight to your own wallet. " +
      "Send the coins back from that wallet to an address that the customer names, then record the refund " +
      "in the admin at the crypto payment (or by POST /admin/crypto-payments/:id/refunds); the order shows it then."
  )
}

/** Keeps core from throwing a paid session away. */
export function moneySeen(attempt: Attempt): MedusaError {
  return notAllowed(
    `The crypto payment ${attempt.gateway_payment_id ?? attempt.external_id} is confirmed: it cannot be canceled or replaced.`
  )
}

/** A sentence for the shopper who changes a cart after paying for it. */
export function cartIsPaid(): MedusaError {
  return notAllowed("This cart is already paid; it cannot be changed.")
}

/** A cart costs something else than the money that one of its sessions holds. */
export function paidForOtherPrice(paid: Price, due: Price): MedusaError {
  const written = ({ amount, currency_code }: Price) =>
    `${amount} ${currency_code.toUpperCase()}`
  return notAllowed(
    `This cart was paid with ${written(paid)} and costs ${written(due)} now, so no order can be placed. Please contact the store.`
  )
}

export function notPaid(): MedusaError {
  return notAllowed(
    "The crypto payment is not confirmed by the gateway yet; there is nothing to capture."
  )
}

export function unknownSession(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "No crypto payment belongs to this payment session."
  )
}

export function priceIsFixed(): MedusaError {
  return notAllowed(
    "The price of a crypto payment cannot be changed; create a new payment session."
  )
}
