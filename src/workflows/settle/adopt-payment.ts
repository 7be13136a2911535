import type {
  MedusaContainer,
  RemoteQueryFunction,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isGatewayError, type Payment } from "../../gateway"
import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  type NewAttempt,
  type Observation,
  parseExternalId,
  toComparableAmount,
} from "../../modules/crypto-payment"

/** The sender of a webhook waits for our answer. */
const askTimeoutMs = 5_000

type Origin = Pick<
  NewAttempt,
  | "cart_id"
  | "payment_collection_id"
  | "payment_session_id"
  | "session_ids"
  | "authorized_session_id"
>

/**
 * Writes a row for a gateway payment that the ledger does not know (lost or
 * restored tables, a payment made elsewhere), with what its external_id and
 * Medusa still tell: so that its money is never without a place.
 */
export async function adoptPayment(
  container: MedusaContainer,
  observation: Observation
): Promise<Attempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const known = await askGateway(ledger, observation)
  const row: NewAttempt = {
    provider_id: observation.provider_id,
    merchant_id: observation.merchant_id,
    flow: ledger.merchants.provider(observation.provider_id)?.flow ?? null,
    external_id: observation.external_id,
    revision: parseExternalId(observation.external_id).revision,
    gateway_payment_id: observation.gateway_payment_id,
    ...priceOf(observation),
    is_test: known?.is_test ?? null,
    ...(known ? await findOrigin(container, observation) : {}),
  }
  const { source } = observation
  const created =
    (await ledger.createAttempt(row, source)) ??
    (await ledger.findForObservation(observation)) ??
    // Its external_id belongs to another payment of this merchant.
    (await ledger.createAttempt(
      {
        ...row,
        external_id: `${row.external_id}~${observation.gateway_payment_id}`,
      },
      source
    )) ??
    (await ledger.findForObservation(observation))
  if (!created) {
    throw new Error(
      `crypto payment ${observation.gateway_payment_id} could not be written to the ledger`
    )
  }
  const open = await ledger.transitionAttempt(
    created.id,
    "open",
    {},
    { type: "adopted", source, fact: "adopted" }
  )
  return open ?? created
}

/**
 * The payment as the gateway has it, since a webhook alone is not enough to
 * bring an unknown payment and a cart together: it does not promise `is_test`,
 * and test coins must never make an order. Undefined when the gateway does not
 * know it under that external_id; then it stays without a cart.
 *
 * @throws GatewayError when it does not answer: the sender will try again.
 */
async function askGateway(
  { merchants }: CryptoPaymentModuleService,
  { provider_id, gateway_payment_id, external_id }: Observation
): Promise<Payment | undefined> {
  const provider = merchants.provider(provider_id)
  if (!provider) return undefined
  try {
    const payment = await merchants.lookUp(
      provider.merchantKey,
      gateway_payment_id,
      askTimeoutMs
    )
    return payment.external_id === external_id ? payment : undefined
  } catch (error) {
    if (isGatewayError(error) && error.kind === "not_found") return undefined
    throw error
  }
}

function priceOf({
  original_amount,
  original_currency,
}: Observation): Pick<NewAttempt, "amount" | "currency_code"> {
  if (!original_amount || !original_currency) return {}
  return {
    amount: toComparableAmount(original_amount, original_currency),
    currency_code: original_currency.toLowerCase(),
  }
}

type Written = { data?: Record<string, unknown> | null } | null

/**
 * The cart or collection that the external_id names, the session opened with
 * it, and the session whose Medusa payment its money has become already.
 */
async function findOrigin(
  container: MedusaContainer,
  { external_id, gateway_payment_id }: Observation
): Promise<Origin> {
  const query = container.resolve<RemoteQueryFunction>(
    ContainerRegistrationKeys.QUERY
  )
  const { subject } = parseExternalId(external_id)
  const fields = [
    "payment_sessions.id",
    "payment_sessions.data",
    "payments.data",
    "payments.payment_session_id",
  ]
  const { data: carts } = await query.graph({
    entity: "cart",
    fields: [
      "id",
      "payment_collection.id",
      ...fields.map((field) => `payment_collection.${field}`),
    ],
    filters: { id: subject },
  })
  const cart = carts[0]
  const { data: collections } = cart
    ? { data: [cart.payment_collection] }
    : await query.graph({
        entity: "payment_collection",
        fields: ["id", ...fields],
        filters: { id: subject },
      })
  const collection = collections[0]
  const isOfIt = (each: Written) =>
    each?.data?.gateway_payment_id === gateway_payment_id
  const session = collection?.payment_sessions?.find(isOfIt)
  const payment = collection?.payments?.find(isOfIt)
  return {
    cart_id: cart?.id ?? null,
    payment_collection_id: collection?.id ?? null,
    ...(session
      ? { payment_session_id: session.id, session_ids: [session.id] }
      : {}),
    authorized_session_id: payment?.payment_session_id ?? null,
  }
}
