import type { MedusaContainer } from "@medusajs/framework/types"
import { readCartStatus } from "./cart-status"
import { readChangedCart } from "./restored-cart"
import { readOrderNumber } from "../../../medusa/orders"
import { isPaidState } from "../../../modules/crypto-payment/attempts/states"
import type { ReceivableCurrency } from "../../../modules/crypto-payment/merchants/currencies"
import type { MerchantOptions } from "../../../modules/crypto-payment/merchants/options"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import {
  expiresAt,
  isPaidAlready,
} from "../../../modules/crypto-payment/opening/choose-attempt"
import { surplusLeft } from "../../../modules/crypto-payment/refunds/limits"
import type CryptoPaymentModuleService from "../../../modules/crypto-payment/service"
import {
  cryptoDifference,
  surplusToReturn,
} from "../../../modules/crypto-payment/shortfalls/shortfall"
import { pick } from "../../../pick"

export type PaymentContext = Awaited<ReturnType<typeof readCartStatus>> & {
  sessionId: string
  /** The cart that the reader knows. */
  cartId: string | undefined
  coin: ReceivableCurrency | undefined
  /** What the merchant's options say about the coin. */
  token: MerchantOptions["tokens"][string] | undefined
  /** Until when an order that was placed before its payment can be paid. */
  payUntil: Date | null
  /** The coins beyond the quote that the store can send back. */
  surplus: string | null
  expiresAt: Date | null
  now: Date
}

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
  return toStoreCryptoPayment(attempt, {
    sessionId,
    cartId,
    ...status,
    ...(cart_id !== null && cart_id === cartId
      ? await readChangedCart(container, attempt)
      : {}),
    replaced: status.replaced || (await isPaidByAnother(ledger, attempt)),
    order: order_id
      ? ((await readOrderNumber(query, order_id)) ?? null)
      : status.order,
    ...(await readMerchant(ledger, attempt)),
    payUntil: unpaid?.cancel_at ?? null,
    surplus: await readSurplusLeft(ledger, attempt),
    now: new Date(),
  })
}

/**
 * What the shopper may know: of an attention reason only a shortfall and a `duplicate`, and an
 * `order_id` or the price of a changed cart only where the reader knows the cart.
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
    ...pick(attempt, SHOWN_COLUMNS),
    current: attempt.payment_session_id === sessionId,
    replaced,
    duplicate:
      attempt.state === "attention" &&
      attempt.attention_reason === "duplicate_payment",
    cart,
    order_id: knowsCart ? (order?.id ?? attempt.order_id) : null,
    order_display_id: order?.display_id ?? null,
    cart_amount: knowsCart ? (cartPrice?.amount ?? null) : null,
    cart_currency_code: knowsCart ? (cartPrice?.currency_code ?? null) : null,
    pay_until: context.payUntil?.toISOString() ?? null,
    checkout_url: payable ? attempt.checkout_url : null,
    wallet_address: payable ? attempt.wallet_address : null,
    ...shortAmounts(attempt),
    surplus_crypto_amount: context.surplus,
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
    opened_at: attempt.opened_at?.toISOString() ?? null,
    expires_at: context.expiresAt?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}

const SHOWN_COLUMNS = [
  "provider_id",
  "payment_collection_id",
  "flow",
  "state",
  "gateway_status",
  "is_test",
  "amount",
  "currency_code",
  "crypto_amount",
  "crypto_currency",
] as const satisfies (keyof Attempt)[]

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

/** Null also once all of it was sent back, or promised. */
async function readSurplusLeft(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<string | null> {
  if (!surplusToReturn(attempt)) return null
  const { refunds, requests } = await ledger.adminActions.readFacts(attempt.id)
  return surplusLeft(attempt, [...refunds, ...requests])
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

/** Nobody should pay an attempt where another payment of its cart is paid. */
async function isPaidByAnother(
  { attempts, merchants }: CryptoPaymentModuleService,
  { id, cart_id, state }: Attempt
): Promise<boolean> {
  if (cart_id === null || isPaidState(state)) return false
  const ofCart = await attempts.findShown(cart_id, [])
  return ofCart.some(
    (each) => each.id !== id && isPaidAlready(each, merchants.isTestMode(each))
  )
}
