import type {
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"

/** What the link to orders adds to them: the whole ledger of an order (`src/links`). */
const LEDGER_FIELDS = ["crypto_payment", "crypto_payments"]

/**
 * A shopper's `?fields=` selects nothing of the ledger, also where a route has no list of allowed
 * fields: core's own until Medusa 2.20, and a store's.
 */
const restrictFields: MedusaRequestHandler = (req, _res, next) => {
  req.restrictedFields?.add(LEDGER_FIELDS)
  next()
}

export const storeLedgerFieldsMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store", middlewares: [restrictFields] },
]
