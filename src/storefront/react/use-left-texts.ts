import { useMemo } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPayment } from "../payment-state"
import { hasLeftPaymentPage } from "../urls"
import type { CryptoPaymentView } from "../watch"
import { recallSession, rememberSession } from "./memory"

const LEFT_WITHIN_MS = 5 * 60_000

/**
 * The texts, where the shopper canceled on the hosted page. The gateway calls that expired too, and
 * leads to the same URL when its time is up. The first answer decides, and the browser remembers it
 * for a tab that is opened again.
 */
export function useLeftTexts(
  { phase, payment }: CryptoPaymentView,
  texts: CryptoPaymentTexts
): CryptoPaymentTexts {
  const hasLeft = useMemo(
    () => payment !== null && hasJustLeft(payment),
    [payment?.payment_session_id]
  )
  if (!hasLeft || phase !== "expired") return texts
  const [, ...others] = texts.phases.expired
  return {
    ...texts,
    phases: { ...texts.phases, expired: [texts.leftPaymentPage, ...others] },
  }
}

/** Whether the page was opened by the URL for failed payments, soon after the payment was. */
function hasJustLeft(payment: CryptoPayment): boolean {
  const { payment_session_id: id, opened_at, server_time } = payment
  if (payment.flow !== "widget" || !hasLeftPaymentPage(location.href)) {
    return false
  }
  const openMs = Date.parse(server_time) - Date.parse(opened_at ?? "")
  if (!(openMs < LEFT_WITHIN_MS) && recallSession("left") !== id) return false
  rememberSession("left", id)
  return true
}
