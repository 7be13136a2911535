import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { notAllowed, unexpectedState } from "../medusa-errors"
import { isGatewayError, type GatewayError, type Payment } from "../gateway"
import {
  checkAllowed,
  checkShown,
  type ShownAttempt,
} from "../modules/crypto-payment/admin-actions/allowed-actions"
import {
  type Observation,
  observe,
} from "../modules/crypto-payment/attempts/observation"
import { isPaidState } from "../modules/crypto-payment/attempts/states"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import { inParallel } from "./reconcile-crypto-payments/run"
import { attemptBusy } from "./settle/locks"
import { settleCryptoPaymentWorkflow } from "./settle"

const READ_TIMEOUT_MS = 5_000

/** An admin waits for the result. */
const ADMIN_READ_TIMEOUT_MS = 10_000

/** How admin actions settle: also what needs attention, after another run. */
const ADMIN_SETTLING = {
  again: "reconsider",
  lease_wait_ms: 10_000,
} as const

const AT_ONCE = 5

/** Minimum time between two reads for missing details of an attempt, in each process. */
const DETAIL_READ_INTERVAL_MS = 60_000
const MAX_REMEMBERED = 10_000

/** When the details of an attempt were last read from the gateway; oldest first. */
const detailsReadAt = new Map<string, number>()

/**
 * Reads one attempt's payment from the gateway and settles it. Returns the attempt
 * afterwards; unchanged, with a log entry, when the gateway could not be read.
 */
export async function checkCryptoPayment(
  container: MedusaContainer,
  attempt: Attempt,
  source: Observation["source"]
): Promise<Attempt> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  try {
    const { merchants, attempts } = ledger
    const payment = await merchants.readPayment(attempt, READ_TIMEOUT_MS)
    if (!payment) return attempt
    await settleCryptoPaymentWorkflow(container).run({
      input: { observation: observe(attempt, payment, source) },
    })
    return (await attempts.find(attempt.id)) ?? attempt
  } catch (error) {
    if (!isGatewayError(error)) throw error
    const logger = container.resolve("logger")
    logger.warn(
      `crypto payment ${attempt.id}: the gateway could not be read (${error.kind}): ${error.message}`
    )
    return attempt
  }
}

/** Decides again about a payment that needs attention; returns the attempt afterwards. */
export async function reconsiderCryptoPayment(
  container: MedusaContainer,
  attempt: Attempt
): Promise<Attempt> {
  await settleCryptoPaymentWorkflow(container).run({
    input: { crypto_payment_id: attempt.id, again: "reconsider" },
  })
  const { attempts } = container.resolve(CRYPTO_PAYMENT_MODULE)
  return (await attempts.find(attempt.id)) ?? attempt
}

/**
 * The admin's check, also of a payment that needs attention.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED for a payment that was never opened at the
 * gateway; UNEXPECTED_STATE, with the cause, when the gateway could not be read, and what it
 * confirmed before is not enough for an order.
 */
export async function checkNow(
  container: MedusaContainer,
  id: string,
  actorId: string
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  checkAllowed("check", await ledger.adminActions.readFacts(id))
  const payment = await readForAdmin(ledger, attempt).catch(
    async (error: unknown) => {
      if (attempt.state !== "attention") throw error
      await settleCryptoPaymentWorkflow(container).run({
        input: { crypto_payment_id: id, ...ADMIN_SETTLING },
      })
      const { state } = await ledger.attempts.retrieve(id)
      if (state === "attention") throw error
      return null
    }
  )
  if (!payment) return
  await ledger.timeline.append(id, {
    type: "checked",
    source: "admin",
    data: { by: actorId, status: payment.status },
  })
  await settleCryptoPaymentWorkflow(container).run({
    input: {
      observation: observe(attempt, payment, "admin"),
      ...ADMIN_SETTLING,
    },
  })
}

