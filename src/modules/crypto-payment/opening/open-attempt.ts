import { MedusaError } from "@medusajs/framework/utils"

import {
  isGatewayError,
  paymentOutcome,
  type GatewayError,
  type Payment,
} from "../../../gateway"
import type { Attempt } from "../ledger/rows"
import { isMoneySeen } from "../lifecycle/states"
import { formatExternalId } from "../external-id"
import { observe } from "../observe"
import type CryptoPaymentModuleService from "../service"
import { chooseAttempt } from "./choose-attempt"
import { createAtGateway } from "./create-at-gateway"
import {
  alreadyPaid,
  noFreeExternalId,
  openingFailed,
  wrongMode,
} from "./refusals"
import { subjectOf, type Wish } from "./wish"

/** How many rows or external_ids are tried before giving up. */
const maxRounds = 8

/** An attempt opened within this time is reused without asking the gateway. */
const freshMs = 30_000

/** A shopper waits for the answer, and the attempt serves without it too. */
const lookTimeoutMs = 3_000

/**
 * Finds or makes the attempt that serves a wish, and makes the wish's session
 * its session. The row is written before the gateway is called, so no payment
 * can exist there that the ledger does not know. When the gateway's answer
 * stays out, the attempt stays `creating`: the same wish will ask for the same
 * external_id again.
 *
 * @param sessionExists tells whether another session is still there.
 * @throws MedusaError with a sentence for the storefront (see refusals.ts).
 */
export async function openAttempt(
  ledger: CryptoPaymentModuleService,
  wish: Wish,
  sessionExists: (sessionId: string) => Promise<boolean>
): Promise<Attempt> {
  for (let round = 0; round < maxRounds; round++) {
    const attempt = await chooseOrCreate(ledger, wish)
    if (!attempt) continue
    if (isMoneySeen(attempt.state)) {
      const holder = attempt.authorized_session_id ?? attempt.payment_session_id
      if (holder && (await sessionExists(holder))) throw alreadyPaid(attempt)
      return await attach(ledger, attempt, wish)
    }
    const ready =
      attempt.state === "open"
        ? await stillOpen(ledger, attempt, wish)
        : await askGateway(ledger, attempt, wish)
    if (ready) return await attach(ledger, ready, wish)
  }
  throw noFreeExternalId(subjectOf(wish))
}

async function chooseOrCreate(
  ledger: CryptoPaymentModuleService,
  wish: Wish
): Promise<Attempt | undefined> {
  const { merchantId } = ledger.merchant(wish.provider.merchantKey)
  const subject = wish.cart_id
    ? { cart_id: wish.cart_id }
    : { payment_collection_id: wish.payment_collection_id }
  const choice = chooseAttempt(
    await ledger.listRevisions(merchantId, subject),
    wish
  )
  if ("already_paid" in choice) throw alreadyPaid(choice.already_paid)
  if ("use" in choice) return choice.use
  return await ledger.createAttempt(
    {
      provider_id: wish.provider.provider_id,
      merchant_id: merchantId,
      flow: wish.provider.flow,
      external_id: formatExternalId(subjectOf(wish), choice.revision),
      revision: choice.revision,
      cart_id: wish.cart_id,
      payment_collection_id: wish.payment_collection_id,
      amount: wish.price.amount,
      currency_code: wish.price.currency_code,
      target_currency: wish.target_currency,
      is_test: wish.is_test,
      next_check_at: new Date(Date.now() + 60_000),
    },
    "session"
  )
}

/**
 * An open attempt that is about to be reused may have run out or been paid
 * without a word reaching us: a dead checkout page would be of no use. When
 * the gateway does not answer, the attempt serves as it is.
 */
async function stillOpen(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
  const age = Date.now() - (attempt.opened_at?.getTime() ?? 0)
  if (age < freshMs || !attempt.gateway_payment_id) return attempt
  try {
    const payment = await ledger
      .gateway(wish.provider.merchantKey)
      .getPayment(
        { id: attempt.gateway_payment_id },
        { timeoutMs: lookTimeoutMs, maxAttempts: 1 }
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
async function askGateway(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt | undefined> {
  const { merchantKey } = wish.provider
  let payment: Payment
  try {
    payment = await createAtGateway(
      ledger.gateway(merchantKey),
      ledger.merchant(merchantKey),
      attempt,
      wish
    )
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return await gatewayRefused(ledger, attempt, error)
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
  throw openingFailed(error)
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

async function attach(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  wish: Wish
): Promise<Attempt> {
  const attached = await ledger.attachSession(attempt.id, wish.session_id)
  if (!attached) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "The crypto payment could not be opened: its ledger entry is gone."
    )
  }
  return attached
}
