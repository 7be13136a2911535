import { useEffect, useRef, useState } from "react"

import { type CryptoRefund, readCryptoRefund } from "../refund"
import {
  type CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "../store-api"
import { browserPage } from "../watch"

const RETRY_MS = 10_000
/** A person sends the coins. */
const SENT_CHECK_MS = 60_000

/**
 * Reads a refund on mount, when the customer returns to the page, with `read`, and until the coins
 * are sent. `update` is for what another request answered.
 */
export function useRefund(sdk: StoreSdk, given: string | undefined) {
  const [refund, setRefund] = useState<CryptoRefund | null>(null)
  const [problem, setProblem] = useState<CryptoPaymentError | null>(null)
  const latest = useRef<AbortController | null>(null)

  /** On the page that the link leads to, in its URL. */
  const getToken = () => given ?? location.hash.slice(1)
  const update = (found: CryptoRefund) => {
    // An older request must not bring back an older state.
    latest.current?.abort()
    setRefund(found)
    setProblem(null)
  }
  const read = async () => {
    latest.current?.abort()
    const { signal } = (latest.current = new AbortController())
    try {
      const found = await readCryptoRefund(sdk, {
        token: getToken(),
        signal,
      })
      setRefund(found)
      setProblem(null)
    } catch (thrown) {
      if (!signal.aborted) setProblem(toCryptoPaymentError(thrown))
    }
  }

  useEffect(() => {
    setRefund(null)
    void read()
    // Another link in the same tab loads no page.
    const reload = () => location.reload()
    if (given === undefined) addEventListener("hashchange", reload)
    const stopListening = browserPage.onReturn(() => {
      if (!browserPage.isHidden()) void read()
    })
    return () => {
      stopListening()
      removeEventListener("hashchange", reload)
      latest.current?.abort()
    }
    // `sdk` may be a new instance in each rendering.
  }, [given])

  const isAwaited = refund?.state === "address_entered"
  useEffect(() => {
    const delay = problem ? RETRY_MS : SENT_CHECK_MS
    if (problem ? !problem.retryable : !isAwaited) return
    const timer = setInterval(() => {
      if (!browserPage.isHidden()) void read()
    }, delay)
    return () => clearInterval(timer)
  }, [problem, isAwaited])

  return { refund, problem, getToken, read, update }
}
