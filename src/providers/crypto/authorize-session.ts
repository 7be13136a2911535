import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { isGatewayError } from "../../gateway"
import {
  findRecord,
  type Query,
  withCalculatedSummary,
} from "../../medusa-query"
import { observe } from "../../modules/crypto-payment/attempts/observation"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { isSentBack } from "../../modules/crypto-payment/refunds/ledger"
import { mayAuthorize } from "../../modules/crypto-payment/settling/decide"
import {
  isStandingPayment,
  PAYMENT_MOVEMENT_FIELDS,
  type PaymentMovements,
  priceDue,
} from "../../modules/crypto-payment/settling/due"
import {
  type MedusaOrder,
  ORDER_FACT_FIELDS,
  toOrderFacts,
} from "../../modules/crypto-payment/settling/facts"
import {
  attemptPrice,
  comparablePrice,
  gatewayPrice,
} from "../../modules/crypto-payment/settling/money"
import { type Dependencies, findSession, sessionStatus } from "./payment-terms"

// Core holds the cart's lock while it waits for this answer.
const READ_TIMEOUT_MS = 5_000

/** What the gateway answers is only recorded: settling must not start inside core's cart completion. */
export async function authorizeSession(
  dependencies: Dependencies,
  sessionId: string
): Promise<{ attempt?: Attempt; status: PaymentSessionStatus }> {
  const known = await dependencies.cryptoPayment.sessions.findAttempt(sessionId)
  if (!known) return { status: PaymentSessionStatus.ERROR }
  const attempt = isPaidState(known.state)
    ? known
    : await readFromGateway(dependencies, known)
  const { CAPTURED, PENDING, PENDING_AUTHORIZATION } = PaymentSessionStatus
  if (!isPaidState(attempt.state)) {
    const placed = await mayPlaceOrder(dependencies, attempt, sessionId)
    return {
      attempt,
      status: placed ? PENDING_AUTHORIZATION : sessionStatus(attempt),
    }
  }
  const { allowed } = await compareWithDue(dependencies, attempt, sessionId)
  const captured =
    allowed && (await authorizeOnce(dependencies, attempt, sessionId))
  return { attempt, status: captured ? CAPTURED : PENDING }
}

// The unpaid order was written down before core placed it (see `guardCompletion`), but where the
// session was opened meanwhile.
async function mayPlaceOrder(
  dependencies: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<boolean> {
  const { merchants, unpaidOrders } = dependencies.cryptoPayment
  const provider = merchants.provider(attempt.provider_id)
  if (attempt.state !== "open" || !provider) return false
  if (merchants.placeOrder(provider) !== "before_payment") return false
  const { allowed, cart_id } = await compareWithDue(
    dependencies,
    attempt,
    sessionId
  )
  if (!allowed || cart_id === null) return false
  await unpaidOrders.expect(cart_id, attempt.provider_id)
  return true
}

// When core completes a cart, its order exists already, and the total of that counts; when a run
// hands the session over first, that of the cart.
async function compareWithDue(
  { cryptoPayment: ledger, query }: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<{ allowed: boolean; cart_id: string | null }> {
  const session = await findRecord(query, "payment_session", sessionId, [
    ...["id", "amount", "raw_amount", "currency_code"],
    ...[
      ...["id", "amount", "currency_code", "cart_link.cart_id"],
      ...ORDER_FACT_FIELDS.map((field) => `order.${field}`),
      ...["payment_session.id", ...PAYMENT_MOVEMENT_FIELDS].map(
        (field) => `payments.${field}`
      ),
    ].map((field) => `payment_collection.${field}`),
  ])
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!session || !provider) return { allowed: false, cart_id: null }
  const collection = session.payment_collection
  const payments: CollectionPayment[] = collection?.payments ?? []
  // The link of a deleted cart stays; it has no price then.
  const cart_id: string | null = collection?.cart_link?.cart_id ?? null
  const isOwn = attempt.cart_id
    ? attempt.cart_id === cart_id
    : attempt.payment_collection_id === collection?.id
  if (!isOwn) return { allowed: false, cart_id }
  const medusaOrder: MedusaOrder | null = collection?.order ?? null
  const order =
    medusaOrder && toOrderFacts(await withCalculatedSummary(query, medusaOrder))
  const allowed = mayAuthorize({
    state: attempt.state,
    price: attemptPrice(attempt),
    gateway_price: gatewayPrice(attempt),
    is_test: attempt.is_test,
    test_mode: ledger.merchants.options(provider.merchantKey).testMode,
    session_price: comparablePrice(session),
    due: priceDue({
      // An attempt of a deleted cart stays one for a cart: its collection alone
      // does not say what is due.
      attempt: { for_cart: cart_id !== null || attempt.cart_id !== null },
      cart:
        cart_id !== null && !order
          ? { price: await findCartPrice(query, cart_id) }
          : null,
      collection: collection ? { price: comparablePrice(collection) } : null,
      order: order && { due: order.pending },
    }),
    paid_otherwise: payments.some(
      (payment) =>
        payment &&
        isStandingPayment(payment) &&
        payment.payment_session?.id !== sessionId
    ),
    order_canceled: order?.canceled ?? false,
    sent_back: await isSentBack(ledger.refunds, attempt),
    shortfall: await ledger.readShortfall(attempt),
  })
  return { allowed, cart_id }
}

type CollectionPayment =
  (PaymentMovements & { payment_session?: { id: string } | null }) | null

async function findCartPrice(query: Query, id: string) {
  const cart = await findRecord(query, "cart", id, ["total", "currency_code"])
  return cart ? comparablePrice({ ...cart, amount: cart.total }) : null
}

// Only one session may turn this money into a Medusa payment.
async function authorizeOnce(
  { cryptoPayment, query }: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<boolean> {
  const holder = attempt.authorized_session_id
  const deletedHolder =
    holder && holder !== sessionId && !(await findSession(query, holder))
      ? holder
      : null
  const { sessions } = cryptoPayment
  return await sessions.authorize(attempt, sessionId, deletedHolder)
}

async function readFromGateway(
  { cryptoPayment, logger }: Dependencies,
  attempt: Attempt
): Promise<Attempt> {
  const { merchants, observations } = cryptoPayment
  try {
    const payment = await merchants.readPayment(attempt, READ_TIMEOUT_MS)
    if (!payment) return attempt
    const observation = observe(attempt, payment, "return")
    return await observations.record(attempt.id, observation)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    logger.warn(
      `crypto payment ${attempt.id}: could not be read from the gateway (${error.kind}): ${error.message}`
    )
    return attempt
  }
}
