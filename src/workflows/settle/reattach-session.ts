import { createPaymentCollectionForCartWorkflow } from "@medusajs/medusa/core-flows"
import type {
  BigNumberInput,
  IPaymentModuleService,
  MedusaContainer,
  PaymentCollectionDTO,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import {
  type Attempt,
  attemptPrice,
  CRYPTO_PAYMENT_MODULE,
  type Facts,
  isSamePrice,
  type Price,
  toComparableAmount,
} from "../../modules/crypto-payment"
import type { IfStillSo } from "./if-still-so"
import { mendCollectionAmount } from "./mend-collection-amount"

/**
 * Gives a cart (or a collection without one) a session for an attempt whose
 * own session is gone: the provider finds the paid attempt by its price and
 * takes the session.
 *
 * @throws MedusaError when core or the provider refuses.
 */
export async function reattachSession(
  container: MedusaContainer,
  attempt: Attempt,
  ifStillSo: IfStillSo
): Promise<void> {
  const id = await collectionFor(container, attempt)
  await ifStillSo((facts) => openSession(container, attempt, id, facts))
}

async function openSession(
  container: MedusaContainer,
  attempt: Attempt,
  id: string,
  facts: Facts
): Promise<void> {
  const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
  await giveHope(container, attempt)
  const due = collectionDue(facts)
  const collection = due
    ? await mendCollectionAmount(payments, id, due)
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
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The new session was given to another attempt than ${attempt.id}.`
  )
}

/**
 * What the cart's collection has to show: the cart's total, or that of an order
 * which nobody has paid or edited. Null where core keeps the amount itself.
 */
function collectionDue({ attempt, cart, order }: Facts): Price | null {
  if (!attempt.for_cart) return null
  if (!order) return cart?.price ?? null
  const { placed, pending } = order
  return placed && pending && isSamePrice(placed, pending) ? placed : null
}

/**
 * The collection's own amount, which may have more digits, while it is what was
 * paid; the paid price where an order edit has raised or lowered the collection.
 */
function sessionPrice(
  { amount, currency_code }: PaymentCollectionDTO,
  attempt: Attempt
): { amount: BigNumberInput; currency_code: string } {
  const price = attemptPrice(attempt)
  const collectionPrice = {
    amount: toComparableAmount(amount, currency_code),
    currency_code,
  }
  return !price || isSamePrice(collectionPrice, price)
    ? { amount, currency_code }
    : price
}

/**
 * The provider passes over money that a person was told no order can come of;
 * by now one can, or it would not come to this.
 */
async function giveHope(
  container: MedusaContainer,
  { id, state, attention_reason }: Attempt
): Promise<void> {
  if (state !== "attention" || attention_reason === "order_not_placed") return
  await container.resolve(CRYPTO_PAYMENT_MODULE).transitionAttempt(
    id,
    "attention",
    {
      attention_reason: "order_not_placed",
      attention_detail: "Its cause is gone; the order is being placed.",
    },
    { type: "retried", source: "decision" }
  )
}

async function collectionFor(
  container: MedusaContainer,
  attempt: Attempt
): Promise<string> {
  if (!attempt.cart_id) {
    if (attempt.payment_collection_id) return attempt.payment_collection_id
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `No payment collection belongs to ${attempt.id}.`
    )
  }
  const existing = await cartCollection(container, attempt.cart_id)
  if (existing) return existing
  const { result } = await createPaymentCollectionForCartWorkflow(
    container
  ).run({ input: { cart_id: attempt.cart_id } })
  return result.id
}

async function cartCollection(
  container: MedusaContainer,
  cartId: string
): Promise<string | undefined> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { data } = await query.graph({
    entity: "cart",
    fields: ["id", "payment_collection.id"],
    filters: { id: cartId },
  })
  return data[0]?.payment_collection?.id
}