async function readForAdmin(
  { merchants }: CryptoPaymentModuleService,
  attempt: Attempt
): Promise<Payment> {
  const payment = await merchants
    .readPayment(attempt, ADMIN_READ_TIMEOUT_MS)
    .catch((error: unknown) => {
      throw isGatewayError(error) ? unreadable(error) : error
    })
  if (payment) return payment
  throw notAllowed(
    `The payment provider ${attempt.provider_id} is not configured any more, so its gateway cannot be read.`
  )
}

/** The result of one check of `checkMany`; `message` where it failed. */
export type CheckResult = { id: string; ok: boolean; message?: string }

/** Checks many payments; a failure of one is reported and does not stop the others. */
export async function checkMany(
  container: MedusaContainer,
  ids: readonly string[],
  actorId: string
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  await inParallel([...ids.entries()], AT_ONCE, async ([index, id]) => {
    results[index] = await tryCheck(container, id, actorId)
  })
  return results
}

/**
 * Tries again to place the order of a payment that needs attention.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it needs no attention or
 * another run works on it.
 */
export async function retryOrder(
  container: MedusaContainer,
  id: string,
  actorId: string,
  shown?: ShownAttempt
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const facts = await ledger.adminActions.readFacts(id)
  checkShown(facts, shown)
  checkAllowed("retry_order", facts)
  await ledger.timeline.append(id, {
    type: "order_retried",
    source: "admin",
    data: { by: actorId },
  })
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: { crypto_payment_id: id, ...ADMIN_SETTLING },
  })
  if (result.busy) throw attemptBusy()
}

/**
 * Accepts what arrived of an underpaid payment, and settles it.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it is not underpaid or another run
 * works on it.
 */
export async function acceptShortfall(
  container: MedusaContainer,
  id: string,
  actorId: string,
  shown?: ShownAttempt
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  await ledger.adminActions.accept(id, actorId, shown)
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: { crypto_payment_id: id, ...ADMIN_SETTLING },
  })
  if (result.busy) throw attemptBusy()
}

/**
 * Reads the address that was paid to, which no webhook contains, when someone
 * opens a paid payment. Writes no timeline entry.
 */
export async function fillInDetails(
  container: MedusaContainer,
  ids: readonly string[]
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  for (const id of ids) {
    const attempt = await ledger.attempts.find(id)
    if (!attempt || attempt.wallet_address) continue
    // The order page polls every few seconds until a paid attempt is settled.
    if (!isPaidState(attempt.state) || attempt.state === "paid") continue
    if (!mayReadDetails(attempt.id, Date.now())) continue
    await checkCryptoPayment(container, attempt, "view")
  }
}

/** `fillInDetails` for all crypto payments of an order. */
export async function fillInDetailsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<void> {
  const attempts = await container
    .resolve(CRYPTO_PAYMENT_MODULE)
    .listCryptoPayments({ order_id: orderId }, { select: ["id"] })
  await fillInDetails(
    container,
    attempts.map(({ id }) => id)
  )
}

/** UNEXPECTED_STATE, as the admin shows it. */
function unreadable({ kind, message }: GatewayError): MedusaError {
  return unexpectedState(
    `The gateway could not be read (${kind}); nothing was changed. ${message}`
  )
}

async function tryCheck(
  container: MedusaContainer,
  id: string,
  actorId: string
): Promise<CheckResult> {
  try {
    await checkNow(container, id, actorId)
    return { id, ok: true }
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return { id, ok: false, message: error.message }
    }
    const logger = container.resolve("logger")
    logger.error(`crypto payment ${id} could not be checked: ${String(error)}`)
    return { id, ok: false, message: "The check failed; see the log." }
  }
}

function mayReadDetails(id: string, now: number): boolean {
  if (now - (detailsReadAt.get(id) ?? -Infinity) < DETAIL_READ_INTERVAL_MS) {
    return false
  }
  detailsReadAt.delete(id)
  detailsReadAt.set(id, now)
  const [oldest] = detailsReadAt.keys()
  if (detailsReadAt.size > MAX_REMEMBERED) detailsReadAt.delete(oldest)
  return true
}
