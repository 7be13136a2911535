import type { Logger, RemoteQueryFunction } from "@medusajs/framework/types"
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
import { findSale, type Sale } from "./sale"
import { sessionStatus } from "./session-status"
import { findSession } from "./session-subject"

type Dependencies = {
  cryptoPayment: CryptoPaymentModuleService
  query: RemoteQueryFunction
  logger: Logger
}

/** Core holds the cart's lock while it waits for this answer. */
const askTimeoutMs = 5_000

/**
 * Answers core's question whether a session is paid: from the ledger when it
 * knows, from the gateway when not. What the gateway says is only recorded;
 * closing the books is the settle workflow's, which must not start in here.
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
    : await askGateway(dependencies, known)
  if (!isPaidState(attempt.state)) {
    return { attempt, status: sessionStatus(attempt) }
  }
  const sale = await findSale(query, sessionId, attempt)
  const captured =
    sale !== undefined &&
    (await fits(cryptoPayment, attempt, sale)) &&
    (await claim(dependencies, attempt, sessionId))
  return {
    attempt,
    status: captured
      ? PaymentSessionStatus.CAPTURED
      : PaymentSessionStatus.PENDING,
  }
}

async function fits(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  sale: Sale
): Promise<boolean> {
  const provider = ledger.merchants.provider(attempt.provider_id)
  if (!provider) return false
  return mayAuthorize({
    state: attempt.state,
    price: attemptPrice(attempt),
    gateway_price: gatewayPrice(attempt),
    is_test: attempt.is_test,
    test_mode: ledger.merchants.options(provider.merchantKey).testMode,
    session_price: sale.price,
    due: sale.due,
    paid_otherwise: sale.paid_otherwise,
    order_canceled: sale.order_canceled,
    given_back: await isSentBack(ledger, attempt),
  })
}

/** One session, and no other, may turn this money into a Medusa payment. */
async function claim(
  { cryptoPayment, query }: Dependencies,
  attempt: Attempt,
  sessionId: string
): Promise<boolean> {
  const holder = attempt.authorized_session_id
  const gone =
    holder && holder !== sessionId && !(await findSession(query, holder))
      ? holder
      : null
  return await cryptoPayment.sessions.authorize(attempt, sessionId, gone)
}

async function askGateway(
  { cryptoPayment, logger }: Dependencies,
  attempt: Attempt
): Promise<Attempt> {
  const provider = cryptoPayment.merchants.provider(attempt.provider_id)
  if (!provider || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await cryptoPayment.merchants.readPayment(
      provider.merchantKey,
      attempt.gateway_payment_id,
      askTimeoutMs
    )
    return await cryptoPayment.observations.record(
      attempt.id,
      observe(attempt, payment, "return")
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    logger.warn(
      `crypto payment ${attempt.id}: the gateway could not be asked whether it is paid (${error.kind}): ${error.message}`
    )
    return attempt
  }
}
