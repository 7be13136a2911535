import { useEffect, useRef, useState } from "react"

import { CryptoPaymentError, toCryptoPaymentError } from "../store-api"
import { browserPage } from "../watch"

const RETRY_MS = 10_000
/** A person acts meanwhile. */
const AWAITED_MS = 60_000

/** On mount, on return to the page, and while a person has to act or no answer came. */
export function useRead<Value>(
  id: string | undefined,
  request: (signal: AbortSignal) => Promise<Value>,
  isAwaited?: (value: Value) => boolean
) {
  const [value, setValue] = useState<Value | null>(null)
  const [problem, setProblem] = useState<CryptoPaymentError | null>(null)
  const latest = useRef<AbortController | null>(null)

  const update = (next: Value) => {
    // An older request must not bring back an older state.
    latest.current?.abort()
    setValue(next)
    setProblem(null)
  }
  const read = async (): Promise<Value | null> => {
    latest.current?.abort()
    const { signal } = (latest.current = new AbortController())
    try {
      const next = await request(signal)
      if (signal.aborted) return null
      update(next)
      return next
    } catch (thrown) {
      if (signal.aborted) return null
      const problem = toCryptoPaymentError(thrown)
      setProblem(problem)
      // The link leads to nothing any more.
      if (!problem.retryable) setValue(null)
      return null
    }
  }
  const readVisible = () => {
    if (!browserPage.isHidden()) void read()
  }

  useEffect(() => {
    setValue(null)
    setProblem(null)
    void read()
    const stopListening = browserPage.onReturn(readVisible)
    return () => {
      stopListening()
      latest.current?.abort()
    }
    // `sdk` may be a new instance in each rendering.
  }, [id])

  const isWaiting = value !== null && isAwaited?.(value)
  useEffect(() => {
    if (problem ? !problem.retryable : !isWaiting) return
    const timer = setInterval(readVisible, problem ? RETRY_MS : AWAITED_MS)
    return () => clearInterval(timer)
  }, [problem, isWaiting])

  return { value, problem, read, update }
}

/** One at a time: a second press does nothing until the first is answered. */
export function useRequest<OtherError = never>(
  onFailed?: (error: CryptoPaymentError) => void
) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CryptoPaymentError | OtherError | null>(
    null
  )
  // State is updated too late to reject the second of two fast presses.
  const isSending = useRef(false)
  const updateBusy = (value: boolean) => {
    isSending.current = value
    setBusy(value)
  }

  // Without an answer there was no connection, which may be back.
  useEffect(() => {
    const isOffline = error instanceof CryptoPaymentError && !error.status
    return isOffline ? browserPage.onReturn(() => setError(null)) : undefined
  }, [error])

  /** `request` resolves with true where the browser leaves the page: it stays busy meanwhile. */
  const send = (request: () => Promise<boolean | void>) => {
    if (isSending.current) return
    updateBusy(true)
    setError(null)
    void request()
      .catch((thrown: unknown) => {
        const failed = toCryptoPaymentError(thrown)
        setError(failed)
        onFailed?.(failed)
      })
      .then((isLeaving) => isLeaving || updateBusy(false))
  }
  return { busy, error, setError, send, updateBusy }
}
