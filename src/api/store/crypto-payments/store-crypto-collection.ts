import {
  type Attempt,
  type ConfiguredProvider,
  paidSession,
  type SessionLinks,
} from "../../../modules/crypto-payment/internal"
import { sessionOf } from "./opened-sessions"
import type { OrderCollection } from "./order-collection"
import type { toStoreCryptoPayment } from "./store-crypto-payment"

type StoreCryptoPayment = ReturnType<typeof toStoreCryptoPayment>

/** What the collection itself does not have. */
export type CollectionContext = {
  /** The crypto providers that are enabled in the order's region. */
  providers: readonly ConfiguredProvider[]
  /** The attempts of the collection. */
  attempts: readonly Attempt[]
  /** The one that `currentAttempt` chose. */
  current: { attempt: Attempt; payment: StoreCryptoPayment } | null
  /** Until when an order that was placed before its payment can be paid. */
  payUntil: Date | null
  now: Date
}

/**
 * What whoever has the link of a payment may know: what is due for which order, and
 * how it can be paid. `amount` is null where nothing is due. `payable` is false where
 * no payment can be started: nothing is due by this collection, a payment was
 * received, the time is over, or no crypto provider is enabled.
 */
export function toStoreCryptoCollection(
  collection: OrderCollection,
  context: CollectionContext
) {
  const { state, order, due } = collection
  const { attempts, current, now } = context
  const payUntil = state === "unpaid" ? context.payUntil : null
  const providers = context.providers.map(({ provider_id, flow }) => ({
    provider_id,
    flow,
  }))
  return {
    payment_collection_id: collection.id,
    order_display_id: order.display_id,
    state,
    amount: due?.amount ?? null,
    currency_code: collection.currency_code,
    pay_until: payUntil?.toISOString() ?? null,
    payable:
      state === "unpaid" &&
      providers.length > 0 &&
      due !== null &&
      (payUntil === null || payUntil > now) &&
      attempts.every((attempt) => paidSession(attempt) === null),
    providers,
    crypto_payment: current?.payment ?? null,
    receipt: current && toReceipt(current),
    server_time: now.toISOString(),
  }
}

/** What was paid in crypto, once it is on the order. */
function toReceipt({
  attempt,
  payment,
}: NonNullable<CollectionContext["current"]>) {
  if (attempt.state !== "settled") return null
  return {
    amount: payment.amount,
    currency_code: payment.currency_code,
    crypto_amount: payment.crypto_amount,
    crypto_currency: payment.crypto_currency,
    crypto_name: payment.crypto_name,
    crypto_network: payment.crypto_network,
    is_test: payment.is_test,
    paid_at: attempt.paid_at?.toISOString() ?? null,
  }
}

/** Attempts with confirmed money come before the one that can be paid now. */
const MONEY_FIRST: readonly ((attempt: Attempt) => boolean)[] = [
  ({ state }) => state === "settled",
  ({ state }) => state === "paid",
  ({ state }) => state === "attention",
]

/**
 * The attempt that the page of a collection shows, and the session to watch it by:
 * the one that holds money, else that of the collection's payment session.
 * @param attempts newest first.
 * @param links of the collection's sessions.
 */
export function currentAttempt(
  attempts: readonly Attempt[],
  links: SessionLinks
): { attempt: Attempt; sessionId: string } | null {
  const withMoney = MONEY_FIRST.flatMap((isMeant) => attempts.filter(isMeant))
  const inUse = attempts.filter(
    (attempt) =>
      attempt.state !== "resolved" && sessionOf(attempt, links) !== undefined
  )
  for (const attempt of [...withMoney, ...inUse]) {
    const sessionId = sessionOf(attempt, links) ?? attempt.payment_session_id
    if (sessionId) return { attempt, sessionId }
  }
  return null
}
