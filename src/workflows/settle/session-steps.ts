import type {
  BigNumberInput,
  IPaymentModuleService,
  MedusaContainer,
  PaymentCollectionDTO,
  PaymentSessionDTO,
  PaymentSessionStatus,
} from "@medusajs/framework/types"
import { Modules, PaymentActions } from "@medusajs/framework/utils"
import {
  createOrderPaymentCollectionWorkflow,
  createPaymentCollectionForCartWorkflow,
  processPaymentWorkflowId,
} from "@medusajs/medusa/core-flows"
import { notAllowed, notFound, unexpectedState } from "../../medusa-errors"
import { readCartCollection } from "../../medusa/carts"
import {
  findMedusaPayment,
  readCollection,
  readSessionToOpen,
} from "../../medusa/collections"
import type { StepFailure } from "../../medusa/errors"
import { findAttemptOrderId, findLinks, findOrderId } from "../../medusa/links"
import { readOrderCollections } from "../../medusa/orders"
import type {
  Price,
  PriceKind,
} from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../modules/crypto-payment/module-key"
import type { ActingLedger } from "../../modules/crypto-payment/service"
import {
  decide,
  type Decision,
} from "../../modules/crypto-payment/settling/decide"
import { priceDue } from "../../modules/crypto-payment/settling/due"
import type { Facts } from "../../modules/crypto-payment/settling/facts"
import {
  attemptPrice,
  comparablePrice,
  isSamePrice,
} from "../../modules/crypto-payment/settling/money"
import { runWorkflow } from "../medusa/run-workflow"
import { gatherFacts } from "./gather-facts"
import { CoreLockHeld, type IfDecisionStands, withCoreLock } from "./locks"
import { takeBackOrder } from "./orphaned-orders"

/**
 * Hands a paid session to core with its own amount: core books what it gets.
 * @returns what failed
 */
export async function processSession(
  container: MedusaContainer,
  sessionId: string,
  facts: Facts,
  ifStands: IfDecisionStands
): Promise<StepFailure[]> {
  const payments = container.resolve(Modules.PAYMENT)
  const session = await payments.retrievePaymentSession(sessionId)
  const competing = await findCompetingSessions(payments, session)
  if (competing.length > 0 || hasOtherPrice(facts)) {
    const ready = await ifStands(async ({ cart, collection }) => {
      await removeCompetingSessions(container, session)
      if (!cart?.price || !collection) return
      await repairCollectionAmount(container, collection.id, cart.price)
    })
    if (!ready) return []
  }
  if (facts.attempt.for_cart && facts.order) {
    await linkToOrder(container, facts.order.id, session.payment_collection_id)
  }
  return await handToCore(container, session)
}

/** Core locks the cart, asks our provider, captures, and completes it. @returns what failed */
export async function handToCore(
  container: MedusaContainer,
  { id: session_id, amount }: Pick<PaymentSessionDTO, "id" | "amount">
): Promise<StepFailure[]> {
  return await runWorkflow(container, processPaymentWorkflowId, {
    action: PaymentActions.SUCCESSFUL,
    data: { session_id, amount },
  })
}

/** Keeps the cart from being completed with the session of an attempt that ended unpaid. */
export async function endSession(
  container: MedusaContainer,
  sessionId: string,
  status: Extract<PaymentSessionStatus, "canceled" | "error">
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const session = await payments.retrievePaymentSession(sessionId)
  if (session.status === status) return
  const { id, amount, currency_code, data } = session
  await payments.updatePaymentSession({
    id,
    amount,
    currency_code,
    // Empty after a crash between core's session and the provider's answer.
    data: { ...data, session_id: id },
    status,
  })
}

/**
 * Lets the cart of a resolved attempt be paid otherwise, by who has the cart's lock. Safe to
 * repeat: after a crash the job does it. Until then `guardCompletion` and `deletePayment` hold the
 * cart.
 */
async function releaseCart(
  container: MedusaContainer,
  attemptId: string
): Promise<void> {
  const { attempts } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await attempts.retrieve(attemptId)
  const { state, authorized_session_id, payment_session_id } = attempt
  if (state !== "resolved" && state !== "closed") return
  const id = authorized_session_id ?? payment_session_id
  const query = container.resolve("query")
  const session = id && (await readSessionToOpen(query, id))
  if (id && session) await endSession(container, id, "canceled")
  if (state !== "resolved") return
  await leaveCart(container, attempt)
  await attempts.endChecks(attemptId)
}

/** What an admin's decision did not come to, since the process was killed. */
export async function finishResolution(
  container: MedusaContainer,
  { id, cart_id }: Pick<Attempt, "id" | "cart_id">
): Promise<void> {
  await withCoreLock(container, cart_id, () => releaseCart(container, id))
}

/**
 * Core counts a captured payment for whatever order its collection comes to, also for one that is
 * paid otherwise (core-flows 2.21.2, order/utils/aggregate-status.js:22), and refunds it with that
 * order (cancel-order.js:80). So the collection leaves the cart with the payment, for the books,
 * and core makes the cart another one.
 */
