import type { Merchant } from "../merchants"
import { findCoin } from "../payments/currencies"
import type { Payment } from "../payments/payment"
import { isSameAmount } from "../payments/payment-book"
import type { World } from "../world"
import { ApiError } from "./api-error"
import {
  type H2hRequest,
  parseH2hRequest,
  parseWidgetRequest,
  type WidgetRequest,
} from "./create-request"

/** The payment of an external_id, and whether this call made it. */
export type CreatedPayment = {
  payment: Payment
  isNew: boolean
}

/** `POST /v1/payments/widget`: the buyer picks the coin later. */
export function createWidgetPayment(
  world: World,
  merchant: Merchant,
  rawBody: Uint8Array
): CreatedPayment {
  const request = parseWidgetRequest(rawBody, world)
  const existing = existingPayment(world, merchant, request)
  if (existing) {
    return { payment: existing, isNew: false }
  }
  const payment = world.payments.create({
    merchant,
    coin: null,
    flow: "widget",
    ...shared(request),
    is_test: request.is_test ?? false,
    success_url: request.success_url ?? null,
    fail_url: request.fail_url ?? null,
    auto_trace: false,
  })
  return { payment, isNew: true }
}

/** `POST /v1/payments/h2h`: the coin is chosen, the transfer is awaited. */
export function createH2hPayment(
  world: World,
  merchant: Merchant,
  rawBody: Uint8Array
): CreatedPayment {
  const request = parseH2hRequest(rawBody, world)
  const existing = existingPayment(world, merchant, request)
  if (existing) {
    return { payment: existing, isNew: false }
  }
  const payment = world.payments.create({
    merchant,
    coin: walletCoin(world, merchant, request),
    flow: "h2h",
    ...shared(request),
    is_test: isTest(world, request),
    success_url: null,
    fail_url: null,
    auto_trace: request.auto_trace ?? false,
  })
  return { payment, isNew: true }
}

// Over both flows, and whatever the payment's status is by now.
function existingPayment(
  world: World,
  merchant: Merchant,
  request: WidgetRequest | H2hRequest
): Payment | undefined {
  const existing = world.payments.findByExternalId(
    merchant.id,
    request.external_id
  )
  if (
    existing &&
    (existing.original_currency !== request.currency ||
      !isSameAmount(existing.original_amount, request.amount))
  ) {
    throw new ApiError(
      "PAYMENT_ALREADY_EXISTS",
      "external_id was used with another amount or currency"
    )
  }
  return existing
}

function walletCoin(world: World, merchant: Merchant, request: H2hRequest) {
  const code = request.target_currency
  const coin = findCoin(code)
  if (!coin) {
    throw new ApiError("CURRENCY_NOT_FOUND", `unknown currency ${code}`)
  }
  const wrongFamily =
    world.observed.h2hIsTest && coin.is_testnet !== isTest(world, request)
  if (wrongFamily || !merchant.wallets.includes(code)) {
    const family = isTest(world, request) ? "test" : "live"
    throw new ApiError(
      "WALLET_NOT_FOUND",
      `no active wallet for ${code} in ${family} payments`
    )
  }
  return coin
}

function isTest(world: World, request: H2hRequest): boolean {
  return world.observed.h2hIsTest && (request.is_test ?? false)
}

function shared(request: WidgetRequest | H2hRequest) {
  return {
    external_id: request.external_id,
    original_amount: request.amount,
    original_currency: request.currency,
    callback_url: request.callback_url ?? null,
    description: request.metadata?.description ?? null,
    fee_payer: request.fee_payer ?? ("payee" as const),
  }
}
