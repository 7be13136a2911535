import type {
  MedusaContainer,
  PaymentSessionDTO,
} from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { paymentOutcome } from "../../gateway"
import { isCompleted, readCartPrice } from "../../medusa/carts"
import {
  type CollectionPayment,
  findPayments,
  findSessions,
  listSessions,
  readCollection,
} from "../../medusa/collections"
import { findCompletions } from "../../medusa/completions"
import {
  findAttemptOrderId,
  findCollectionIds,
  findLinks,
  findOrderCollectionIds,
  findOrderId,
  isCart,
} from "../../medusa/links"
import {
  countChanges,
  findOrdersBeside,
  listVersions,
  listBookings,
  type OrderToSettle,
  readOrderToSettle,
  readPlacement,
  readSoldItems,
  withWriteOrder,
} from "../../medusa/orders"
import type { Query } from "../../medusa/query"
import { listReservations } from "../../medusa/stock"
import { isPaidState } from "../../modules/crypto-payment/attempts/states"
import type { Price } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"
import {
  isOfStoppedCompletion,
  isTouched,
} from "../../modules/crypto-payment/settling/completions"
import {
  areBooked,
  bookedVersion,
  dueAtCapture,
  dueNow,
  isBeingBooked,
  isBookedLate,
  isStandingPayment,
  type MovedMoney,
  type OrderCapture,
  repeatedBookings,
  versionAtCapture,
} from "../../modules/crypto-payment/settling/due"
import {
  type Facts,
  freshFacts,
  isFresh,
  type LedgerFacts,
  type OrderBooking,
  type PaidOrderFacts,
  stockToReserve,
  toOrderFacts,
  totalOf,
  type HalfDone,
  halfDoneOrder,
} from "../../modules/crypto-payment/settling/facts"
import {
  attemptPrice,
  comparablePrice,
  gatewayPrice,
  isSamePrice,
} from "../../modules/crypto-payment/settling/money"
import { isBeingReleased } from "../../modules/crypto-payment/settling/stock"
import { findReservable } from "./reservations"

/** @param isPlaced whether core has placed the order a moment ago, and without a failure */
export async function gatherFacts(
  container: MedusaContainer,
  attempt: Attempt,
  { isPlaced = false } = {}
): Promise<Facts> {
  const query = container.resolve("query")
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const orderId = await findAttemptOrderId(container, attempt)
  const [medusaOrder, collectionIds] = await Promise.all([
    orderId ? readOrderToSettle(query, orderId) : undefined,
    // A cart that became an order a moment ago had this collection alone.
    isPlaced && attempt.payment_collection_id
      ? [attempt.payment_collection_id]
      : findCollectionIds(query, attempt),
  ])
  const payments = await findPayments(query, collectionIds)
  const own = payments.find((payment) => isOwnPayment(payment, attempt))
  const captured = Boolean(own?.captured_at) && !own?.canceled_at
  const [collection, session, order] = await Promise.all([
    findCollection(query, attempt.payment_collection_id, own),
    findSession(query, attempt, own, collectionIds),
    medusaOrder &&
      readOrder(
        container,
        medusaOrder,
        collectionIds,
        payments,
        own,
        isPlaced ? null : attempt.cart_id
      ),
  ])
  // What core captured for an order is compared with the order alone.
  const isDone = captured && (order !== undefined || attempt.cart_id === null)
  const cart = isDone
    ? null
    : await findCart(query, attempt.cart_id, { priced: !order })
  // Also by Medusa's payment: the ledger may be lost.
  const isRefunded = own !== undefined && own.refunds.length > 0
  const sentBack =
    !isDone && (isRefunded || (await ledger.refunds.isSentBack(attempt)))
  return {
    ...(await readLedgerFacts(ledger, attempt, sentBack)),
    session,
    payment: own
      ? {
          id: own.id,
          captured,
          price: capturedPrice(own),
          booked: order?.booked ?? true,
          being_booked: order?.being_booked ?? false,
          stands: isStandingPayment(own),
        }
      : null,
    cart,
    collection,
    order: order?.facts ?? null,
    paid_otherwise: payments.some(
      (payment) => payment !== own && isStandingPayment(payment)
    ),
    orphaned_order:
      order && attempt.settled_at
        ? await findOrphanedOrder(container, attempt, order.facts.id)
        : null,
  }
}