async function leaveCart(
  container: MedusaContainer,
  { id, cart_id, payment_collection_id, authorized_session_id }: Attempt
): Promise<void> {
  if (!cart_id || !authorized_session_id) return
  const query = container.resolve("query")
  if (await findOrderId(query, { cart_id, payment_collection_id })) return
  const [payment] = await container
    .resolve(Modules.PAYMENT)
    .listPayments({ payment_session_id: authorized_session_id })
  if (!payment || payment.canceled_at) return
  const link = { cart_id, payment_collection_id: payment.payment_collection_id }
  const findLinked = () =>
    findLinks(query, "cart_payment_collection", "cart_id", link)
  if ((await findLinked()).length === 0) return
  await container.resolve("link").dismiss({
    [Modules.CART]: { cart_id },
    [Modules.PAYMENT]: { payment_collection_id: link.payment_collection_id },
  })
  if ((await findLinked()).length === 0) return
  throw new Error(
    `The payment collection of the resolved crypto payment ${id} is still linked to the cart ${cart_id}.`
  )
}

/**
 * A change of the cart that core rolled back leaves its total on the collection, from which the
 * order's payment status is derived. Core's own refresh would delete all sessions first.
 */
export async function repairCollectionAmount(
  container: MedusaContainer,
  collectionId: string,
  due: Price
): Promise<PaymentCollectionDTO> {
  const payments = container.resolve(Modules.PAYMENT)
  const collection = await payments.retrievePaymentCollection(collectionId)
  if (isSamePrice(comparablePrice(collection), due)) return collection
  return await payments.updatePaymentCollections(collectionId, {
    amount: due.amount,
    currency_code: due.currency_code,
  })
}

/** Core completes a cart with whichever session comes first. An authorized one holds money. */
async function findCompetingSessions(
  payments: IPaymentModuleService,
  session: PaymentSessionDTO
): Promise<PaymentSessionDTO[]> {
  const all = await payments.listPaymentSessions({
    payment_collection_id: session.payment_collection_id,
  })
  return all.filter(
    ({ id, status }) => id !== session.id && status !== "authorized"
  )
}

/** One that holds confirmed money for another price cannot be deleted; ended, core skips it. */
async function removeCompetingSessions(
  container: MedusaContainer,
  session: PaymentSessionDTO
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const logger = container.resolve("logger")
  for (const { id } of await findCompetingSessions(payments, session)) {
    try {
      await payments.deletePaymentSession(id)
    } catch {
      await endSession(container, id, "canceled").catch((error: unknown) => {
        logger.warn(
          `crypto payment: session ${id}, which competes with the paid session ${session.id}, could not be ended: ${String(error)}`
        )
      })
    }
  }
}

/** Core, killed between the order's links to its cart and its collection, books nothing on it. */
async function linkToOrder(
  container: MedusaContainer,
  order_id: string,
  payment_collection_id: string
): Promise<void> {
  const query = container.resolve("query")
  const filters = { order_id, payment_collection_id }
  const entity = "order_payment_collection"
  const links = await findLinks(query, entity, "order_id", filters)
  if (links.length > 0) return
  await container.resolve("link").create({
    [Modules.ORDER]: { order_id },
    [Modules.PAYMENT]: { payment_collection_id },
  })
}

/**
 * The order of the cart stands: the cart is completed with it, as core would have done. What core
 * then still lacks, such as its stock, is found by the next decision.
 * @throws CoreLockHeld when the lock is not free within ten seconds
 */
export async function completeCartOfOrder(
  container: MedusaContainer,
  { cart_id, payment_collection_id }: Attempt
): Promise<void> {
  if (!cart_id) return
  await withCoreLock(container, cart_id, async () => {
    const query = container.resolve("query")
    const order_id = await findOrderId(query, {
      cart_id,
      payment_collection_id,
    })
    if (!order_id) return
    const completed: object = { completed_at: new Date() }
    await container.resolve(Modules.CART).updateCarts(cart_id, completed)
  })
}

function hasOtherPrice({ cart, collection }: Facts): boolean {
  if (!cart?.price || !collection) return false
  return !isSamePrice(cart.price, collection.price)
}

/** Gives a cart (or a collection) a session for a paid attempt whose session is gone. */
export async function reattachSession(
  container: MedusaContainer,
  attempt: Attempt,
  ifStands: IfDecisionStands
): Promise<void> {
  const id = await ensureCollection(container, attempt)
  await ifStands((facts) => createSession(container, attempt, id, facts))
}

async function createSession(
  container: MedusaContainer,
  attempt: Attempt,
  id: string,
  facts: Facts
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  await resetAttentionReason(container, attempt)
  const { attempt: subject, order } = facts
  // Other collections of the order ask for a part of it.
  const due = subject.for_cart && !order?.has_others ? priceDue(facts) : null
  const collection = due
    ? await repairCollectionAmount(container, id, due)
    : await payments.retrievePaymentCollection(id)
  const session = await payments.createPaymentSession(collection.id, {
    provider_id: attempt.provider_id,
    ...sessionPrice(collection, attempt),
    data: attempt.target_currency
      ? { target_currency: attempt.target_currency }
      : {},
  })
  if (session.data?.crypto_payment_id === attempt.id) return
  await payments.deletePaymentSession(session.id)
  throw unexpectedState("The new session was attached to another payment.")
}

