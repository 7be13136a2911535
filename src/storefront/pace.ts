import type { CryptoPaymentPhase } from "./phase"

/** How the last looks went. */
export type Looks = {
  phase: CryptoPaymentPhase
  /** Looks since something was new. */
  quiet: number
  /** Looks without an answer, up to now. */
  failed: number
}

/**
 * How long to wait before the next look, in milliseconds: soon while something
 * is about to happen, seldom where only late news can come, and longer each
 * time that nothing does.
 */
export function nextLookMs({ phase, quiet, failed }: Looks): number {
  if (failed > 0) return growing(2_000, failed - 1, 30_000)
  switch (phase) {
    case "placing_order":
      return growing(1_000, quiet, 10_000)
    case "checking":
    case "waiting":
      return growing(2_000, quiet, 15_000)
    case "expired":
    case "failed":
    case "cart_changed":
    case "replaced":
    case "paid_otherwise":
    case "attention":
    case "order_placed":
    case "resolved":
    case "unknown":
      return growing(5_000, quiet, 60_000)
  }
}

function growing(firstMs: number, times: number, mostMs: number): number {
  return Math.round(Math.min(firstMs * 1.25 ** times, mostMs))
}
