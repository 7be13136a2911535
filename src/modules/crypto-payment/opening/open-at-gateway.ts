import {
  isGatewayError,
  paymentOutcome,
  type GatewayError,
  type Payment,
} from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import { observe } from "../observe"
import type CryptoPaymentModuleService from "../service"
import { closeAttempt } from "./close-attempt"
import { createAtGateway } from "./create-at-gateway"
import { isPayable, noteOpened } from "./note-opened"
import { openingFailed, unfitPayment } from "./refusals"
import type { Wish } from "./wish"

/** An attempt opened within this time is reused without asking the gateway. */
const freshMs = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const lookTimeoutMs = 3_000

/**
 * An open attempt that is about to be reused may have run out or been paid
 * without a word reaching us: a dead checkout page would be of no use. When
 * the gateway does not answer, the attempt serves as it is. One that was never
 * told how to pay cannot serve.
 */
export async function stillOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
  if (!isPayable(attempt)) {
    await closeAttempt(ledger, attempt, "no_address")
    return undefined
  }
  const age = Date.now() - (attempt.opened_at?.getTime() ?? 0)
  if (age < freshMs || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await ledger.merchants.lookUp(
      wish.provider.merchantKey,
      attempt.gateway_payment_id,
      lookTimeoutMs
    )
    return await judge(ledger, attempt, payment)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return attempt
  }
}

/**
 * The attempt as the gateway opened it, or undefined when its external_id can
 * not serve (taken with another price, or its payment is over) and the next
 * revision is due.
 */
export async function openAtGateway(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
  const { merchantKey } = wish.provider
  let payment: Payment
  try {
    payment = await createAtGateway(
      ledger.merchants.gateway(merchantKey),
      ledger.merchants.options(merchantKey),
      attempt
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return await gatewayRefused(ledger, attempt, wish, error)
  }
  const opened = await noteOpened(ledger, attempt, payment)
  if (opened.unfit) throw unfitPayment(opened.unfit, wish)
  return await judge(ledger, opened.attempt, payment)
}

/** The attempt, if the gateway's payment can still serve it, or has paid it. */
export async function judge(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<Attempt | undefined> {
  const outcome = paymentOutcome(payment.status)
  if (outcome === "open") {
    return attempt.state === "closed" ? undefined : attempt
  }
  const observation = observe(attempt, payment, "poll")
  const recorded = await ledger.recordObservation(attempt.id, observation)
  if (outcome === "paid") return recorded
  await closeAttempt(ledger, recorded, payment.status)
  return undefined
}

async function gatewayRefused(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish,
  error: GatewayError
): Promise<undefined> {
  if (error.code === "PAYMENT_ALREADY_EXISTS") {
    await closeAttempt(ledger, attempt, "external_id_taken")
    return undefined
  }
  await ledger.appendEvent(attempt.id, {
    type: "gateway_error",
    source: "gateway",
    fact: `gateway_error:${error.code ?? error.kind}`,
    data: { kind: error.kind, code: error.code, message: error.message },
  })
  if (wish.target_currency !== null && isCoinRefusal(error)) {
    // The gateway made nothing: the next coin is a revision of its own.
    await closeAttempt(ledger, attempt, "coin_refused")
    const { merchantKey } = wish.provider
    ledger.currencies.refuse(merchantKey, wish.target_currency)
  }
  throw openingFailed(error)
}

function isCoinRefusal({ code }: GatewayError): boolean {
  return code === "WALLET_NOT_FOUND" || code === "CURRENCY_NOT_FOUND"
}
