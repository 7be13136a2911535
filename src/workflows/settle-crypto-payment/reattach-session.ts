import { createPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows"
import type {
  BigNumberInput,
  MedusaContainer,
  PaymentCollectionDTO,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { notFound, unexpectedState } from "../../medusa-errors"
import { findRecord } from "../../medusa-query"
import {
  type Attempt,
  attemptPrice,
  attentionColumns,
  comparablePrice,
  CRYPTO_PAYMENT_MODULE,
  type Facts,
  isSamePrice,
  type Price,
} from "../../modules/crypto-payment/internal"
import type { IfDecisionStands } from "./locks"
import { repairCollectionAmount } from "./payment-session"

/**
 * Gives a cart (or a collection) a session for a paid attempt whose own is
 * gone: the provider finds the attempt by its price.
 * @throws MedusaError when core or the provider refuses.
 */
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
  const due = collectionDue(facts)
  const collection = due
    ? await repairCollectionAmount(payments, id, due)
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

/** The cart's total, or what is due for its order. Null where other collections ask for a part of it. */
function collectionDue({ attempt, cart, order }: Facts): Price | null {
  if (!attempt.for_cart) return null
  if (!order) return cart?.price ?? null
  return order.has_others ? null : order.due
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

/**
 * The provider attaches no session to an attempt with another reason than
 * `order_not_placed`; deciding to reattach means that its cause is gone.
 */
async function resetAttentionReason(
  container: MedusaContainer,
  { id, state, attention_reason }: Attempt
): Promise<void> {
  if (state !== "attention" || attention_reason === "order_not_placed") return
  await container.resolve(CRYPTO_PAYMENT_MODULE).attempts.transition(
    id,
    "attention",
    {
      attention_reason: "order_not_placed",
      ...attentionColumns({ type: "order_being_placed" }),
    },
    { type: "retried", source: "decision" }
  )
}

async function ensureCollection(container: MedusaContainer, attempt: Attempt) {
  if (!attempt.cart_id) {
    if (attempt.payment_collection_id) return attempt.payment_collection_id
    throw notFound("No payment collection belongs to this payment.")
  }
  const query = container.resolve("query")
  const fields = ["id", "payment_collection.id"]
  const cart = await findRecord(query, "cart", attempt.cart_id, fields)
  const existing: string | undefined = cart?.payment_collection?.id
  if (existing) return existing
  const { result } = await createPaymentCollectionForCartWorkflow(
    container
  ).run({ input: { cart_id: attempt.cart_id } })
  return result.id
}
