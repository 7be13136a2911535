import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { isGatewayError } from "../../gateway"
import { invalidData, notFound } from "../../medusa-errors"
import { findCartOf } from "../../medusa/carts"
import { findPaymentsOf, readSessionToOpen } from "../../medusa/collections"
import { readCollectionDue } from "../../medusa/due"
import { findOrderOf, type StoredOrder } from "../../medusa/orders"
import type { Query } from "../../medusa/query"
import { findRegionsOffering } from "../../medusa/regions"
import type {
  AttemptState,
  Price,
} from "../../modules/crypto-payment/column-values"
import {
  offeredCoins,
  type ReceivableCurrency,
} from "../../modules/crypto-payment/merchants/currencies"
import type {
  MerchantOptions,
  PlaceOrder,
} from "../../modules/crypto-payment/merchants/options"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import type { PaymentTerms } from "../../modules/crypto-payment/opening/choose-attempt"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import {
  isCapturedPayment,
  isStandingPayment,
  type PaymentMovements,
} from "../../modules/crypto-payment/settling/due"
import { isSamePrice } from "../../modules/crypto-payment/settling/money"
import { pick } from "../../pick"

/**
 * What a storefront may ask for.
 * Every other key is ignored: `data` comes from the shopper's browser.
 */
const requestDataSchema = z.object({
  session_id: z.string().min(1),
  success_url: z.string().max(2048).optional(),
  fail_url: z.string().max(2048).optional(),
  /** The coin of an inline payment. */
  target_currency: z.string().min(1).max(64).optional(),
})

/**
 * Only the return URLs and the coin of an inline payment come from the storefront's `data`.
 * @throws MedusaError INVALID_DATA for one that is not allowed, NOT_FOUND for another's session
 */
export async function buildPaymentTerms(
  { cryptoPayment: ledger, query }: Dependencies,
  price: Price,
  data: unknown
): Promise<PaymentTerms> {
  const { session_id, success_url, fail_url, target_currency } =
    parseRequestData(data)
  const session = await readSessionToOpen(query, session_id)
  const provider = session && ledger.merchants.provider(session.provider_id)
  if (!provider) throw unknownSession()
  const { payment_collection_id, payment_collection } = session
  const collection = {
    status: payment_collection?.status,
    ...(await findCollection(query, payment_collection_id)),
  }
  const merchant = ledger.merchants.options(provider.merchantKey)
  const allowed = (name: string, url: string | undefined) =>
    url && checkReturnUrl(name, url, merchant, ledger.merchants.storeOrigins())
  return {
    provider,
    session_id,
    payment_collection_id,
    cart_id: collection.cart_id,
    price,
    not_payable:
      (await whyNotPayable(query, collection, price)) ??
      (await whyLeft(ledger, collection, payment_collection_id)) ??
      (await whyTooLate(ledger, collection)) ??
      (await whyNotOffered(query, collection, provider.provider_id)),
    target_currency:
      provider.flow === "h2h"
        ? await checkCoin(
            target_currency,
            ledger.merchants.coins(provider),
            () => ledger.currencies.list(provider.merchantKey)
          )
        : null,
    is_test: merchant.testMode,
    success_url: allowed("success_url", success_url),
    fail_url: allowed("fail_url", fail_url),
  }
}

/** @throws MedusaError INVALID_DATA naming the key that is wrong */
export function parseRequestData(data: unknown) {
  const parsed = requestDataSchema.safeParse(data ?? {})
  if (parsed.success) return parsed.data
  const keys = parsed.error.issues.map((issue) => issue.path.join("."))
  throw invalidData(`Invalid payment session data: ${keys.join(", ")}.`)
}

/**
 * While the list cannot be read, the gateway decides about the coins that the store names.
 * @throws MedusaError INVALID_DATA
 */
export async function checkCoin(
  coin: string | undefined,
  named: readonly string[] | null,
  listCoins: () => Promise<ReceivableCurrency[]>
): Promise<string> {
  if (coin === undefined) {
    throw invalidData(
      `An inline crypto payment needs target_currency in the session's data: one of the codes from GET /store/crypto-payments/currencies.`
    )
  }
  const listed = await listCoins().catch((error: unknown) => {
    if (!isGatewayError(error)) throw error
    return undefined
  })
  const codes = listed
    ? offeredCoins(listed, named).map(({ code }) => code)
    : named
  if (codes && !codes.includes(coin)) {
    throw invalidData(
      codes.length > 0
        ? `This store takes no payment in "${coin}". It takes: ${codes.join(", ")}.`
        : "This store can take no crypto payment at this moment: no wallet is attached to its gateway account."
    )
  }
  return coin
}

type Collection = {
  status?: string
  cart: { id: string; completed_at: unknown; region_id: string | null } | null
  order: (StoredOrder & { region_id: string | null }) | null
  payments: PaymentMovements[]
  /** Also of a cart that is deleted, whose link to the collection may stay. */
  cart_id: string | null
}

/** Reads no price: core calculates a cart's total in a query of its own. */
async function findCollection(
  query: Query,
  payment_collection_id: string
): Promise<Omit<Collection, "status">> {
  const [payments, linked] = await Promise.all([
    findPaymentsOf(query, payment_collection_id),
    findCartOf(query, payment_collection_id),
  ])
  const cart = linked?.cart ?? null
  // A cart that is not completed has no order yet.
  const isOrder = !cart || cart.completed_at !== null
  return {
    payments,
    cart,
    order: isOrder ? await findOrderOf(query, payment_collection_id) : null,
    cart_id: linked?.cart_id ?? null,
  }
}

