import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import {
  CRYPTO_PAYMENT_MODULE,
  paidSession,
} from "../../../modules/crypto-payment"

/**
 * Runs before core opens a payment session. On a collection whose crypto payment
 * was received, core would answer 500, since a paid session cannot be deleted.
 * Here the shopper who chooses crypto again gets the collection as it is, whose
 * session tells how the payment stands, with nothing to pay in it; another
 * provider is refused with a sentence.
 *
 * @throws MedusaError NOT_ALLOWED for another provider
 */
export async function answerPaidCart(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const collection = await paidCollection(req)
  if (!collection) return next()
  if (!isCrypto(requestedProvider(req.body))) {
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

/** The collection of the request, if one of its sessions holds received money. */
async function paidCollection({ params, scope }: MedusaRequest) {
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
    const payment_sessions = [withNothingToPay(session)]
    return { ...collection, payment_sessions }
  }
  return undefined
}

function withNothingToPay(session: Session): Session {
  const data = { ...session.data, checkout_url: null, wallet_address: null }
  return { ...session, data }
}

function requestedProvider(body: unknown): string {
  if (typeof body !== "object" || body === null) return ""
  return "provider_id" in body ? String(body.provider_id) : ""
}

function isCrypto(providerId: string): boolean {
  return /^pp_crypto(-h2h)?_/.test(providerId)
}
