import { type Sort, sortColumns } from "../../../modules/crypto-payment"

/** `created_at`, or `-created_at` for the other way round. */
export function toSort(order: string): Sort {
  const direction = order.startsWith("-") ? "desc" : "asc"
  const name = order.replace(/^-/, "")
  const column = sortColumns.find((each) => each === name) ?? "created_at"
  return { column, direction }
}