/**
 * At most one session's money became the payment. After the ledger was lost, only the payment's
 * data, which our provider wrote, still names the gateway payment.
 */
function isOwnPayment(payment: CollectionPayment, attempt: Attempt) {
  if (attempt.authorized_session_id) {
    return payment.payment_session_id === attempt.authorized_session_id
  }
  return (
    payment.provider_id === attempt.provider_id &&
    payment.data?.gateway_payment_id !== undefined &&
    payment.data.gateway_payment_id === attempt.gateway_payment_id
  )
}

/**
 * The facts about an attempt that was just confirmed; undefined where all of them have to be read.
 */
export async function gatherFreshFacts(
  container: MedusaContainer,
  attempt: Attempt
): Promise<{ facts: Facts; session: PaymentSessionDTO } | undefined> {
  const { payment_collection_id } = attempt
  if (!isFresh(attempt) || !payment_collection_id) return undefined
  const query = container.resolve("query")
  const [sessions, ofCollection, ofCart, collectionIds] = await Promise.all([
    listSessions(container, payment_collection_id),
    findLinks(query, "order_payment_collection", "order_id", {
      payment_collection_id,
    }),
    findOrderId(query, attempt),
    findCollectionIds(query, attempt),
  ])
  const collection = sessions[0]?.payment_collection
  if (!collection) return undefined
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  // Whether it was given back is for the provider to say, under the cart's lock.
  const known = await readLedgerFacts(ledger, attempt, false)
  const facts = freshFacts(attempt, known, {
    id: payment_collection_id,
    price: comparablePrice(collection),
    sessions: sessions.map((session) => ({
      id: session.id,
      status: session.status,
      price: comparablePrice(session),
      has_payment: Boolean(session.payment),
    })),
    is_ordered: ofCollection.length > 0 || ofCart !== undefined,
    is_only_one: collectionIds.length === 1,
  })
  return facts && { facts, session: sessions[0] }
}

/**
 * The first order that the timeline names as orphaned, or that a second completion of the cart
 * placed and nobody paid; not canceled or deleted.
 */
async function findOrphanedOrder(
  container: MedusaContainer,
  { id, cart_id }: Attempt,
  order_id: string
): Promise<Facts["orphaned_order"]> {
  const query = container.resolve("query")
  const [entries, linked] = await Promise.all([
    container.resolve(CRYPTO_PAYMENT_MODULE).listCryptoPaymentEvents({
      crypto_payment_id: id,
      type: "orphaned_order",
    }),
    cart_id ? findLinks(query, "order_cart", "order_id", { cart_id }) : [],
  ])
  const named = entries.flatMap(({ data }) =>
    typeof data?.order_id === "string" ? data.order_id : []
  )
  const orders = await findOrdersBeside(
    query,
    [...named, ...linked].filter((each) => each !== order_id)
  )
  const orphaned = orders.find(
    (order) =>
      !order.canceled_at &&
      (named.includes(order.id) || order.transactions.length === 0)
  )
  return orphaned ? { id: orphaned.id, number: orphaned.display_id } : null
}

/** The facts that the ledger and the options have, without Medusa's. */
async function readLedgerFacts(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  sent_back: boolean
): Promise<LedgerFacts> {
  const provider = ledger.merchants.provider(attempt.provider_id)
  return {
    attempt: {
      state: attempt.state,
      order_id: attempt.order_id,
      price: attemptPrice(attempt),
      is_test: attempt.is_test,
      outcome: isPaidState(attempt.state)
        ? "paid"
        : paymentOutcome(attempt.gateway_status ?? ""),
      gateway_status: attempt.gateway_status,
      was_closed: attempt.closed_at !== null,
      for_cart: attempt.cart_id !== null,
      sent_back,
      shortfall: await ledger.readShortfall(attempt),
    },
    gateway_price: gatewayPrice(attempt),
    merchant: provider
      ? { test_mode: ledger.merchants.options(provider.merchantKey).testMode }
      : null,
  }
}

