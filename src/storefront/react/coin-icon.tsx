import { useEffect, useState } from "react"

import type * as coinLooks from "../coin-looks"

/** The icons, which are loaded apart. */
export type CoinLooks = typeof coinLooks

/** Later components have it at once. */
let loaded: CoinLooks | null = null

/** Null where it cannot be loaded: everything works without it. */
export function loadCoinLooks(): Promise<CoinLooks | null> {
  return import("../coin-looks").then(
    (looks) => (loaded = looks),
    () => null
  )
}

/** How common coins look; null until it is loaded. */
export function useCoinLooks(): CoinLooks | null {
  const [looks, setLooks] = useState(loaded)
  useEffect(() => {
    let unmounted = false
    void loadCoinLooks().then((found) => unmounted || setLooks(found))
    return () => {
      unmounted = true
    }
  }, [])
  return looks
}

/** The icon of a coin or network; the first letter of its name where there is none. */
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
          {look.paths.map((path) => (
            <path key={path.d} {...path} />
          ))}
        </svg>
      ) : (
        [...name][0]
      )}
    </span>
  )
}
