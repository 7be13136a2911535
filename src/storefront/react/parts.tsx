import { useEffect, useState } from "react"

import type * as coinLooks from "../coin-looks"
import type * as paymentParts from "./payment-parts"

export type PaymentParts = typeof paymentParts

/** Everything works without a part: amount and address are shown, coins have letters. */
export function lazyPart<Part>(importPart: () => Promise<Part>) {
  /** Then a further rendering needs no effect. */
  let loaded: Part | undefined
  const load = () =>
    importPart().then(
      (part) => (loaded = part),
      () => null
    )
  /** Undefined while it is loading; null where it cannot be. */
  const usePart = () => {
    const [part, setPart] = useState<Part | null | undefined>(loaded)
    useEffect(() => {
      let unmounted = false
      void load().then((result) => unmounted || setPart(result))
      return () => {
        unmounted = true
      }
    }, [])
    return part
  }
  return { load, usePart }
}

export const { usePart: usePaymentParts } = lazyPart(
  () => import("./payment-parts")
)

export const { usePart: useCoinLooks, load: loadCoinLooks } = lazyPart(
  () => import("../coin-looks")
)

/** The first letter of the name where there is no icon. */
export function CoinIcon({
  look,
  name,
}: {
  look: coinLooks.CoinLook | null | undefined
  name: string
}) {
  return (
    <span className="cryptopay-icon" aria-hidden="true">
      {look ? (
        <svg viewBox="0 0 32 32" fill="#fff" fillRule="evenodd">
          <circle cx="16" cy="16" r="16" fill={look.color} />
          <path d={look.path} />
          {Object.entries(look.shades ?? {}).map(([opacity, path]) => (
            <path key={path} d={path} opacity={opacity} />
          ))}
        </svg>
      ) : (
        [...name][0]
      )}
    </span>
  )
}
