import type { AttentionReason } from "../attempts/states"
import type { AttentionFact } from "./attention-fact"
import type { Facts, PaidOrderFacts } from "./facts"
import type { Price } from "./money"

/**
 * What to do about a gateway payment.
 * - `record`: nothing beyond what was written down; of a paid attempt, nothing yet.
 * - `close`: the attempt ended unpaid; `session_id` is the session to end with it.
 * - `process`: hand the session to core as captured.
 * - `book`: the order is paid, but core was stopped before it wrote the capture
 *   into the order's transactions; hand it the session once more.
 * - `take_back`: core could not undo a completion that failed: do it, then decide again.
 * - `reattach`: give the cart or collection a session for this attempt, then decide again.
 * - `settle`: the order exists and is paid by this attempt with its exact total.
 * - `verify`: a settled attempt is still what was written down.
 * - `reopen`: core rolled back the order or the capture of a settled attempt, or they fit no more.
 * - `attention`: a person is needed; `fact` says what was found.
 */
export type Decision =
  | { type: "record" }
  | {
      type: "close"
      session_id: string | null
      session_status: "canceled" | "error"
    }
  | { type: "process"; session_id: string }
  | { type: "book"; session_id: string }
  | { type: "take_back"; order_id: string }
  | { type: "reattach" }
  | { type: "settle"; order_id: string | null; payment_id: string }
  | { type: "verify" }
  | { type: "reopen"; fact: AttentionFact }
  | Attention

export type Attention = {
  type: "attention"
  reason: AttentionReason
  fact: AttentionFact
}

export function attention(
  reason: AttentionReason,
  fact: AttentionFact
): Attention {
  return { type: "attention", reason, fact }
}

/** Another payment stands, so that nothing is left for this one to pay. */
export function duplicate({ order, payment }: Facts): Attention {
  const by = payment ? "paid_twice" : "paid_otherwise"
  const fact: AttentionFact = order
    ? { type: `order_${by}`, order_number: order.number }
    : { type: `cart_${by}` }
  return attention("duplicate_payment", fact)
}

/** What it was for is gone. */
export function unmatched({
  for_cart,
  was_closed,
}: Facts["attempt"]): Attention {
  if (was_closed) {
    return attention("late_payment", { type: "cart_gone_after_close" })
  }
  return attention("unmatched", {
    type: for_cart ? "cart_gone" : "no_cart_or_collection",
  })
}

/** What is due costs something else than what was paid. */
export function differs(
  { attempt, order }: Facts,
  { paid, due }: Record<"paid" | "due", Price>
): AttentionFact {
  if (order) {
    const { number: order_number } = order
    return { type: "order_price_differs", order_number, paid, due }
  }
  const of = attempt.for_cart ? "cart" : "collection"
  return { type: `${of}_price_differs`, paid, due }
}

/** Its order was not placed to its end; undefined where it was. */
export function unfinished({
  number,
  unfinished,
}: PaidOrderFacts): Attention | undefined {
  if (!unfinished) return undefined
  const type = "order_unfinished"
  return attention("order_not_placed", { type, order_number: number })
}
