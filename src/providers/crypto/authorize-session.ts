import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { isGatewayError } from "../../gateway"
import {
  type Attempt,
  attemptPrice,
  type CryptoPaymentModuleService,
  gatewayPrice,
  isSentBack,
  isPaidState,
  mayAuthorize,
  observe,
} from "../../modules/crypto-payment"
import {
  findPricedSubject,
  findSession,
  type PricedSubject,
} from "./payment-subject"
import type { Dependencies } from "./service"
import { sessionStatus } from "./session-data"

/** Core holds the cart's lock while it waits for this answer. */
const readTimeoutMs = 5_000

/**
 * Tells core whether a session is paid: from the ledger when it knows, from the
 * gateway when not. The gateway's status is only recorded: settling must not
 * start inside core's completion of the cart.
 */
export async function authorizeSession(
  dependencies: Dependencies,
  sessionId: string
): Promise<{ attempt?: Attempt; status: PaymentSessionStatus }> {
  const { cryptoPayment, query } = dependencies
  const known = await cryptoPayment.sessions.findAttempt(sessionId)
  if (!known) return { status: PaymentSessionStatus.ERROR }
  const attempt = isPaidState(known.state)
    ? known
    : await readFromGateway(dependencies, known)
  if (!isPaidState(attempt.state)) {
    return { attempt, status: sessionStatus(attempt) }
  }
  const subject = await findPricedSubject(query, sessionId, attempt)
  const captured =
    subject !== undefined &&
    (await isPaidFor(cryptoPayment, attempt, subject)) &&
    (await authorizeOnce(dependencies, attempt, sessionId))
  return {
    attempt,
    status: captured
      ? PaymentSessionStatus.CAPTURED
      : PaymentSessionStatus.PENDING,
  }
}

async function isPaidFor(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  subject: PricedSubject
): Promise<boolean> {
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!provider) return false
  return mayAuthorize({
    state: attempt.state,
    price: attemptPrice(attempt),
    gateway_price: gatewayPrice(attempt),
    is_test: attempt.is_test,
    test_mode: ledger.merchants.options(provider.merchantKey).testMode,
    session_price: subject.price,
    due: subject.due,
    paid_otherwise: subject.paid_otherwise,
    order_canceled: subject.order_canceled,
    sent_back: await isSentBack(ledger, attempt),
  })
}

/** Only one session may turn this money into a Medusa payment. */
async function authorizeOnce(
  { cryptoPayment, query }: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<boolean> {
  const holder = attempt.authorized_session_id
  const deletedHolder =
    holder && holder !== sessionId && !(await findSession(query, holder))
      ? holder
      : null
  return await cryptoPayment.sessions.authorize(
    attempt,
    sessionId,
    deletedHolder
  )
}

async function readFromGateway(
  { cryptoPayment, logger }: Dependencies,
  attempt: Attempt
): Promise<Attempt> {
  const provider = cryptoPayment.merchants.provider(attempt.provider_id)
  if (!provider || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await cryptoPayment.merchants.readPayment(
      provider.merchantKey,
      attempt.gateway_payment_id,
      readTimeoutMs
    )
    return await cryptoPayment.observations.record(
      attempt.id,
      observe(attempt, payment, "return")
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    logger.warn(
      `crypto payment ${attempt.id}: could not be read from the gateway (${error.kind}): ${error.message}`
    )
    return attempt
  }
}
