import type { PayableCart } from "./payable"
import type { SessionLinks } from "../../../modules/crypto-payment/attempts/sessions"
import type { Price } from "../../../modules/crypto-payment/column-values"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { isPaidAlready } from "../../../modules/crypto-payment/opening/choose-attempt"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  attemptPrice,
  isSamePrice,
} from "../../../modules/crypto-payment/settling/money"
import { isWithoutCoin } from "../../../modules/crypto-payment/settling/schedule"

type WatchedAttempt = { attempt: Attempt; sessionId: string }

/** As `cartAttempt`, of the attempts that the ledger has for a cart. */
export async function findCartAttempt(
  { attempts, merchants, sessions }: CryptoPaymentModuleService,
  cartId: string,
  cart: PayableCart | null
): Promise<WatchedAttempt | null> {
  const links = await sessions.linksOf(cart?.session_ids ?? [])
  const ofCart = await attempts.findShown(cartId, links.values())
  // Test coins of a store that is live by now are no money.
  const shown = ofCart.filter(
    (attempt) =>
      attempt.state !== "attention" ||
      isPaidAlready(attempt, merchants.isTestMode(attempt))
  )
  return cartAttempt(shown, cart, links)
}

/**
 * The attempt that a checkout shows for its cart, of those from the newest: one that holds money,
 * whatever session the cart has, since core deletes sessions when the cart changes.
 */
export function cartAttempt(
  attempts: readonly Attempt[],
  cart: Pick<PayableCart, "price" | "session_ids" | "paid_otherwise"> | null,
  links: SessionLinks
): WatchedAttempt | null {
  const hasNoSession = (cart?.session_ids ?? []).length === 0
  return findWatched(attempts, links, [
    ({ state }) => state === "settled",
    ({ state }) => state === "paid",
    (attempt) => attempt.state === "attention" && isPriceOf(cart, attempt),
    ({ state }) => state === "attention",
    ({ resolution }) => resolution?.kind === "order_placed_by_hand",
    (attempt) => sessionOf(attempt, links) !== undefined,
    // Also superseded: coins may be on their way to a shown address.
    (attempt) =>
      hasNoSession &&
      !cart?.paid_otherwise &&
      attempt.state === "open" &&
      (attempt.superseded_at === null || !isWithoutCoin(attempt)),
  ])
}

/**
 * The attempt that a pay page shows for its collection, of those from the newest: one that holds
 * money, else that of the collection's payment session.
 */
export function currentAttempt(
  attempts: readonly Attempt[],
  links: SessionLinks
): WatchedAttempt | null {
  return findWatched(attempts, links, [
    ({ state }) => state === "settled",
    ({ state }) => state === "paid",
    ({ state }) => state === "attention",
    (attempt) =>
      attempt.state !== "resolved" && sessionOf(attempt, links) !== undefined,
  ])
}

/**
 * The first attempt of the first of these kinds that has a session to watch it by, with that
 * session.
 */
function findWatched(
  attempts: readonly Attempt[],
  links: SessionLinks,
  kinds: readonly ((attempt: Attempt) => boolean)[]
): WatchedAttempt | null {
  for (const attempt of kinds.flatMap((isOne) => attempts.filter(isOne))) {
    const sessionId = sessionOf(attempt, links) ?? attempt.payment_session_id
    if (sessionId) return { attempt, sessionId }
  }
  return null
}

function sessionOf({ id }: Attempt, links: SessionLinks): string | undefined {
  return [...links].find(([, attemptId]) => attemptId === id)?.[0]
}

function isPriceOf(cart: { price: Price } | null, attempt: Attempt): boolean {
  const price = attemptPrice(attempt)
  return cart !== null && price !== null && isSamePrice(cart.price, price)
}
