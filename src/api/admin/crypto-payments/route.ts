import { addDetails, fillInDetails } from "./crypto-payment-response"
import { guarded, permissions } from "./guarded-route"
import { inTurn, readFilters } from "./list-filters"
import {
  AdminGetCryptoPaymentsParams,
  cryptoPaymentFields,
  listConfig,
} from "./validators"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import {
  type Sort,
  SORT_COLUMNS,
} from "../../../modules/crypto-payment/search/search"

/**
 * Lists payments, newest first, each with order, cart, and advice if it needs
 * attention: `{ crypto_payments, count, offset, limit }`. A search for an order
 * that is not paid yet finds all payments that can pay for it; where it is for the
 * order's id, details that no webhook reported are read from the gateway first.
 */
export const GET = guarded(
  {
    policies: permissions.readsPayment,
    query: AdminGetCryptoPaymentsParams,
    fields: listConfig,
  },
  async (req, res) => {
    const {
      limit,
      offset,
      order,
      fields: _fields,
      ...given
    } = req.validatedQuery
    const { q } = given
    if (q?.startsWith("order_")) await fillInDetails(req.scope, { order_id: q })
    const ledger = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
    const columns = new Set<string>([
      "id",
      "order_id",
      "cart_id",
      ...req.queryConfig.fields,
    ])
    const search = async () =>
      await ledger.search.list({
        filters: await readFilters(req.scope, given),
        columns: cryptoPaymentFields.filter((field) => columns.has(field)),
        sort: toSort(order),
        skip: offset,
        take: limit,
      })
    const { rows, count } = await (q === undefined
      ? search()
      : inTurn(res, search))
    const crypto_payments = await addDetails(req.scope, rows)
    return { crypto_payments, count, offset, limit }
  }
)

/** `created_at`, or `-created_at` for descending. */
function toSort(order: string): Sort {
  const direction = order.startsWith("-") ? "desc" : "asc"
  const name = order.replace(/^-/, "")
  const column = SORT_COLUMNS.find((each) => each === name) ?? "created_at"
  return { column, direction }
}