/** The session that was authorized with the money, else the attempt's latest; never another's. */
async function findSession(
  query: Query,
  { authorized_session_id, payment_session_id }: Attempt,
  payment: CollectionPayment | undefined,
  collectionIds: readonly string[]
): Promise<Facts["session"]> {
  if (payment?.payment_session) return priced(payment.payment_session)
  const paidId = payment?.payment_session_id ?? authorized_session_id
  const ids = [paidId, payment_session_id].filter((id) => id !== null)
  if (ids.length === 0) return null
  const found = await findSessions(query, ids, collectionIds)
  const session = found.find(({ id }) => id === paidId) ?? found[0]
  return session ? priced(session) : null
}

function priced(record: NonNullable<CollectionPayment["payment_session"]>) {
  return { id: record.id, price: comparablePrice(record) }
}

async function findCollection(
  query: Query,
  id: string | null,
  payment: CollectionPayment | undefined
): Promise<Facts["collection"]> {
  if (!id) return null
  const known = payment?.payment_collection
  const collection = known?.id === id ? known : await readCollection(query, id)
  return collection ? priced(collection) : null
}

/** @param priced false once there is an order: pricing a cart is the most expensive query */
async function findCart(
  query: Query,
  id: string | null,
  { priced }: { priced: boolean }
): Promise<Facts["cart"]> {
  if (!id) return null
  if (!priced) return (await isCart(query, id)) ? { price: null } : null
  const price = await readCartPrice(query, id)
  return price ? { price } : null
}

/**
 * @param payments those of the collections in which the payment is looked for
 * @param cart_id null where it is not asked whether core placed the cart's order to its end
 */
async function readOrder(
  container: MedusaContainer,
  order: OrderToSettle,
  collectionIds: readonly string[],
  payments: readonly CollectionPayment[],
  own: CollectionPayment | undefined,
  cart_id: string | null
): Promise<{ facts: PaidOrderFacts; booked: boolean; being_booked: boolean }> {
  const query = container.resolve("query")
  // Read after the captures, which core books once they are written.
  const [bookings, otherIds] = await Promise.all([
    listBookings(container, order.id),
    findOrderCollectionIds(query, order.id).then((ids) =>
      ids.filter((id) => !collectionIds.includes(id))
    ),
  ])
  const ofOthers = await findPayments(query, otherIds)
  const facts = toOrderFacts({ ...order, transactions: bookings })
  const captures = capturesOf(own)
  const ofOrder = [...payments, ...ofOthers]
  const others = ofOrder.filter((each) => each !== own)
  const booked = areBooked(
    bookings,
    captures.map(({ id }) => id)
  )
  return {
    facts: {
      ...facts,
      due: own?.captured_at
        ? await readDueAtCapture(
            container,
            order,
            bookings,
            own,
            others.flatMap(capturesOf)
          )
        : facts.pending &&
          dueNow(
            facts.pending,
            bookings,
            captures,
            others
              .filter(isStandingPayment)
              .map((each) => ({ ...each, captures: capturesOf(each) }))
          ),
      has_others: ofOthers.some(isStandingPayment),
      repeated: repeatedBookings(bookings, ofOrder.flatMap(movedBy)),
      half_done: cart_id
        ? await readHalfDone(container, order.id, cart_id, {
            used: bookings.length > 0 || otherIds.length > 0,
          })
        : null,
    },
    booked,
    being_booked:
      !booked &&
      isBeingBooked(
        bookings,
        captures,
        await container.resolve(CRYPTO_PAYMENT_MODULE).now()
      ),
  }
}

