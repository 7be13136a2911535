import {
  defineMiddlewares,
  type MedusaRequest,
  type MedusaRequestHandler,
} from "@medusajs/framework/http"
import { requestMiddlewares } from "./requests"
import { readOrderCollection } from "./store/crypto-payments/payable"
import { notAllowed } from "../medusa-errors"
import { readCollectionToShow } from "../medusa/collections"
import { findLinks } from "../medusa/links"
import { isCryptoProvider } from "../modules/crypto-payment/merchants/merchants"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import { paidSession } from "../modules/crypto-payment/settling/money"
import { countWebhookAnswer } from "../modules/crypto-payment/telemetry"
import { repairCollectionAmount } from "../workflows/settle/session-steps"

/** What the link to orders adds to them: the whole ledger of an order (`src/links`). */
const LEDGER_FIELDS = ["crypto_payment", "crypto_payments"]

/**
 * No `?fields=` of core's routes selects anything of the ledger. Of a shopper, also where a route
 * allows all fields; of an admin, since core guards an order, and what leads to it, by rights other
 * than `payment:read`. The plugin's own routes begin at a payment: they need neither field.
 */
const restrictFields: MedusaRequestHandler = (req, _res, next) => {
  req.restrictedFields?.add(LEDGER_FIELDS)
  next()
}

type SessionHandler = MedusaRequestHandler<
  { provider_id?: unknown } | undefined
>

/**
 * Runs before core opens a payment session, which would fail with 500, since a paid session cannot
 * be deleted. A shopper who chooses crypto again gets the paid session, without URL and address to
 * pay to.
 * @throws MedusaError NOT_ALLOWED for another provider
 */
const respondIfPaid: SessionHandler = async (req, res, next) => {
  const collection = await findPaidCollection(req)
  if (!collection) return next()
  if (!isCryptoProvider(String(req.body?.provider_id))) {
    throw notAllowed(
      "Your crypto payment for this cart was received. Please do not pay again: reload the checkout to see how it stands."
    )
  }
  res.status(200).json({ payment_collection: collection })
}

/**
 * Core opens a session for the collection's amount, which it does not lower where a part of an
 * order's change is forgiven: the link that was sent would be dead.
 */
const lowerToDue: SessionHandler = async (
  { body, params, scope },
  _res,
  next
) => {
  if (!isCryptoProvider(String(body?.provider_id))) return next()
  const query = scope.resolve("query")
  const filters = { payment_collection_id: params.id }
  const entity = "order_payment_collection"
  // Most collections are of a cart that is no order yet: they cost one statement.
  const [orderId] = await findLinks(query, entity, "order_id", filters)
  const found = orderId ? await readOrderCollection(query, params.id) : null
  if (found?.cart_id === null && found.state === "unpaid") {
    await repairCollectionAmount(scope, found.id, found.due)
  }
  next()
}

/** Counts the status of every response to a webhook, also of Medusa's own errors. */
const countResponse: MedusaRequestHandler = (_req, res, next) => {
  res.once("finish", () => countWebhookAnswer(res.statusCode))
  next()
}

export default defineMiddlewares({
  routes: [
    { matcher: "/store", middlewares: [restrictFields] },
    { matcher: "/admin", middlewares: [restrictFields] },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [respondIfPaid, lowerToDue],
    },
    ...requestMiddlewares,
    {
      matcher: "/hooks/crypto/:provider_id",
      methods: ["POST"],
      middlewares: [countResponse],
    },
  ],
})

async function findPaidCollection({
  params,
  scope,
}: Pick<MedusaRequest, "params" | "scope">) {
  const query = scope.resolve("query")
  const collection = await readCollectionToShow(query, params.id)
  const sessions = (collection?.payment_sessions ?? []).filter((session) =>
    isCryptoProvider(session.provider_id)
  )
  const ledger = scope.resolve(CRYPTO_PAYMENT_MODULE)
  for (const session of sessions) {
    const attempt = await ledger.sessions.findAttempt(session.id)
    if (!attempt || paidSession(attempt) !== session.id) continue
    return {
      ...collection,
      payment_sessions: [
        {
          ...session,
          data: {
            ...Object.fromEntries(
              DATA_KEYS.map((key) => [key, session.data?.[key] ?? null])
            ),
            checkout_url: null,
            wallet_address: null,
          },
        },
      ],
    }
  }
  return undefined
}

/** What the plugin wrote into the session; the other keys are of the browser that opened it. */
const DATA_KEYS = [
  "session_id",
  "crypto_payment_id",
  "gateway_payment_id",
  "flow",
  "status",
  "amount",
  "currency_code",
  "crypto_amount",
  "crypto_currency",
  "is_test",
  "place_order",
]
