import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import {
  CRYPTO_PAYMENT_MODULE,
  paidSession,
} from "../../../modules/crypto-payment"

export const storePaymentCollectionsMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/store/payment-collections/:id/payment-sessions",
    methods: ["POST"],
    middlewares: [respondIfPaid],
  },
]

/**
 * Runs before core opens a payment session. On a collection whose crypto payment
 * was received, core would respond with 500, since a paid session cannot be
 * deleted. A shopper who chooses crypto again gets the collection with its paid
 * session, without URL and address to pay to.
 *
 * @throws MedusaError NOT_ALLOWED for another provider
 */
async function respondIfPaid(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const collection = await findPaidCollection(req)
  if (!collection) return next()
  if (!requestsCrypto(req.body)) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "Your crypto payment for this cart was received. Please do not pay again: reload the checkout to see how it stands."
    )
  }
  res.status(200).json({ payment_collection: collection })
}

type Session = {
  id: string
  provider_id: string
  data?: Record<string, unknown> | null
}

/** The collection of the request, where one of its sessions holds confirmed money. */
async function findPaidCollection({ params, scope }: MedusaRequest) {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "payment_collection",
    fields: ["id", "currency_code", "amount", "payment_sessions.*"],
    filters: { id: params.id },
  })
  const collection = data[0]
  const sessions: Session[] = (collection?.payment_sessions ?? []).filter(
    (session: Session | null) => session && isCrypto(session.provider_id)
  )
  const ledger = scope.resolve(CRYPTO_PAYMENT_MODULE)
  for (const session of sessions) {
    const attempt = await ledger.sessions.findAttempt(session.id)
    if (!attempt || paidSession(attempt) !== session.id) continue
    const data = { ...session.data, checkout_url: null, wallet_address: null }
    return { ...collection, payment_sessions: [{ ...session, data }] }
  }
  return undefined
}

function requestsCrypto(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false
  return "provider_id" in body && isCrypto(String(body.provider_id))
}

function isCrypto(providerId: string): boolean {
  return /^pp_crypto(-h2h)?_/.test(providerId)
}
