import {
  completeCartWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN, MedusaError } from "@medusajs/framework/utils"
import {
  attemptPrice,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  isSamePrice,
  paidSession,
  type Price,
  toComparableAmount,
} from "../../modules/crypto-payment"
import * as errors from "./errors"
import { addHookHandler } from "./hook-handler"

type GuardedSession = {
  id: string
  provider_id?: string
  amount?: BigNumberInput
  currency_code?: string
  status?: string
} | null

/** The part of the hooks' cart that is read here. */
export type GuardedCart =
  | {
      total: BigNumberInput
      currency_code: string
      completed_at?: unknown
      payment_collection?: { payment_sessions?: GuardedSession[] | null } | null
    }
  | null
  | undefined

/** Core's status of a session whose payment is authorized, captured or not. */
const authorizedStatuses: readonly (string | undefined)[] = [
  "authorized",
  "captured",
]

/**
 * Core does not authorize a session again once it is authorized: from then on
 * only these two hooks keep a paid cart at the price that was paid, for every
 * caller (store API, core's webhook route, a workflow run by other code).
 */
export function guardPaidCarts(): void {
  addHookHandler(refreshPaymentCollectionForCartWorkflow, {
    name: "validate",
    readInput: ({ stepResult, workflowInput }) => ({
      cart: (stepResult("fetch-cart")?.data ??
        workflowInput?.cart) as GuardedCart,
    }),
    handle: ({ cart }, container) => refuseChangeOfPaidCart(container, cart),
  })
  addHookHandler(completeCartWorkflow, {
    name: "validate",
    readInput: ({ stepResult }) => ({
      cart: stepResult("cart-query")?.data as GuardedCart,
    }),
    handle: ({ cart }, container) => refuseOrderOfOtherPrice(container, cart),
  })
}

/**
 * Runs before core syncs a changed cart with its payment collection. An error
 * here rolls the cart back, and its collection keeps the amount that was paid;
 * after an error in `deletePayment` core leaves the new total on the collection
 * and accepts the same change the second time.
 *
 * @throws MedusaError NOT_ALLOWED where a session of the cart holds confirmed
 * money and the cart would cost something else than was paid.
 */
export async function refuseChangeOfPaidCart(
  container: MedusaContainer,
  cart: GuardedCart
): Promise<void> {
  if (!cart || cart.completed_at) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const session of sessionsOf(cart)) {
    const paid = await paidPriceOf(ledger, session.id)
    if (paid && !isSamePrice(paid, priceOf(cart))) throw errors.cartIsPaid()
  }
}

/**
 * Runs in core's completion of a cart, under the cart's lock, on the cart that
 * becomes the order. A session that is not authorized yet is verified by
 * `authorizePayment`, which core skips for a cart that costs nothing.
 *
 * @throws MedusaError NOT_ALLOWED where a crypto session of the cart is paid,
 * and the order would have another total or currency.
 */
export async function refuseOrderOfOtherPrice(
  container: MedusaContainer,
  cart: GuardedCart
): Promise<void> {
  // For a completed cart core only returns the existing order.
  if (!cart || cart.completed_at) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const session of sessionsOf(cart)) {
    const { provider_id } = session
    if (!provider_id || !ledger.merchants.provider(provider_id)) continue
    const paid = authorizedStatuses.includes(session.status)
      ? priceOf({ ...session, total: session.amount })
      : MathBN.lte(cart.total, 0)
        ? await paidPriceOf(ledger, session.id)
        : undefined
    if (paid && !isSamePrice(paid, priceOf(cart))) {
      throw errors.paidForOtherPrice(paid, priceOf(cart))
    }
  }
}

/** Undefined where the session holds no confirmed money. */
async function paidPriceOf(
  ledger: CryptoPaymentModuleService,
  sessionId: string
): Promise<Price | undefined> {
  const attempt = await ledger.sessions.findAttempt(sessionId)
  if (!attempt || paidSession(attempt) !== sessionId) return undefined
  return attemptPrice(attempt) ?? undefined
}

function sessionsOf(cart: NonNullable<GuardedCart>) {
  return (cart.payment_collection?.payment_sessions ?? []).filter(
    (session) => session !== null
  )
}

function priceOf({
  total,
  currency_code,
}: {
  total?: BigNumberInput
  currency_code?: string
}): Price {
  if (total === undefined || currency_code === undefined) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The cart or its payment session has no amount or currency."
    )
  }
  return {
    amount: toComparableAmount(total, currency_code),
    currency_code: currency_code.toLowerCase(),
  }
}