/** The paid price, in the digits of the collection while that was not changed by an order edit. */
function sessionPrice(
  { amount, currency_code }: PaymentCollectionDTO,
  attempt: Attempt
): { amount: BigNumberInput; currency_code: string } {
  const price = attemptPrice(attempt)
  const collectionPrice = { amount, currency_code }
  return !price || isSamePrice(comparablePrice(collectionPrice), price)
    ? collectionPrice
    : price
}

/** To reattach means that the cause of another reason is gone. */
async function resetAttentionReason(
  container: MedusaContainer,
  { id, state, attention_reason }: Attempt
): Promise<void> {
  if (state !== "attention" || attention_reason === "order_not_placed") return
  await container.resolve(CRYPTO_PAYMENT_MODULE).attempts.transition({
    id,
    to: "attention",
    patch: {
      attention_reason: "order_not_placed",
      attention_fact: { type: "order_being_placed" },
    },
    entry: { type: "retried", source: "decision" },
  })
}

async function ensureCollection(container: MedusaContainer, attempt: Attempt) {
  const { cart_id, payment_collection_id: own } = attempt
  const query = container.resolve("query")
  const cart = cart_id ? await readCartCollection(query, cart_id) : undefined
  if (!cart || !cart_id) {
    const found = own && (await readCollection(query, own))
    return found ? own : await ensureOrderCollection(container, attempt)
  }
  const { payment_collection: existing } = cart
  if (existing) return existing.id
  const { result } = await createPaymentCollectionForCartWorkflow(
    container
  ).run({ input: { cart_id } })
  return result.id
}

/**
 * Whoever deletes a completed cart with its links, to clean up, deletes the order's collection too.
 */
async function ensureOrderCollection(
  container: MedusaContainer,
  attempt: Attempt
): Promise<string> {
  const order_id = await findAttemptOrderId(container, attempt)
  const price = attemptPrice(attempt)
  if (!order_id || !price) {
    throw notFound("No payment collection belongs to this payment.")
  }
  const { currency_code } = price
  const query = container.resolve("query")
  const collections = await readOrderCollections(query, order_id)
  // A run that was killed may have left it.
  const existing = collections.find(
    (each) =>
      each.status === "not_paid" &&
      isSamePrice(comparablePrice({ ...each, currency_code }), price)
  )
  const id =
    existing?.id ??
    (
      await createOrderPaymentCollectionWorkflow(container).run({
        input: { order_id, amount: Number(price.amount) },
      })
    ).result[0].id
  await container.resolve(CRYPTO_PAYMENT_MODULE).attempts.moveTo(attempt.id, id)
  return id
}

/**
 * The order stands and has the money, and the person who decides was shown none, or another one.
 */
function isPlacedMeanwhile(
  attempt: Attempt,
  { order, payment }: Facts,
  { type }: Decision
): boolean {
  if (type === "settle" || type === "book" || type === "await_core") {
    return true
  }
  if (!order || order.canceled || !payment?.captured) return false
  return type === "remove_repeated" || order.id !== attempt.order_id
}

/**
 * Acts under the cart's lock: no order is placed for money that was sent back. Where the action is
 * refused, nothing was done. `act` gets to know whether Medusa has the money as its payment.
 * @throws MedusaError
 */
export async function actUnlessOrderPlaced<Result>(
  container: MedusaContainer,
  attemptId: string,
  act: (ledger: ActingLedger, priceKind: PriceKind) => Promise<Result>
): Promise<Result> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(attemptId)
  const actUnderLock = async () => {
    if (attempt.state === "attention") {
      const facts = await gatherFacts(container, attempt)
      const decision = decide(facts)
      if (decision.type === "take_back") {
        await ledger.rehearse(async (rehearsed) => act(rehearsed, "return"))
        await takeBackOrder(container, attempt, decision.order_id)
      } else if (isPlacedMeanwhile(attempt, facts, decision)) {
        throw notAllowed(
          "The order of this payment was placed in the meantime. Check the payment again before you decide about it."
        )
      }
    }
    // Core may have captured it before this lock was got.
    const current = await ledger.attempts.retrieve(attemptId)
    const captured = await findMedusaPayment(container, current)
    const result = await act(ledger, captured ? "refund" : "return")
    await releaseCart(container, attemptId)
    return result
  }
  try {
    return await withCoreLock(container, attempt.cart_id, actUnderLock)
  } catch (error) {
    if (!(error instanceof CoreLockHeld)) throw error
    throw notAllowed(
      "Medusa still has this cart locked, mostly for two minutes at most. Try again then."
    )
  }
}
