import { CryptoPaymentError, toCryptoPaymentError } from "./errors"
import { nextLookMs } from "./pace"
import type { CryptoPayment } from "./payment"
import { type CryptoPaymentPhase, isFinal } from "./phase"
import { readCryptoPayment } from "./read"
import type { StoreSdk } from "./sdk"
import { browser, type Surroundings } from "./surroundings"

/** How a payment stands, as far as this page knows. */
export type CryptoPaymentView = {
  phase: CryptoPaymentPhase
  /** The shop's last answer; null before the first. */
  payment: CryptoPayment | null
  /** Why the last look brought no answer: tell it as "checking", never as a failed payment. */
  problem: CryptoPaymentError | null
  /** Time left to pay in milliseconds by the server's clock, 0 when it is up; null when not known. */
  remainingMs: () => number | null
}

export type WatchOptions = {
  paymentSessionId: string
  /** Called with each view that differs from the one before. */
  onChange: (view: CryptoPaymentView) => void
  /** Ends the watch, as `stop` does. */
  signal?: AbortSignal
}

export type CryptoPaymentWatch = {
  /** Looks at once. */
  check(): void
  /** Ends the watch; no timer and no request is left. */
  stop(): void
}

/** A Medusa that takes longer counts as not answering. */
const lookLimitMs = 15_000

/**
 * Follows a payment until its order is there, however that came to be: by
 * webhook, by the shop's own looking, by another tab. Looks less often the
 * longer nothing happens, not at all while the page is hidden, and at once when
 * the shopper returns to it. Watching again after a reload is enough to resume.
 */
export function watchCryptoPayment(
  sdk: StoreSdk,
  { paymentSessionId, onChange, signal }: WatchOptions,
  page: Surroundings = browser
): CryptoPaymentWatch {
  let deadlineMs: number | null = null
  const remainingMs = () =>
    deadlineMs === null ? null : Math.max(0, deadlineMs - page.nowMs())
  let view: CryptoPaymentView = {
    phase: "checking",
    payment: null,
    problem: null,
    remainingMs,
  }
  let quiet = 0
  let failed = 0
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let underway: AbortController | undefined

  const stopListening = page.onReturn(() => {
    quiet = 0
    if (page.isHidden()) clearTimeout(timer)
    else check()
  })
  signal?.addEventListener("abort", stop)
  if (signal?.aborted) stop()
  else check()
  return { check, stop }

  function check(): void {
    if (stopped || underway || isFinal(view.phase)) return
    clearTimeout(timer)
    void look().then(planNext)
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
    underway?.abort()
    stopListening()
    signal?.removeEventListener("abort", stop)
  }

  function planNext(): void {
    if (isFinal(view.phase)) stop()
    if (stopped || page.isHidden()) return
    timer = setTimeout(check, nextLookMs({ phase: view.phase, quiet, failed }))
  }

  async function look(): Promise<void> {
    const request = (underway = new AbortController())
    const { signal } = request
    const limit = setTimeout(() => request.abort(), lookLimitMs)
    const askedAtMs = page.nowMs()
    try {
      const { phase, payment } = await Promise.race([
        readCryptoPayment(sdk, { paymentSessionId, signal }),
        aborted(signal),
      ])
      failed = 0
      // Half of the way there and back: when the server read its clock.
      const readAtMs = (askedAtMs + page.nowMs()) / 2
      deadlineMs = deadlineOf(payment, readAtMs)
      tell({ phase, payment, problem: null })
    } catch (thrown) {
      failed += 1
      const problem = signal.aborted ? tooSlow() : toCryptoPaymentError(thrown)
      tell(
        problem.kind === "not_found"
          ? { ...view, phase: "unknown", problem: null }
          : { ...view, problem }
      )
    } finally {
      clearTimeout(limit)
      underway = undefined
    }
  }

  function tell(news: Omit<CryptoPaymentView, "remainingMs">): void {
    if (stopped) return
    const before = fingerprint(view)
    view = { ...news, remainingMs }
    const changed = fingerprint(view) !== before
    quiet = changed ? 0 : quiet + 1
    if (changed) onChange(view)
  }
}

/** When the time to pay is up, by the page's forward clock: the shopper's own may be wrong. */
function deadlineOf(payment: CryptoPayment, readAtMs: number): number | null {
  if (payment.expires_at === null) return null
  const leftMs =
    Date.parse(payment.expires_at) - Date.parse(payment.server_time)
  return Number.isNaN(leftMs) ? null : readAtMs + leftMs
}

/** Rejects when it is; not every stand-in for js-sdk minds the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(tooSlow()))
  )
}

function tooSlow(): CryptoPaymentError {
  return new CryptoPaymentError("unavailable", "Medusa did not answer in time.")
}

/** The server's clock alone is no news. */
function fingerprint({ phase, payment, problem }: CryptoPaymentView): string {
  return JSON.stringify([phase, { ...payment, server_time: "" }, problem?.kind])
}
