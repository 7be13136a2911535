import type { HttpBindings } from "@hono/node-server"
import type { Payment } from "../payments"
import type { Merchant } from "../surroundings"
import type { World } from "../world"

export class ApiError extends Error {
  readonly status: number = STATUS_OF_CODE[this.code]

  constructor(
    readonly code: keyof typeof STATUS_OF_CODE,
    message: string
  ) {
    super(message)
  }
}

/** An error response; the contract does not document the body. */
export function errorResponse(
  { status, code, message }: ApiError,
  contractOnly = false
): Response {
  return contractOnly
    ? new Response(null, { status })
    : Response.json({ code, message }, { status })
}

/**
 * A payment as a creation in this flow returns it (contract §4), repeated or not. What a repeat on the
 * other flow shows is not published: a payment without a coin shows what it would be in `currency`.
 */
export function createdShape(
  payment: Payment,
  world: World,
  flow: Payment["flow"],
  currency?: string
) {
  if (world.options.contractOnly) {
    const shape = readShape(payment, world)
    const isNewH2h = payment.flow === "h2h" && shape.status === "created"
    return { ...shape, ...(isNewH2h && payment.target) }
  }
  const { id, external_id, status, created_at, is_test } = payment
  const common = { id, external_id, status, created_at, is_test }
  return flow === "h2h"
    ? { ...common, ...world.payments.targetOf(payment, currency) }
    : { ...common, url: checkoutUrl(payment, world) }
}

export function readShape(payment: Payment, world: World) {
  const shape = contractShape(payment, world)
  if (world.options.contractOnly) {
    const url = payment.flow === "widget" && checkoutUrl(payment, world)
    return { ...shape, ...(url && { url }) }
  }
  const { original_amount, original_currency } = payment
  const { callback_url, success_url, fail_url } = payment
  const priced = { original_amount, original_currency }
  return { ...shape, ...priced, callback_url, success_url, fail_url }
}

/** An item of the list; the contract does not document its fields. */
export function listItemShape(payment: Payment, world: World) {
  if (!world.options.contractOnly) return readShape(payment, world)
  const { external_id, created_at, is_test } = payment
  return { external_id, created_at, is_test }
}

// Contract §7.
const STATUS_OF_CODE = {
  MERCHANT_NOT_FOUND: 401,
  INVALID_CREDENTIALS: 401,
  PAYMENT_ALREADY_EXISTS: 400,
  WALLET_NOT_FOUND: 400,
  VALIDATION_ERROR: 400,
  PAYMENT_NOT_FOUND: 404,
  CURRENCY_NOT_FOUND: 404,
  NOT_FOUND: 404,
} as const

/** No crypto fields while `created` or `expired` (contract §2). */
function contractShape(payment: Payment, { options }: World) {
  const { id, external_id, created_at, is_test, target } = payment
  const status =
    payment.status === "pending" && options.contractOnly
      ? "created"
      : payment.status
  const { received_amount } = payment
  const showsReceived = received_amount !== null && options.contractOnly
  const isHidden = status === "created" || status === "expired"
  return {
    id,
    external_id,
    status,
    created_at,
    is_test,
    ...(!isHidden && target),
    ...(!isHidden && showsReceived && { amount: received_amount }),
  }
}

function checkoutUrl({ id }: Payment, { baseUrl }: World): string {
  return `${baseUrl}/pay/${id}`
}

export type ApiEnv = {
  Bindings: HttpBindings
  Variables: { merchant: Merchant }
}
