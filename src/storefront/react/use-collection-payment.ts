import { useEffect } from "react"

import type { CryptoCollection } from "../collection"
import { getPhase } from "../phase"
import { type CryptoPaymentView, NO_VIEW } from "../watch"
import type { OrderProps } from "./link"
import type { useCollection } from "./use-collection"
import { usePayment } from "./use-payment"
import type { CommonProps } from "./use-texts"

/** Watches the payment of a collection. `isAhead`: the collection has to be read again before it counts. */
export function useCollectionPayment(
  { collection, problem, read }: ReturnType<typeof useCollection>,
  props: CommonProps & OrderProps
) {
  const known = toView(collection, problem)
  const sessionId = known.payment?.payment_session_id ?? null
  const watch = usePayment(sessionId, props)
  const view = watch.view.payment ? watch.view : known
  const { phase } = view

  // What is due changes with the payment, and is read apart from it.
  const isOutdated = phase !== known.phase
  useEffect(() => {
    if (isOutdated) void read()
  }, [phase])
  useEffect(() => {
    if (isOutdated) watch.check()
  }, [known.phase])

  return { ...watch, view, sessionId, isAhead: isOutdated }
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
