import type { MedusaContainer } from "@medusajs/framework/types"
import {
  findWatched,
  listOpenedSessions,
  SESSION_FIELDS,
  sessionOf,
} from "./order-collection"
import { findRecord, type Query } from "../../../medusa-query"
import type { SessionLinks } from "../../../modules/crypto-payment/attempts/sessions"
import { mayEndAtGateway } from "../../../modules/crypto-payment/attempts/superseded"
import { isCryptoProvider } from "../../../modules/crypto-payment/merchants/merchants"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import { isPaidAlready } from "../../../modules/crypto-payment/opening/choose-attempt"
import { isSentBack } from "../../../modules/crypto-payment/refunds/ledger"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  attemptPrice,
  gatewayPrice,
  isSamePrice,
  type Price,
  toDecimalString,
} from "../../../modules/crypto-payment/settling/money"

type PayableCart = {
  price: Price
  session_ids: string[]
  /** A session of another payment method is chosen. */
  paid_otherwise: boolean
  /** Something is to be shipped, and no way to do so is chosen. */
  lacks_shipping: boolean
  completed: boolean
}

/** Null for a cart that is gone. */
export async function readPayableCart(
  query: Query,
  id: string
): Promise<PayableCart | null> {
  const cart = await findRecord(query, "cart", id, [
    ...["id", "currency_code", "total", "completed_at"],
    ...["items.requires_shipping", "shipping_methods.id"],
    ...SESSION_FIELDS.map((field) => `payment_collection.${field}`),
  ])
  if (!cart) return null
  const { currency_code, total, completed_at, payment_collection } = cart
  const items: ({ requires_shipping?: boolean } | null)[] = cart.items ?? []
  const sessions: ({ provider_id: string } | null)[] =
    payment_collection?.payment_sessions ?? []
  return {
    price: { amount: toDecimalString(total, currency_code), currency_code },
    session_ids: listOpenedSessions(payment_collection?.payment_sessions),
    paid_otherwise: sessions.some(
      (each) => each && !isCryptoProvider(each.provider_id)
    ),
    lacks_shipping:
      (cart.shipping_methods ?? []).length === 0 &&
      items.some((item) => item?.requires_shipping),
    completed: Boolean(completed_at),
  }
}

/** The attempts of a cart that a checkout may have to show, newest first; `links` are of its sessions. */
export async function findShownAttempts(
  ledger: CryptoPaymentModuleService,
  cartId: string,
  links: SessionLinks
): Promise<Attempt[]> {
  const attempts = await ledger.attempts.findShown(cartId, links.values())
  // Test coins of a store that is live by now are no money.
  return attempts.filter(
    (attempt) =>
      attempt.state !== "attention" ||
      isPaidAlready(attempt, isTestMode(ledger, attempt))
  )
}

/** Nobody should pay an attempt where another payment of its cart is paid. */
export async function isPaidByAnother(
  ledger: CryptoPaymentModuleService,
  { id, cart_id }: Attempt
): Promise<boolean> {
  if (cart_id === null) return false
  const attempts = await ledger.attempts.findShown(cart_id, [])
  return attempts.some(
    (each) => each.id !== id && isPaidAlready(each, isTestMode(ledger, each))
  )
}

function isTestMode(
  { merchants }: CryptoPaymentModuleService,
  { provider_id, is_test }: Attempt
): boolean {
  const key = merchants.provider(provider_id)?.merchantKey
  return key === undefined ? is_test === true : merchants.options(key).testMode
}

/**
 * The attempt that a checkout shows for its cart: the one that holds money, whatever session the
 * cart has, since core deletes sessions when the cart changes; else the one in use; else, where no
 * other payment was chosen, one that the shopper may have paid before the change.
 * @param attempts newest first.
 * @param links of the cart's sessions.
 */
export function cartAttempt(
  attempts: readonly Attempt[],
  cart: Pick<PayableCart, "price" | "session_ids" | "paid_otherwise"> | null,
  links: SessionLinks
) {
  const hasNoSession = (cart?.session_ids ?? []).length === 0
  const order: ((attempt: Attempt) => boolean)[] = [
    ({ state }) => state === "settled",
    ({ state }) => state === "paid",
    (attempt) => attempt.state === "attention" && isPriceOf(cart, attempt),
    ({ state }) => state === "attention",
    ({ resolution }) => resolution?.kind === "order_placed_by_hand",
    (attempt) => sessionOf(attempt, links) !== undefined,
    (attempt) => hasNoSession && !cart?.paid_otherwise && isLeft(attempt),
  ]
  const wanted = order.flatMap((isWanted) => attempts.find(isWanted) ?? [])
  return findWatched(wanted, links)
}

function isPriceOf(cart: { price: Price } | null, attempt: Attempt): boolean {
  const price = attemptPrice(attempt)
  return cart !== null && price !== null && isSamePrice(cart.price, price)
}

/** Open, also where the job found it superseded: coins may be on their way to a shown address. */
function isLeft(attempt: Attempt): boolean {
  return attempt.state === "open" && !isEnded(attempt)
}

/** Superseded, and ended at the gateway soon, since no coin was chosen. */
export function isEnded(attempt: Attempt): boolean {
  return (
    attempt.superseded_at !== null &&
    mayEndAtGateway({
      flow: attempt.flow,
      status: attempt.gateway_status,
      currency: attempt.crypto_currency,
      wallet_address: attempt.wallet_address,
    })
  )
}

/**
 * The cart of a payment that was confirmed for another price, where it would become the order if it
 * cost again what was paid; else null.
 */
export async function readCartToRestore(
  container: MedusaContainer,
  attempt: Attempt
): Promise<PayableCart | null> {
  const { state, attention_reason, cart_id } = attempt
  const price = attemptPrice(attempt)
  const named = gatewayPrice(attempt)
  if (state !== "attention" || attention_reason !== "amount_mismatch") {
    return null
  }
  if (cart_id === null || !price) return null
  if (named && !isSamePrice(named, price)) return null
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (await isSentBack(ledger.refunds, attempt)) return null
  const cart = await readPayableCart(container.resolve("query"), cart_id)
  return cart?.completed ? null : cart
}

/** Whether the cart costs again what was paid, and an order can come of it. */
export async function isCartRestored(
  container: MedusaContainer,
  attempt: Attempt
): Promise<boolean> {
  const cart = await readCartToRestore(container, attempt)
  if (!cart || cart.paid_otherwise || cart.lacks_shipping) return false
  return isPriceOf(cart, attempt)
}
