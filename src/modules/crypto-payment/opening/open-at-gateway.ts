import {
  isGatewayError,
  paymentOutcome,
  type GatewayError,
  type Payment,
} from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import { observe } from "../observe"
import type CryptoPaymentModuleService from "../service"
import { createAtGateway } from "./create-at-gateway"
import { openingFailed, wrongMode } from "./refusals"
import type { Wish } from "./wish"

/** An attempt opened within this time is reused without asking the gateway. */
const freshMs = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const lookTimeoutMs = 3_000

/**
 * An open attempt that is about to be reused may have run out or been paid
 * without a word reaching us: a dead checkout page would be of no use. When
 * the gateway does not answer, the attempt serves as it is.
 */
export async function stillOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
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
      attempt,
      wish
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return await gatewayRefused(ledger, attempt, wish, error)
  }
  return await opened(ledger, attempt, payment, wish)
}

async function opened(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment,
  wish: Wish
): Promise<Attempt | undefined> {
  const isTest = payment.is_test ?? wish.is_test
  const open = await ledger.transitionAttempt(
    attempt.id,
    "open",
    {
      gateway_payment_id: payment.id,
      gateway_status: payment.status,
      checkout_url: payment.url ?? null,
      wallet_address: payment.wallet_address ?? null,
      crypto_amount: payment.amount ?? null,
      crypto_currency: payment.currency ?? null,
      is_test: isTest,
    },
    {
      type: "opened",
      source: "gateway",
      data: { gateway_payment_id: payment.id, status: payment.status },
    }
  )
  // Someone else opened it in the same moment, or it was paid meanwhile.
  const row = open ?? (await ledger.findAttempt(attempt.id)) ?? attempt
  if (isTest !== wish.is_test) {
    await close(ledger, row, "wrong_test_mode")
    throw wrongMode(wish.is_test)
  }
  if (open) await ledger.scheduleNextCheck(open, new Date())
  return await judge(ledger, row, payment)
}

/** The attempt, if the gateway's payment can still serve it. */
async function judge(
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
  await close(ledger, recorded, payment.status)
  return undefined
}

async function gatewayRefused(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish,
  error: GatewayError
): Promise<undefined> {
  if (error.code === "PAYMENT_ALREADY_EXISTS") {
    await close(ledger, attempt, "external_id_taken")
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
    await close(ledger, attempt, "coin_refused")
    const { merchantKey } = wish.provider
    ledger.currencies.refuse(merchantKey, wish.target_currency)
  }
  throw openingFailed(error)
}

function isCoinRefusal({ code }: GatewayError): boolean {
  return code === "WALLET_NOT_FOUND" || code === "CURRENCY_NOT_FOUND"
}

async function close(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  why: string
): Promise<void> {
  const closed = await ledger.transitionAttempt(
    attempt.id,
    "closed",
    {},
    { type: "closed", source: "session", data: { why } }
  )
  if (closed) await ledger.scheduleNextCheck(closed, new Date())
}
