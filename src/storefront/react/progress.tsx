import { type ReactNode, useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPaymentView } from "../watch"

/** The steps of a payment. Null: it does not go on, and no step is the current one. */
export function Steps({
  current,
  texts,
}: {
  current: number | null
  texts: CryptoPaymentTexts
}) {
  return (
    <div className="cryptopay-progress">
      <ol className="cryptopay-steps" aria-label={texts.pay}>
        {texts.steps.map((name, index) => (
          <li
            key={name}
            aria-current={index === current ? "step" : undefined}
            className={
              current !== null && index < current ? "cryptopay-done" : undefined
            }
          >
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The current step of a payment; `isSent` is what the shopper says. */
export function findStep(
  { phase, payment }: CryptoPaymentView,
  isSent: boolean
): number | null {
  switch (phase) {
    case "waiting":
      if (isSent) return 2
      // On the hosted page the coin is chosen later.
      return payment?.gateway_status === "created" ? 0 : 1
    case "placing_order":
      return 3
    case "order_placed":
      return 4
    default:
      return null
  }
}

/** How a state is drawn. */
export type Mood = "busy" | "done" | "warn" | "bad"

const SHAPES = {
  busy: "",
  done: "M14.5 22.5l5 5 10-10.5",
  warn: "M22 13v11m0 6v.5",
  bad: "M16 16l12 12m0-12l-12 12",
}

/** A circle: with a sign, with an arc that turns, or with the `part` of the time that is left. */
export function Sign({
  mood,
  part,
  children,
}: {
  mood: Mood
  part?: number
  children?: ReactNode
}) {
  return (
    <span
      className={`cryptopay-sign cryptopay-sign-${part === undefined ? mood : "time"}`}
    >
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" />
        {mood === "busy" ? (
          <circle
            className="cryptopay-arc"
            cx="22"
            cy="22"
            r="20"
            pathLength="100"
            strokeDasharray={`${100 * (part ?? 0.25)} 100`}
          />
        ) : (
          <path d={SHAPES[mood]} />
        )}
      </svg>
      {children}
    </span>
  )
}

/** The time left to pay, by the server's clock; null when unknown. */
export function useTimeLeft(
  remainingMs: () => number | null,
  onEnd: (() => void) | undefined
): number | null {
  const [leftMs, setLeftMs] = useState<number | null>(null)

  useEffect(() => {
    const update = () => setLeftMs(remainingMs())
    update()
    const timer = setInterval(update, 1_000)
    return () => clearInterval(timer)
  }, [remainingMs])

  useEffect(() => {
    if (leftMs === 0) onEnd?.()
  }, [leftMs === 0])

  return leftMs
}

/** Stands for a choice or a payment until it is known, in about its size. */
export function Skeleton({ text }: { text: string }) {
  return (
    <div className="cryptopay-skeleton">
      <p role="status" className="cryptopay-visually-hidden">
        {text}
      </p>
      <span />
      <span />
      <span />
    </div>
  )
}
