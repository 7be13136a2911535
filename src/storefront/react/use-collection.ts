import { useEffect, useRef, useState } from "react"

import { type CryptoCollection, readCryptoCollection } from "../collection"
import { getPhase } from "../payment"
import {
  type CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"
import { browserPage, type CryptoPaymentView, NO_VIEW } from "../watch"
import type { OrderProps } from "./link"
import { usePayment } from "./use-payment"
import type { CommonProps } from "./use-texts"

const RETRY_MS = 10_000

/**
 * Reads what is due on mount, when the shopper returns to the page, and with `read`.
 * A request without an answer is repeated.
 */
export function useCollection(sdk: StoreSdk, paymentCollectionId: string) {
  const [collection, setCollection] = useState<CryptoCollection | null>(null)
  const [problem, setProblem] = useState<CryptoPaymentError | null>(null)
  const latest = useRef<AbortController | null>(null)

  const read = async (): Promise<CryptoCollection | null> => {
    latest.current?.abort()
    const { signal } = (latest.current = new AbortController())
    try {
      const found = await readCryptoCollection(sdk, {
        paymentCollectionId,
        signal,
      })
      setCollection(found)
      setProblem(null)
      return found
    } catch (thrown) {
      if (signal.aborted) return null
      const problem = toCryptoPaymentError(thrown)
      setProblem(problem)
      // There is nothing to pay by it any more.
      if (!problem.retryable) setCollection(null)
      return null
    }
  }

  useEffect(() => {
    setCollection(null)
    setProblem(null)
    void read()
    const stopListening = browserPage.onReturn(() => {
      if (!browserPage.isHidden()) void read()
    })
    return () => {
      stopListening()
      latest.current?.abort()
    }
    // `sdk` may be a new instance in each rendering.
  }, [paymentCollectionId])

  useEffect(() => {
    if (!problem?.retryable) return
    const timer = setTimeout(() => void read(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [problem])

  return { collection, problem, read }
}

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
  const isAhead = phase !== known.phase
  useEffect(() => {
    if (isAhead) void read()
  }, [phase])
  useEffect(() => {
    if (isAhead) watch.check()
  }, [known.phase])

  return { ...watch, view, sessionId, isAhead }
}

/** What is known of the payment before it is watched. */
function toView(
  collection: CryptoCollection | null,
  problem: CryptoPaymentError | null
): CryptoPaymentView {
  const payment = collection?.crypto_payment
  if (payment) return { ...NO_VIEW, phase: getPhase(payment), payment }
  if (collection || !problem) return NO_VIEW
  return problem.retryable
    ? { ...NO_VIEW, problem }
    : { ...NO_VIEW, phase: "unknown" }
}
