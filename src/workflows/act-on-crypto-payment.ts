import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { isGatewayError, type Payment } from "../gateway"
import { invalidData, notAllowed, unexpectedState } from "../medusa-errors"
import { findOrdersByNumber } from "../medusa/orders"
import type { Query } from "../medusa/query"
import {
  causeOf,
  checkAllowed,
  checkShown,
  type ShownAttempt,
} from "../modules/crypto-payment/admin-actions/allowed-actions"
import {
  type Observation,
  observe,
} from "../modules/crypto-payment/attempts/observation"
import type { Resolution } from "../modules/crypto-payment/column-values"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import { type Booking, bookRefunds } from "./book-crypto-refunds"
import { deliverCryptoPaymentEventStep } from "./deliver-crypto-payment-events"
import { settleCryptoPaymentWorkflow } from "./settle"
import { attemptBusy, CoreLockHeld, withAdminLease } from "./settle/locks"
import {
  actUnlessOrderPlaced,
  completeCartOfOrder,
} from "./settle/session-steps"

/** An admin waits for the result. */
const ADMIN_READ_TIMEOUT_MS = 10_000

/** How admin actions settle: also what needs attention, after another run. */
const ADMIN_SETTLING = {
  again: "reconsider",
  lease_wait_ms: 10_000,
} as const

const AT_ONCE = 5

/**
 * @returns the attempt afterwards; unchanged, with a log entry, when the gateway could not be read.
 */
export async function checkCryptoPayment(
  container: MedusaContainer,
  attempt: Attempt,
  source: Observation["source"]
): Promise<Attempt> {
  const { merchants, attempts } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const payment = await merchants.tryReadPayment(attempt)
  if (!payment) return attempt
  await settleCryptoPaymentWorkflow(container).run({
    input: { observation: observe(attempt, payment, source) },
  })
  return (await attempts.find(attempt.id)) ?? attempt
}

/**
 * @throws MedusaError UNEXPECTED_STATE when the gateway could not be read, and no order came of
 * what it confirmed before.
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
      if (!isGatewayError(error)) throw error
      // One that needs attention was decided about once more, by what is known.
      const unchanged =
        attempt.state === "attention" ? "" : "; nothing was changed"
      throw unexpectedState(
        `The gateway could not be read (${error.kind})${unchanged}. ${error.message}`
      )
    })
  if (payment) return payment
  throw notAllowed(
    `The payment provider ${attempt.provider_id} is not configured any more, so its gateway cannot be read.`
  )
}

/** `message` where it failed. */
export type CheckResult = { id: string; ok: boolean; message?: string }

/** A failure of one is reported and does not stop the others. */
export async function checkMany(
  container: MedusaContainer,
  ids: readonly string[],
  actorId: string
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const batch = ids.slice(at, at + AT_ONCE)
    const checked = batch.map((id) => tryCheck(container, id, actorId))
    results.push(...(await Promise.all(checked)))
  }
  return results
}

/**
 * @throws MedusaError NOT_FOUND;
 * NOT_ALLOWED where it needs no attention or another run works on it.
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
  if (causeOf(facts.attempt) === "order_half_done") {
    await keepOrder(container, id, shown)
  }
  await decideAgain(container, id)
}

/** A person decided that the half-done order stands. */
async function keepOrder(
  container: MedusaContainer,
  id: string,
  shown?: ShownAttempt
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  await withAdminLease(container, id, async () => {
    const facts = await ledger.adminActions.readFacts(id)
    checkShown(facts, shown)
    const { attempt } = facts
    await completeCartOfOrder(container, attempt).catch((error: unknown) => {
      throw error instanceof CoreLockHeld ? attemptBusy() : error
    })
    return attempt
  })
}

/**
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it is not underpaid or another run works on it.
 */
export async function acceptShortfall(
  container: MedusaContainer,
  id: string,
  actorId: string,
  shown?: ShownAttempt
): Promise<void> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  await ledger.adminActions.accept(id, actorId, shown)
  await decideAgain(container, id)
}

async function decideAgain(container: MedusaContainer, id: string) {
  const { result } = await settleCryptoPaymentWorkflow(container).run({
    input: { crypto_payment_id: id, ...ADMIN_SETTLING },
  })
  if (result.busy) throw attemptBusy()
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

export const resolveCryptoPaymentWorkflowId = "resolve-crypto-payment"

/**
 * `transaction_hash` is required for `refunded`, unless the whole amount is recorded as refunded.
 */
export type ResolveCryptoPaymentInput = {
  id: string
  kind: Resolution["kind"]
  note?: string | null
  /** Number of the order that was placed by hand for the payment. */
  order_number?: number | null
  transaction_hash?: string | null
  actor_id: string
  /** What that person decided about. */
  shown?: ShownAttempt
}

/** `booking_error`: why Medusa did not book a refund that is recorded. */
export type ResolveCryptoPaymentResult = Booking & { id: string }

/** Not undone when a later step fails: the admin's decision stands. */
const markResolvedStep = createStep(
  "mark-crypto-payment-resolved",
  async (input: ResolveCryptoPaymentInput, { container }) => {
    const { id, kind, note, order_number, transaction_hash } = input
    const { actor_id, shown } = input
    const resolved = await withAdminLease(container, id, async () => {
      const order = order_number
        ? await findOrder(container.resolve("query"), order_number)
        : null
      const resolution = {
        kind,
        note: note ?? null,
        order,
        transaction_hash: transaction_hash ?? null,
        by: actor_id,
      }
      const { event, sent } = await actUnlessOrderPlaced(
        container,
        id,
        ({ adminActions }, price_kind) =>
          adminActions.resolve(id, resolution, { price_kind, shown })
      )
      const booking_error = await bookRefunds(container, id)
      return { events: [event, sent], booking_error }
    })
    return new StepResponse(resolved)
  }
)

/**
 * Marks a payment that needs attention as resolved; one that was never confirmed is
 * closed, and still checked for late money. As `refunded`, one that Medusa captured
 * without an order is refunded in Medusa too, so that its cart can be paid again.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where it does not need attention or
 * another run works on it; INVALID_DATA for a refund without its transaction, or an order that
 * there is not.
 */
export const resolveCryptoPaymentWorkflow = createWorkflow(
  resolveCryptoPaymentWorkflowId,
  (input: ResolveCryptoPaymentInput) => {
    const { events, booking_error } = markResolvedStep(input)
    deliverCryptoPaymentEventStep(events)
    return new WorkflowResponse<ResolveCryptoPaymentResult>({
      id: input.id,
      booking_error,
    })
  }
)

async function findOrder(query: Query, display_id: number) {
  const orders = await findOrdersByNumber(query, display_id)
  const order = orders.find(
    ({ status, is_draft_order }) => !is_draft_order && status !== "canceled"
  )
  if (order) return { id: order.id, display_id }
  throw invalidData(
    `Order #${display_id} does not exist, is canceled, or is still a draft. Enter the number of the order that you placed for this payment.`
  )
}
