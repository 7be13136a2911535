import type { Merchant } from "../merchants"
import type { ObservedFacts } from "../observed-facts"
import type { Coin } from "../payments/currencies"
import type { Payment } from "../payments/payment"

/**
 * A payment as creation answers it (merchant-api.md §2, §4). An inline one
 * shows its address at once, also while its status is `created`.
 */
export function createdShape(
  payment: Payment,
  baseUrl: string,
  observed: ObservedFacts
) {
  const shape = contractShape(payment, baseUrl, observed)
  return payment.flow === "h2h" && shape.status === "created"
    ? { ...shape, ...payment.target }
    : shape
}

/** A payment as reads answer it, with the observed fields if switched on. */
export function readShape(
  payment: Payment,
  baseUrl: string,
  observed: ObservedFacts
) {
  return {
    ...contractShape(payment, baseUrl, observed),
    ...(observed.extraReadFields
      ? {
          original_amount: payment.original_amount,
          original_currency: payment.original_currency,
          callback_url: payment.callback_url,
          success_url: payment.success_url,
          fail_url: payment.fail_url,
        }
      : {}),
  }
}

/** An item of the list; the contract does not show which fields it has. */
export function listItemShape(
  payment: Payment,
  baseUrl: string,
  observed: ObservedFacts
) {
  if (observed.fullListItems) {
    return readShape(payment, baseUrl, observed)
  }
  const { external_id, created_at, is_test } = payment
  return { external_id, created_at, is_test }
}

/**
 * The fields of merchant-api.md §2: crypto fields are there unless the payment
 * is `created` or `expired`; `url` only for a widget.
 */
function contractShape(
  payment: Payment,
  baseUrl: string,
  { pendingStatus }: ObservedFacts
) {
  const status =
    payment.status === "pending" && !pendingStatus ? "created" : payment.status
  const hidden = status === "created" || status === "expired"
  return {
    id: payment.id,
    external_id: payment.external_id,
    status,
    created_at: payment.created_at,
    is_test: payment.is_test,
    ...(payment.flow === "widget"
      ? { url: `${baseUrl}/pay/${payment.id}` }
      : {}),
    ...(hidden || !payment.target ? {} : payment.target),
  }
}

/** What `DELETE /v1/payments/{id}` was observed to answer. */
export function expiredShape(payment: Payment) {
  const { id, external_id, status, created_at } = payment
  return { id, external_id, status, created_at }
}

/** An item of `GET /v1/currencies`. */
export function currencyShape(coin: Coin, form: ObservedFacts["blockchain"]) {
  const { code, name, blockchain, is_testnet } = coin
  switch (form) {
    case "object":
      return { code, name, blockchain: { name: blockchain, is_testnet } }
    case "string":
      return { code, name, blockchain }
  }
}

/** The answer of `GET /v1/merchants`. */
export function merchantShape(merchant: Merchant) {
  const { id, name, created_at } = merchant
  return { id, name, balance: "100.00", created_at }
}