function movedBy({ captures, refunds }: CollectionPayment): MovedMoney[] {
  return [
    ...captures,
    ...refunds.map((refund) => ({
      ...refund,
      amount: MathBN.mult(refund.amount, -1),
    })),
  ]
}

/** Null too for an order that core takes back at this moment. */
async function readHalfDone(
  container: MedusaContainer,
  orderId: string,
  cartId: string,
  { used }: { used: boolean }
): Promise<HalfDone | null> {
  const query = container.resolve("query")
  const { unpaidOrders } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const [order, completed, placedUnpaid] = await Promise.all([
    readPlacement(query, orderId),
    isCompleted(query, cartId),
    unpaidOrders.find(cartId),
  ])
  if (!order) return null
  const line_item_id = stockToReserve(order).map((each) => each.line_item_id)
  const once = await listReservations(container, line_item_id)
  const reserved = once.filter(({ deleted_at }) => !deleted_at)
  const half_done = halfDoneOrder(
    order,
    reserved,
    {
      ...(completed === false
        ? await readStopped(container, order, cartId)
        : { completed: true }),
      used: used || placedUnpaid?.order_id === orderId,
    },
    order.version > 1 ? await readSoldItems(container, orderId) : null
  )
  if (!Array.isArray(half_done)) return half_done
  const now = await container.resolve(CRYPTO_PAYMENT_MODULE).now()
  if (isBeingReleased(once, now)) return "released"
  return (await findReservable(container, orderId)) ? "reserve" : half_done
}

/** Of an order whose cart is open: a store may have linked or opened it by itself. */
async function readStopped(
  container: MedusaContainer,
  order: { id: string; created_at: Date; updated_at: Date },
  cartId: string
): Promise<{ completed: boolean; touched: boolean }> {
  const completions = await findCompletions(container, cartId, order.id)
  const changes = await countChanges(container, order.id)
  return {
    completed: !isOfStoppedCompletion(order, completions, true),
    touched: isTouched(order, changes, completions),
  }
}

function capturedPrice({
  captures,
  currency_code,
}: CollectionPayment): Price | null {
  const amounts = captures.map((each) => each.amount)
  if (amounts.length === 0) return null
  return comparablePrice({ amount: MathBN.sum(...amounts), currency_code })
}

/**
 * Judges by the version of the order in which the capture was booked. Where core was killed and
 * booked it late, a change may have come in between: then by the version at the time of the
 * capture.
 */
async function readDueAtCapture(
  container: MedusaContainer,
  order: OrderToSettle,
  found: readonly OrderBooking[],
  payment: CollectionPayment,
  foundOthers: OrderCapture[]
): Promise<Price | null> {
  let own = capturesOf(payment)
  let others = foundOthers
  let bookings = found
  // Where nothing else brought or took money, there is nothing to compare their times with.
  if (others.length > 0 || bookings.length > own.length) {
    const captures = [...own, ...others]
    const dated = await withWriteOrder(container, "capture", captures)
    own = dated.slice(0, own.length)
    others = dated.slice(own.length)
    bookings = await withWriteOrder(container, "order_transaction", bookings)
  }
  const booked = bookedVersion(bookings, own) ?? order.version
  const versions =
    order.version === 1 ? [] : await listVersions(container, order.id)
  const dueIn = (version: number) => {
    const { totals } =
      version === order.version
        ? { totals: order.summary }
        : (versions.find((each) => each.version === version) ?? {})
    const total = totalOf(totals)
    return total === null
      ? null
      : dueAtCapture(total, order.currency_code, bookings, own, others)
  }
  const due = dueIn(booked)
  const paid = capturedPrice(payment)
  if (!payment.captured_at || !due || !paid || isSamePrice(due, paid)) {
    return due
  }
  if (!isBookedLate(bookings, own)) return due
  const version = versionAtCapture(versions, payment.captured_at)
  return dueIn(Math.min(booked, version))
}

function capturesOf(payment: CollectionPayment | undefined): OrderCapture[] {
  return payment && !payment.canceled_at ? payment.captures : []
}
