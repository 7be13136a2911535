import type { ReactNode } from "react"

import type { CryptoPayment } from "../payment"
import { Link } from "./link"
import type { Speech } from "./use-speech"

export type OutcomeProps = {
  /** Called once when the order is there, to lead to the shop's own page for it. */
  onOrder?: (orderId: string, payment: CryptoPayment) => void
  /** The address of the shop's page of an order, for a link. */
  orderHref?: (orderId: string) => string
  /** Shows the order in place of the link. */
  renderOrder?: (orderId: string) => ReactNode
}

/** The order that came of a payment. */
export function Outcome({
  orderId,
  texts,
  orderHref,
  renderOrder,
}: OutcomeProps & Pick<Speech, "texts"> & { orderId: string }) {
  if (renderOrder) return <>{renderOrder(orderId)}</>
  if (!orderHref) return null
  return (
    <Link className="cryptopay-button" href={orderHref(orderId)}>
      {texts.showOrder}
    </Link>
  )
}
