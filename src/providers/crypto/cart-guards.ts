import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import {
  completeCartWorkflow,
  refreshPaymentCollectionForCartWorkflow,
} from "@medusajs/medusa/core-flows"
import { notAllowed, unexpectedState } from "../../medusa-errors"
import { findPaymentsOfSession } from "../../medusa/collections"
import { guardCart, type HookCart } from "../../medusa/hooks"
import { isSentBack } from "../../modules/crypto-payment/attempts/states"
import type { Price } from "../../modules/crypto-payment/column-values"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import {
  attemptPrice,
  comparablePrice,
  describePrice,
  isSamePrice,
  paidSession,
} from "../../modules/crypto-payment/settling/money"

type GuardedSession = HookCart["sessions"][number]

/**
 * Core authorizes a session only once: from then on only these two hooks keep a paid cart at its
 * price, and from becoming an order once its money is gone.
 */
export function guardPaidCarts(): void {
  guardCart(
    refreshPaymentCollectionForCartWorkflow,
    "fetch-cart",
    refuseChangeOfPaidCart
  )
  guardCart(completeCartWorkflow, "cart-query", guardCompletion)
}

/**
 * An error here rolls the changed cart back; after one in `deletePayment` core leaves the new total
 * on the collection, and accepts the same change the second time.
 * @throws MedusaError NOT_ALLOWED where the cart would cost something else than was paid
 */
async function refuseChangeOfPaidCart(
  container: MedusaContainer,
  cart: HookCart | null
): Promise<void> {
  if (!cart) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const session of cart.sessions) {
    const paid = await paidPriceOf(ledger, session.id)
    if (paid && !isSamePrice(paid, totalOf(cart))) throw cartIsPaid()
  }
}

/**
 * Runs under the cart's lock, before any order is placed, whoever completes the cart.
 * @throws MedusaError NOT_ALLOWED where the order would have another price than was paid, or its
 * money was sent back, is promised to be, or a person decided about it otherwise
 */
async function guardCompletion(
  container: MedusaContainer,
  cart: HookCart | null
): Promise<void> {
  if (!cart) return
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  await refuseUnfundedOrder(container, ledger, cart)
  await expectUnpaidOrder(ledger, cart)
}

/** Core does not ask about an authorized session, nor for a cart that costs nothing. */
async function refuseUnfundedOrder(
  container: MedusaContainer,
  ledger: CryptoPaymentModuleService,
  cart: HookCart
): Promise<void> {
  for (const session of cart.sessions) {
    const { provider_id, status } = session
    if (!provider_id || !ledger.merchants.provider(provider_id)) continue
    const isAuthorized = status === "authorized" || status === "captured"
    const paid = isAuthorized
      ? totalOf({ ...session, total: session.amount })
      : isFree(cart)
        ? await paidPriceOf(ledger, session.id)
        : undefined
    if (paid && !isSamePrice(paid, totalOf(cart))) {
      throw notAllowed(
        `This cart was paid with ${describePrice(paid)} and costs ${describePrice(totalOf(cart))} now, so no order can be placed. Please contact the store.`
      )
    }
    if (hasEnded(session)) continue
    const known = await ledger.refunds.findOfSession(session.id)
    const sentBack = known
      ? isSentBack(known.attempt, known.isGivenBack)
      : isAuthorized && (await isRefunded(container, session.id))
    if (sentBack) {
      throw notAllowed(
        "The payment of this cart was sent back, or is about to be, so no order can be placed. Please contact the store."
      )
    }
  }
}

/** The ledger may be lost: Medusa's payment has what was recorded as sent back. */
async function isRefunded(
  container: MedusaContainer,
  payment_session_id: string
): Promise<boolean> {
  const query = container.resolve("query")
  const payments = await findPaymentsOfSession(query, payment_session_id)
  return payments.some(({ refunds }) => refunds.length > 0)
}

/** Core asks for the authorization once the order is placed, and only of the first session. */
async function expectUnpaidOrder(
  { merchants, sessions, unpaidOrders }: CryptoPaymentModuleService,
  cart: HookCart
): Promise<void> {
  const session = cart.sessions.find((each) => !hasEnded(each))
  const provider = merchants.provider(session?.provider_id ?? "")
  if (!session?.provider_id || !provider || isFree(cart)) return
  if (merchants.placeOrder(provider) !== "before_payment") return
  const attempt = await sessions.findAttempt(session.id)
  if (attempt?.state !== "open") return
  await unpaidOrders.expect(cart.id, session.provider_id)
}

/** Core does not complete a cart with an ended session. */
function hasEnded({ status }: GuardedSession): boolean {
  return status === "canceled" || status === "error"
}

async function paidPriceOf(
  ledger: CryptoPaymentModuleService,
  sessionId: string
): Promise<Price | undefined> {
  const attempt = await ledger.sessions.findAttempt(sessionId)
  if (!attempt || paidSession(attempt) !== sessionId) return undefined
  return attemptPrice(attempt) ?? undefined
}

function isFree({ total }: HookCart): boolean {
  if (total == null) throw noPrice()
  return MathBN.lte(total, 0)
}

type Priced = {
  total?: BigNumberInput | null
  currency_code?: string | null
}

function totalOf({ total, currency_code }: Priced): Price {
  if (total == null || currency_code == null) throw noPrice()
  return comparablePrice({ amount: total, currency_code })
}

const noPrice = () =>
  unexpectedState("The cart or its payment session has no amount or currency.")

const cartIsPaid = () =>
  notAllowed("This cart is already paid; it cannot be changed.")
