import { useEffect, useRef, useState } from "react"

import { type CryptoCollection, readCryptoCollection } from "../collection"
import {
  type CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"
import { browserPage } from "../watch"

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
