import { type CryptoPaymentTexts, fillPlaceholders } from "../locales"
import type { CryptoPayment } from "../payment-state"
import { Sign } from "./progress"

/** A ring that gets shorter. */
export function Countdown({
  leftMs,
  payment,
  texts,
}: {
  leftMs: number
  payment: CryptoPayment
  texts: CryptoPaymentTexts
}) {
  const { opened_at, expires_at } = payment
  const wholeMs = Date.parse(expires_at ?? "") - Date.parse(opened_at ?? "")
  const part = leftMs / wholeMs
  const time = formatCountdown(leftMs)
  return (
    // The whole ring where it is not known of how much time this is the rest.
    <Sign mood="busy" part={part < 1 ? part : 1}>
      <span role="timer">
        <span className="cryptopay-visually-hidden">
          {fillPlaceholders(texts.timeLeft, { time })}
        </span>
        <span aria-hidden="true" dir="ltr">
          {time}
        </span>
      </span>
    </Sign>
  )
}

/** 75_000 -> "1:15" */
function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60]
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part, index) => (index > 0 ? String(part).padStart(2, "0") : part))
    .join(":")
}
