import { useEffect, useState } from "react"

import type * as coinLooks from "../coin-looks"
import type * as paymentParts from "./payment-parts"

type Parts = { details: typeof paymentParts; looks: typeof coinLooks }

export type PaymentParts = Parts["details"]

/** Then a further rendering needs no effect. */
const loaded: Partial<Parts> = {}

/** Undefined while it is loading; null where it cannot be, as in all of these. */
export const usePaymentParts = () =>
  usePart("details", () => import("./payment-parts"))

export const useCoinLooks = () => usePart("looks", importLooks)

export const loadCoinLooks = () => load("looks", importLooks)

const importLooks = () => import("../coin-looks")

function usePart<Name extends keyof Parts>(
  name: Name,
  importPart: () => Promise<Parts[Name]>
) {
  const [part, setPart] = useState<Parts[Name] | null | undefined>(loaded[name])
  useEffect(() => {
    let unmounted = false
    void load(name, importPart).then((result) => unmounted || setPart(result))
    return () => {
      unmounted = true
    }
  }, [])
  return part
}

/** Everything works without a part: amount and address are shown, coins have letters. */
function load<Name extends keyof Parts>(
  name: Name,
  importPart: () => Promise<Parts[Name]>
): Promise<Parts[Name] | null> {
  return importPart().then(
    (part) => (loaded[name] = part),
    () => null
  )
}

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
