import { useEffect, useRef } from "react"

import type { CryptoPaymentView } from "../watch"
import type { OutcomeProps } from "./outcome"

/** The order that the payment became; tells once that it is there. */
export function useOrder(
  { phase, payment }: CryptoPaymentView,
  onOrder: OutcomeProps["onOrder"]
): string | null {
  const orderId = phase === "order_placed" ? (payment?.order_id ?? null) : null
  const tell = () => {
    if (orderId !== null && payment) onOrder?.(orderId, payment)
  }
  const latest = useRef(tell)
  latest.current = tell
  useEffect(() => latest.current(), [orderId])
  return orderId
}
