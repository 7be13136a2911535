import { useEffect, useRef, useState } from "react"

/**
 * Counts the steps that the shopper took in a component. Each focuses what it leads to, and brings
 * the top of the component into view: on a phone the list of coins is longer than the screen.
 */
export function useTakenSteps() {
  const root = useRef<HTMLDivElement>(null)
  const [taken, setTaken] = useState(0)

  useEffect(() => {
    const top = root.current?.getBoundingClientRect().top ?? 0
    if (taken === 0 || (top >= 0 && top < innerHeight / 2)) return
    const isSmooth = window.matchMedia?.(
      "(prefers-reduced-motion: no-preference)"
    ).matches
    root.current?.scrollIntoView({ behavior: isSmooth ? "smooth" : "auto" })
  }, [taken])

  return { root, taken, takeStep: () => setTaken((steps) => steps + 1) }
}
