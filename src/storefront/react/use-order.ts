import { useEffect, useRef } from "react"

import type { CryptoPaymentView } from "../watch"

/** Tells once that the order is there. */
export function useOrder(
  { phase, payment }: CryptoPaymentView,
  onOrder: ((orderId: string) => void) | undefined
): string | null {
  const orderId = phase === "order_placed" ? (payment?.order_id ?? null) : null
  const latest = useRef(onOrder)
  latest.current = onOrder
  useEffect(() => {
    if (orderId !== null) latest.current?.(orderId)
  }, [orderId])
  return orderId
}
