import { useEffect, useRef, useState } from "react"

import { fill } from "../texts"
import type { CryptoPaymentView } from "../watch"
import type { Speech } from "./use-speech"

/** The time left to pay, by the server's clock; nothing where that is not known. */
export function Countdown({
  view,
  texts,
  onEnd,
}: Pick<Speech, "texts"> & { view: CryptoPaymentView; onEnd: () => void }) {
  const [leftMs, setLeftMs] = useState<number | null>(null)
  const latestEnd = useRef(onEnd)
  latestEnd.current = onEnd
  const { remainingMs } = view
  const isOver = leftMs === 0

  useEffect(() => {
    const tick = () => setLeftMs(remainingMs())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [remainingMs])

  useEffect(() => {
    if (isOver) latestEnd.current()
  }, [isOver])

  if (leftMs === null) return null
  return (
    <p role="timer" className="cryptopay-countdown">
      {isOver ? texts.timeUp : fill(texts.timeLeft, { time: clock(leftMs) })}
    </p>
  )
}

/** 75_000 -> "1:15" */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const parts = [Math.floor(seconds / 60), seconds % 60]
  if (parts[0] >= 60) {
    parts.splice(0, 1, Math.floor(parts[0] / 60), parts[0] % 60)
  }
  return parts
    .map((part, place) => (place > 0 ? String(part).padStart(2, "0") : part))
    .join(":")
}
