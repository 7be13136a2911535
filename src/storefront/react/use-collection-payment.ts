import { useEffect } from "react"

import type { CryptoCollection } from "../collection"
import { getPhase } from "../phase"
import { type CryptoPaymentView, NO_VIEW } from "../watch"
import type { OrderProps } from "./link"
import { recallSession } from "./memory"
import { RETRY_TEXTS } from "./phase-actions"
import type { useCollection } from "./use-collection"
import { usePayment } from "./use-payment"
import type { CommonProps } from "./use-texts"

/** Watches the payment of a collection. `isAhead`: the collection has to be read again before it counts. */
export function useCollectionPayment(
  { collection, problem, read }: ReturnType<typeof useCollection>,
  props: CommonProps & OrderProps
) {
  const known = toView(collection, problem)
  const knownId = known.payment?.payment_session_id ?? null
  const openedId = findOpened(collection, known)
  const sessionId = openedId ?? knownId
  const isKnown = sessionId === knownId
  const watch = usePayment(sessionId, isKnown ? props : { sdk: props.sdk })
  const watched = watch.view.payment
  const isMeant =
    isKnown ||
    // Not the underpaid payment itself, nor that of another collection.
    (watch.view.phase !== "attention" &&
      watched?.payment_collection_id === collection?.payment_collection_id)
  const view = watched && isMeant ? watch.view : known
  const { phase } = view

  // What is due changes with the payment, and is read apart from it.
  const isOutdated = phase !== known.phase
  useEffect(() => {
    if (isOutdated) void read()
  }, [phase])
  useEffect(() => {
    if (isOutdated) watch.check()
  }, [known.phase])

  const isAhead = isOutdated && (isKnown || phase === "order_placed")
  return { ...watch, view, sessionId, isAhead }
}

/**
 * The last payment of this browser, where it may be that of a remainder on the hosted page: Medusa
 * does not show that before its coin is chosen.
 */
function findOpened(
  collection: CryptoCollection | null,
  { phase, payment }: CryptoPaymentView
): string | null {
  const isPaying = payment !== null && !RETRY_TEXTS[phase]
  return collection?.underpaid && !isPaying ? recallSession("latest") : null
}

/** What is known of the payment before it is watched. */
function toView(
  collection: CryptoCollection | null,
  problem: ReturnType<typeof useCollection>["problem"]
): CryptoPaymentView {
  const payment = collection?.crypto_payment
  if (payment) return { ...NO_VIEW, phase: getPhase(payment), payment }
  if (collection || !problem) return NO_VIEW
  return problem.retryable
    ? { ...NO_VIEW, problem }
    : { ...NO_VIEW, phase: "unknown" }
}
