import { useEffect, useState } from "react"

/** The components of a payment's details. */
export type PaymentParts = typeof import("./payment-parts")

/** Once loaded, a further rendering needs no effect for it. */
let latest: PaymentParts | undefined

/** The code for the details of a payment: undefined while it is loading, null where it cannot be. */
export function usePaymentParts(): PaymentParts | null | undefined {
  const [loaded, setLoaded] = useState<PaymentParts | null | undefined>(latest)

  useEffect(() => {
    let unmounted = false
    void import("./payment-parts")
      .then((parts) => (latest = parts))
      // Amount and address are shown without it.
      .catch(() => null)
      .then((result) => unmounted || setLoaded(result))
    return () => {
      unmounted = true
    }
  }, [])

  return loaded
}
