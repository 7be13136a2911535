import { MathBN } from "@medusajs/framework/utils"
import { paymentOutcome } from "../../../gateway"
import type { Attempt } from "../models/crypto-payment"
import type { OrderFacts } from "../settling/facts"
import { DAY_MS, isWithoutCoin, MINUTE_MS } from "../settling/schedule"

/** By then a completion has placed its order, or was rolled back. */
export const PLACING_MS = 10 * MINUTE_MS
const PLACING_CHECK_MS = MINUTE_MS
const HELD_CHECK_MS = 5 * MINUTE_MS

/** Nobody ends a page or a session that a customer left, and the stock is not reserved for ever. */
const LEFT_PAGE_MS = 7 * DAY_MS

export type UnpaidOrderFacts = {
  now: Date
  /** Since the shopper's completion of the cart began. */
  since: Date
  /** Null while core has not placed it, or where it took it back. */
  order: Pick<OrderFacts, "canceled" | "pending"> | null
  /** Until when it can be paid; null without an order, and after its end. */
  cancel_at: Date | null
  /** Core has not ended its completion of the cart, or never will. */
  half_done: boolean
  /** A payment stands in one of its collections, of whatever provider. */
  has_payment: boolean
  /** The customer has begun a payment of another provider, which may still end well. */
  awaits_payment: boolean
  attempts: readonly UnpaidAttempt[]
}

type UnpaidAttempt = Pick<Attempt, "state"> &
  Parameters<typeof isWithoutCoin>[0]

/**
 * - `forget`: it is paid, also in part, or was not placed.
 * - `end`: it was canceled.
 * - `release_stock`: it was canceled some time ago, and whoever canceled it besides is done too:
 * core undoes the later cancellation, with its stock.
 * - `wait`: until it is looked at again.
 * - `end_attempts`: its payments that wait for a coin are expired, and all are read.
 * - `cancel`: nothing can pay for it any more.
 */
export type UnpaidOrderDecision =
  | { type: "forget" }
  | { type: "end" }
  | { type: "release_stock" }
  | { type: "wait"; ms: number }
  | { type: "end_attempts" }
  | { type: "cancel" }

/**
 * Confirmed money holds the cancellation back until it is settled or resolved, a payment whose coin
 * was chosen until its gateway calls it final, and one that could not be read until it is: an admin
 * may cancel the order. A page without a coin, or a session of another provider, holds it for a
 * week. One that is paid in part is left to a person.
 * @param reading whether all of its payments were just read and ended, or only some.
 */
export function decideUnpaidOrder(
  facts: UnpaidOrderFacts,
  reading: "none" | "some" | "all"
): UnpaidOrderDecision {
  const { now, order, cancel_at, attempts } = facts
  if (!order) {
    return now.getTime() - facts.since.getTime() < PLACING_MS
      ? wait(PLACING_CHECK_MS)
      : { type: "forget" }
  }
  if (order.canceled) return { type: cancel_at ? "end" : "release_stock" }
  if (facts.has_payment) return { type: "forget" }
  const { pending } = order
  if (!pending || !cancel_at) return wait(HELD_CHECK_MS)
  if (MathBN.lte(pending.amount, 0)) return { type: "forget" }
  const leftMs = cancel_at.getTime() - now.getTime()
  if (leftMs > 0) {
    return wait(facts.half_done ? Math.min(leftMs, PLACING_CHECK_MS) : leftMs)
  }
  if (attempts.some(holdsMoney)) return wait(HELD_CHECK_MS)
  if (reading === "none" && attempts.length > 0) return { type: "end_attempts" }
  const open = attempts.filter(isOpen)
  const isUnknown = reading === "some" || open.some(mayGetCoins)
  if (isUnknown) return wait(HELD_CHECK_MS)
  const isBegun = facts.awaits_payment || open.length > 0
  if (isBegun && -leftMs < LEFT_PAGE_MS) return wait(HELD_CHECK_MS)
  return { type: "cancel" }
}

function wait(ms: number): UnpaidOrderDecision {
  return { type: "wait", ms }
}

/** Settled money stands as a payment, until it is given back. */
function holdsMoney({ state }: UnpaidAttempt): boolean {
  return state === "paid" || state === "attention"
}

/** One that is being created has shown nobody an address. */
function mayGetCoins(attempt: UnpaidAttempt): boolean {
  return attempt.state !== "creating" && !isWithoutCoin(attempt)
}

/** A closed attempt is open at the gateway where an admin closed it, for example. */
function isOpen({ state, gateway_status }: UnpaidAttempt): boolean {
  if (state === "creating" || state === "open") return true
  if (state !== "closed" || gateway_status === null) return false
  return paymentOutcome(gateway_status) === "open"
}
