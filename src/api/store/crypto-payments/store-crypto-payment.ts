import type { MedusaContainer } from "@medusajs/framework/types"
import { findRecord, type Query } from "../../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  CRYPTO_PAYMENT_MODULE,
  cryptoDifference,
  type CryptoPaymentModuleService,
  expiresAt,
  isSamePrice,
  type MerchantOptions,
  type ReceivableCurrency,
} from "../../../modules/crypto-payment/internal"
import { isPaidByAnother, readCartToRestore } from "./cart-payment"
import { readCartStatus, UNPAID_STATES } from "./cart-status"

/** What the attempt itself does not have. */
export type PaymentContext = Awaited<ReturnType<typeof readCartStatus>> & {
  sessionId: string
  /** The cart that the reader knows. */
  cartId: string | undefined
  coin: ReceivableCurrency | undefined
  /** What the merchant's options say about the coin. */
  token: MerchantOptions["tokens"][string] | undefined
  /** Until when an order that was placed before its payment can be paid. */
  payUntil: Date | null
  expiresAt: Date | null
  now: Date
}

/** What the store API shows of an attempt, by one of its sessions. */
export async function readStoreCryptoPayment(
  container: MedusaContainer,
  attempt: Attempt,
  sessionId: string,
  cartId?: string
) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const query = container.resolve("query")
  const { cart_id, order_id } = attempt
  const unpaid = cart_id ? await ledger.unpaidOrders.find(cart_id) : undefined
  const status = await readCartStatus(query, ledger.sessions, attempt)
  const isUnpaid = UNPAID_STATES.includes(attempt.state)
  return toStoreCryptoPayment(attempt, {
    sessionId,
    cartId,
    ...status,
    ...(cart_id !== null && cart_id === cartId
      ? await readChangedCart(container, attempt)
      : {}),
    replaced:
      status.replaced || (isUnpaid && (await isPaidByAnother(ledger, attempt))),
    order: order_id ? await readOrder(query, order_id) : status.order,
    ...(await readMerchant(ledger, attempt)),
    payUntil: unpaid?.cancel_at ?? null,
    now: new Date(),
  })
}

/**
 * What the shopper may know: `state`, of an attention reason only that fewer coins arrived than were
 * quoted (`missing_crypto_amount`, with the other two amounts; else all are null), or that another
 * payment was received before (`duplicate`); how to pay, while
 * the payment is open. `current` is false when a later session uses the payment,
 * `replaced` is true when another payment replaced it.
 * `order_display_id` is of the order that it pays for, as soon as that is placed;
 * `order_id` too, but null unless the reader knows the cart, as is the price of a cart
 * that changed. An order that was placed before its payment can be paid until
 * `pay_until`. Times are ISO 8601, by the server's clock (`server_time`); `expires_at`
 * is null when it is not known. The time to pay begins at `opened_at`.
 */
export function toStoreCryptoPayment(
  attempt: Attempt,
  context: PaymentContext
) {
  const { sessionId, coin, token, cart, order, replaced, now } = context
  const { cartPrice } = context
  const payable = attempt.state === "open" && !replaced
  const knowsCart =
    attempt.cart_id !== null && attempt.cart_id === context.cartId
  return {
    payment_session_id: sessionId,
    provider_id: attempt.provider_id,
    current: attempt.payment_session_id === sessionId,
    replaced,
    state: attempt.state,
    gateway_status: attempt.gateway_status,
    duplicate:
      attempt.state === "attention" &&
      attempt.attention_reason === "duplicate_payment",
    cart,
    order_id: knowsCart ? (order?.id ?? attempt.order_id) : null,
    order_display_id: order?.display_id ?? null,
    cart_amount: knowsCart ? (cartPrice?.amount ?? null) : null,
    cart_currency_code: knowsCart ? (cartPrice?.currency_code ?? null) : null,
    payment_collection_id: attempt.payment_collection_id,
    pay_until: context.payUntil?.toISOString() ?? null,
    flow: attempt.flow,
    amount: attempt.amount,
    currency_code: attempt.currency_code,
    checkout_url: payable ? attempt.checkout_url : null,
    wallet_address: payable ? attempt.wallet_address : null,
    crypto_amount: attempt.crypto_amount,
    ...shortAmounts(attempt),
    crypto_currency: attempt.crypto_currency,
    crypto_name: coin?.name ?? null,
    crypto_network: coin?.network ?? null,
    crypto_token: token
      ? {
          chain_id: token.chainId,
          address: token.address ?? null,
          decimals: token.decimals,
          test: token.test,
        }
      : null,
    is_test: attempt.is_test,
    opened_at: attempt.opened_at?.toISOString() ?? null,
    expires_at: context.expiresAt?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

/** Of an underpaid payment that nobody decided about. */
function shortAmounts(attempt: Attempt) {
  const difference =
    attempt.state === "attention" && attempt.attention_reason === "underpaid"
      ? cryptoDifference(attempt)
      : null
  const isShort = difference?.kind === "short"
  return {
    quoted_crypto_amount: isShort ? attempt.quoted_crypto_amount : null,
    received_crypto_amount: isShort ? attempt.received_crypto_amount : null,
    missing_crypto_amount: isShort
      ? difference.crypto_amount.replace("-", "")
      : null,
  }
}

/** What the cart costs now, where a confirmed payment becomes its order once it costs again what was paid. */
async function readChangedCart(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Partial<Pick<PaymentContext, "cart" | "cartPrice">>> {
  const cart = await readCartToRestore(container, attempt)
  const price = attemptPrice(attempt)
  if (!cart || !price) return {}
  return isSamePrice(cart.price, price)
    ? { cart: "same" }
    : { cart: "changed", cartPrice: cart.price }
}

/** The order that a confirmed payment became. */
async function readOrder(
  query: Query,
  id: string
): Promise<PaymentContext["order"]> {
  return (await findRecord(query, "order", id, ["id", "display_id"])) ?? null
}

async function readMerchant(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Pick<PaymentContext, "coin" | "token" | "expiresAt">> {
  const key = ledger.merchants.provider(attempt.provider_id)?.merchantKey
  const code = attempt.target_currency ?? attempt.crypto_currency
  if (key === undefined) {
    return { coin: undefined, token: undefined, expiresAt: null }
  }
  const options = ledger.merchants.options(key)
  return {
    coin:
      code === null
        ? undefined
        : await ledger.currencies.describe(key, code, attempt.is_test),
    token: new Map(Object.entries(options.tokens)).get(code ?? ""),
    expiresAt: expiresAt(attempt, options),
  }
}
