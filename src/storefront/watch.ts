import {
  type CryptoPayment,
  type CryptoPaymentPhase,
  isFinal,
  readCryptoPayment,
} from "./payment"
import {
  CryptoPaymentError,
  type StoreSdk,
  toCryptoPaymentError,
} from "./store-api"

export type CryptoPaymentView = {
  phase: CryptoPaymentPhase
  /** The last answer; null before the first. */
  payment: CryptoPayment | null
  /** Why the last request failed. Show it as "checking", never as a failed payment. */
  problem: CryptoPaymentError | null
  /** Time left to pay in milliseconds by the server's clock, at least 0; null when unknown. */
  remainingMs: () => number | null
}

export const NO_VIEW: CryptoPaymentView = {
  phase: "checking",
  payment: null,
  problem: null,
  remainingMs: () => null,
}

export type WatchOptions = {
  paymentSessionId: string
  /** The shopper's cart: with it the payment has its `order_id`. */
  cartId?: string
  /** Called with each view that differs from the previous one. */
  onChange: (view: CryptoPaymentView) => void
  signal?: AbortSignal
}

export type CryptoPaymentWatch = {
  /** Reads the payment now. */
  check(): void
  /** Stops the watch with its timer and request. */
  stop(): void
}

/**
 * Watches a payment until its order is placed:
 * less often while nothing changes, and not while the page is hidden.
 */
export function watchCryptoPayment(
  sdk: StoreSdk,
  { paymentSessionId, cartId, onChange, signal }: WatchOptions,
  page: Page = browserPage
): CryptoPaymentWatch {
  let deadlineMs: number | null = null
  const remainingMs = () =>
    deadlineMs === null ? null : Math.max(0, deadlineMs - page.nowMs())
  let view: CryptoPaymentView = { ...NO_VIEW, remainingMs }
  /** Reads since the last change, and how many failed one after the other. */
  let unchanged = 0
  let failed = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let inFlight: AbortController | undefined

  const stopListening = page.onReturn(() => {
    unchanged = 0
    if (page.isHidden()) clearTimeout(timer)
    else check()
  })
  signal?.addEventListener("abort", stop)
  if (signal?.aborted) stop()
  else check()
  return { check, stop }

  function check(): void {
    if (stopped || inFlight || isFinal(view.phase)) return
    clearTimeout(timer)
    void read()
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
    inFlight?.abort()
    stopListening()
    signal?.removeEventListener("abort", stop)
  }

  async function read(): Promise<void> {
    const request = (inFlight = new AbortController())
    const { signal } = request
    const timeout = setTimeout(() => {
      const message = "Medusa did not answer in time."
      request.abort(new CryptoPaymentError("unavailable", message))
    }, READ_TIMEOUT_MS)
    const sentAtMs = page.nowMs()
    try {
      const { phase, payment } = await Promise.race([
        readCryptoPayment(sdk, { paymentSessionId, cartId, signal }),
        rejectOnAbort(signal),
      ])
      failed = 0
      // The server read its clock between request and answer.
      const readAtMs = (sentAtMs + page.nowMs()) / 2
      deadlineMs = getDeadlineMs(payment, readAtMs)
      update({ phase, payment, problem: null })
    } catch (thrown) {
      failed += 1
      const problem = toCryptoPaymentError(thrown)
      update(
        problem.kind === "not_found"
          ? { ...view, phase: "unknown", problem: null }
          : { ...view, problem }
      )
    } finally {
      clearTimeout(timeout)
      inFlight = undefined
    }
    if (isFinal(view.phase)) stop()
    if (stopped || page.isHidden()) return
    const [firstMs, maxMs] =
      failed > 0
        ? [2_000, 30_000]
        : (READ_AFTER_MS[view.phase] ?? [5_000, 60_000])
    const times = failed > 0 ? failed - 1 : unchanged
    const delayMs = Math.round(Math.min(firstMs * 1.25 ** times, maxMs))
    timer = setTimeout(check, Math.max(delayMs, page.minDelayMs ?? 0))
  }

  function update(next: Omit<CryptoPaymentView, "remainingMs">): void {
    if (stopped) return
    const before = serializeView(view)
    view = { ...next, remainingMs }
    const changed = serializeView(view) !== before
    unchanged = changed ? 0 : unchanged + 1
    if (changed) onChange(view)
  }
}

type Page = {
  isHidden(): boolean
  /** Calls the listener when the page may be visible or online again; returns how to remove it. */
  onReturn(listener: () => void): () => void
  nowMs(): number
  /** Least time between two reads, where the payment is shown in passing. @default 0 */
  minDelayMs?: number
}

/** In the phases in which the shopper waits. */
const READ_AFTER_MS: Partial<
  Record<CryptoPaymentPhase, readonly [firstMs: number, maxMs: number]>
> = {
  checking: [2_000, 15_000],
  waiting: [2_000, 15_000],
  placing_order: [1_000, 10_000],
}

const READ_TIMEOUT_MS = 15_000

/** On a server there is no document: the page counts as visible. */
export const browserPage: Page = {
  isHidden: () => globalThis.document?.hidden ?? false,
  onReturn: (listener) => {
    const { document, window } = globalThis
    const listening = new AbortController()
    const { signal } = listening
    document?.addEventListener("visibilitychange", listener, { signal })
    // `pageshow`: the page comes back from the back/forward cache.
    window?.addEventListener("pageshow", listener, { signal })
    window?.addEventListener("online", listener, { signal })
    return () => listening.abort()
  },
  nowMs: () => performance.now(),
}

/** By the page's monotonic clock: the shopper's can be wrong. */
function getDeadlineMs(payment: CryptoPayment, readAtMs: number) {
  const leftMs =
    Date.parse(payment.expires_at ?? "") - Date.parse(payment.server_time)
  return Number.isNaN(leftMs) ? null : readAtMs + leftMs
}

/** A custom `StoreSdk` may ignore the signal. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  )
}

/** Without the server's time, which differs in every answer. */
function serializeView({ phase, payment, problem }: CryptoPaymentView): string {
  const why = problem?.status ?? problem?.kind
  return JSON.stringify([phase, { ...payment, server_time: "" }, why])
}
