import type { AdminGetCryptoPaymentsParams } from "./validators"

type Query = Pick<
  AdminGetCryptoPaymentsParams,
  "q" | "attention" | "order_id" | "cart_id" | "is_test"
> &
  Record<string, unknown>

/** Columns that a search looks into, from the start of the text. */
const searched = [
  "external_id",
  "gateway_payment_id",
  "cart_id",
  "order_id",
  "payment_session_id",
  "wallet_address",
]

/** The list's query as filters of the ledger. */
export function toFilters({ q, attention, ...filters }: Query) {
  return {
    ...filters,
    ...(attention ? { attention_reason: attention } : {}),
    ...(q
      ? {
          $or: searched.map((column) => ({
            [column]: { $ilike: `${escapeLike(q)}%` },
          })),
        }
      : {}),
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&")
}
