import type { Merchant } from "../merchants"
import type { World } from "../world"
import { ApiError } from "./api-error"
import { listItemShape } from "./shapes"

/** `GET /v1/payments`: one page of the merchant's payments (merchant-api.md §4). */
export function listPayments(
  world: World,
  merchant: Merchant,
  query: Record<string, string>
) {
  const limit = wholeNumber(query, "limit", {
    fallback: 20,
    min: 1,
    max: world.observed.longPages ? 100 : 20,
  })
  const offset = wholeNumber(query, "offset", {
    fallback: 0,
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
  })
  const all = world.payments.ofMerchant(merchant.id)
  const end = Math.max(0, all.length - offset)
  const page = world.observed.newestFirst
    ? all.slice(Math.max(0, end - limit), end).reverse()
    : all.slice(offset, offset + limit)
  const items = page.map((payment) =>
    listItemShape(payment, world.baseUrl(), world.observed)
  )
  return { items, total: all.length, limit, offset }
}

function wholeNumber(
  query: Record<string, string>,
  name: string,
  range: { fallback: number; min: number; max: number }
): number {
  const text = query[name]
  if (text === undefined) {
    return range.fallback
  }
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
  if (!(value >= range.min && value <= range.max)) {
    throw new ApiError(
      "VALIDATION_ERROR",
      `${name}: must be a whole number from ${range.min} to ${range.max}`
    )
  }
  return value
}