/** Why no new gateway payment may be opened; null where one may. */
async function whyNotPayable(
  query: Query,
  { cart_id, status, cart, order, payments }: Collection,
  price: Price
): Promise<PaymentTerms["not_payable"]> {
  if (cart_id !== null && !cart && !order) return "cart_deleted"
  if (!order || (cart && !cart.completed_at)) {
    if (cart?.completed_at) return "completed"
    return payments.some(isCapturedPayment) ? "paid" : null
  }
  const for_cart = cart_id !== null
  const { state, due } = await readCollectionDue(query, {
    for_cart,
    price,
    status,
    order,
    payments,
  })
  // What is due may be less than the session, which is opened for the collection's amount.
  if (state === "unpaid") return isSamePrice(due, price) ? null : "not_due"
  if (state === "canceled") return "canceled"
  if (cart_id) return payments.some(isStandingPayment) ? "completed" : "not_due"
  return payments.some(isCapturedPayment) ? "paid" : "not_due"
}

/** A tab that was open before an admin resolved the payment: no order comes of this collection. */
async function whyLeft(
  ledger: CryptoPaymentModuleService,
  { cart, order }: Collection,
  payment_collection_id: string
): Promise<PaymentTerms["not_payable"]> {
  if (cart || order) return null
  const [ofCart] = await ledger.listCryptoPayments(
    { payment_collection_id, cart_id: { $ne: null } },
    { select: ["id"], take: 1 }
  )
  return ofCart ? "left_cart" : null
}

/** An order that was not paid in time is about to be canceled. */
async function whyTooLate(
  ledger: CryptoPaymentModuleService,
  { cart, cart_id }: Collection
): Promise<PaymentTerms["not_payable"]> {
  if (cart_id === null || (cart && !cart.completed_at)) return null
  const unpaid = await ledger.unpaidOrders.find(cart_id)
  const until = unpaid?.cancel_at
  return until && until <= (await ledger.now()) ? "too_late" : null
}

/** Core refuses such a provider for a cart alone, since Medusa 2.21. */
async function whyNotOffered(
  query: Query,
  { cart, order }: Collection,
  payment_provider_id: string
): Promise<PaymentTerms["not_payable"]> {
  const regions = await findRegionsOffering(query, payment_provider_id)
  const region = cart?.region_id ?? order?.region_id
  const isOffered = region ? regions.includes(region) : regions.length > 0
  return isOffered ? null : "not_offered"
}

/**
 * The gateway sends the shopper there.
 * @throws MedusaError INVALID_DATA for no URL, or an origin that the store did not name
 */
export function checkReturnUrl(
  name: string,
  value: string,
  merchant: MerchantOptions,
  storeOrigins: readonly (string | RegExp)[]
): string {
  const allowed = [
    merchant.successUrl,
    merchant.failUrl,
    ...merchant.allowedReturnOrigins,
    ...storeOrigins,
  ]
  const origin = originOf(value)
  const isAllowed = allowed.some((each) =>
    each instanceof RegExp
      ? each.test(origin ?? "")
      : originOf(each?.trim()) === origin
  )
  if (origin === undefined || !isAllowed) {
    throw invalidData(
      `${name} must be an http or https URL, no scheme of an app, on an origin that this store allows, by storeCors or by the option allowedReturnOrigins. A pattern in storeCors is a regular expression between slashes, such as /^https:\\/\\/[a-z0-9-]+\\.shop\\.example$/.`
    )
  }
  return value
}

// White space and control characters, which URL would pass over in silence.
// eslint-disable-next-line no-control-regex
const ODD = /[\u0000-\u0020\u007f\\]/

function originOf(url: string | undefined): string | undefined {
  if (!url || ODD.test(url) || !URL.canParse(url)) return undefined
  const { origin, protocol, username, password } = new URL(url)
  if (username || password) return undefined
  return protocol === "https:" || protocol === "http:" ? origin : undefined
}

const sessionDataSchema = z.object({ session_id: z.string().min(1) })

/** Undefined in data of another origin. */
export function sessionIdOf(data: unknown): string | undefined {
  const parsed = sessionDataSchema.safeParse(data)
  return parsed.success ? parsed.data.session_id : undefined
}

/**
 * Only what whoever has the collection's id may know, not the cart's id (`external_id`), and every
 * key that is read later, so that no value of the browser stays.
 */
export function toSessionData(
  attempt: Attempt,
  sessionId: string,
  place_order: PlaceOrder
) {
  return {
    session_id: sessionId,
    crypto_payment_id: attempt.id,
    status: attempt.gateway_status,
    ...pick(attempt, ["gateway_payment_id", "flow", "is_test"]),
    ...pick(attempt, ["amount", "currency_code", "checkout_url"]),
    ...pick(attempt, ["crypto_amount", "crypto_currency", "wallet_address"]),
    /** Whether the storefront completes the cart before or after the payment. */
    place_order,
  }
}

// Only `authorizeSession` compares prices, so `paid` is not yet `captured`.
const statusByState: Record<AttemptState, PaymentSessionStatus> = {
  creating: PaymentSessionStatus.PENDING,
  open: PaymentSessionStatus.PENDING,
  paid: PaymentSessionStatus.PENDING,
  attention: PaymentSessionStatus.PENDING,
  settled: PaymentSessionStatus.CAPTURED,
  resolved: PaymentSessionStatus.CANCELED,
  closed: PaymentSessionStatus.CANCELED,
}

export function sessionStatus(attempt: Attempt): PaymentSessionStatus {
  const { state, gateway_status } = attempt
  return state === "closed" && gateway_status === "failed"
    ? PaymentSessionStatus.ERROR
    : statusByState[state]
}

export const unknownSession = () =>
  notFound("No crypto payment belongs to this payment session.")

/** Resolved lazily: the ledger and `query` may load after the provider. */
export type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}
