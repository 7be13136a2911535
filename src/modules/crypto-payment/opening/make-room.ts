import {
  type GatewayClient,
  isGatewayError,
  type Payment,
  paymentOutcome,
} from "../../../gateway"
import type { Attempt } from "../models/rows"
import type { Subject } from "../attempts/rows"
import { mayEndAtGateway } from "../attempts/superseded"
import { observe } from "../attempts/observation"
import type CryptoPaymentModuleService from "../service"
import { applyPayment } from "./gateway-payment"

const CALL = { timeoutMs: 3_000, maxAttempts: 1 }

/** Superseded attempts that one opening tries to end, beside the oldest other. */
const MAX_SUPERSEDED = 2

/** An attempt that may have ended by itself is read no more often than this. */
const READ_EVERY_SECONDS = 60

/**
 * `ended`: not open any more, maybe paid. `not_endable`: its coin was chosen, or its gateway does
 * not know it. `unavailable`: the gateway ends no payments, or does not answer.
 */
type Ending = "ended" | "not_endable" | "unavailable"

/**
 * Ends the oldest attempt of a subject that waits for a coin, so that another can be opened within
 * `maxOpenAttempts`. It is superseded first: no session is attached to a payment that is about to
 * end, and the job expires what a crash leaves here. False when none could be ended.
 */
export async function makeRoom(
  ledger: CryptoPaymentModuleService,
  subject: Subject
): Promise<boolean> {
  const endable = await ledger.attempts.findEndable(subject, MAX_SUPERSEDED)
  for (const each of endable) {
    const ending = await attemptEnding(ledger, each, end)
    if (ending === "ended") return true
    // The others would fail too, and could serve no session after it.
    if (ending === "unavailable") return false
  }
  const unread = await ledger.attempts.findLongestUnread(subject)
  const mayRead =
    unread && (await ledger.dueQueue.mayRead(unread.id, READ_EVERY_SECONDS))
  return mayRead
    ? (await attemptEnding(ledger, unread, readAgain)) === "ended"
    : false
}

type EndingTry = (
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  gateway: GatewayClient,
  id: string
) => Promise<Ending>

async function attemptEnding(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  tryToEnd: EndingTry
): Promise<Ending> {
  const provider = ledger.merchants.provider(attempt.provider_id)
  const id = attempt.gateway_payment_id
  if (!provider || !id) return "not_endable"
  const gateway = ledger.merchants.gateway(provider.merchantKey)
  try {
    return await tryToEnd(ledger, attempt, gateway, id)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    return error.kind === "not_found" ? "not_endable" : "unavailable"
  }
}

const end: EndingTry = async (ledger, read, gateway, id) => {
  const attempt =
    read.superseded_at === null
      ? await ledger.attempts.supersede(read, "session")
      : read
  // A session was attached to it meanwhile.
  if (!attempt) return "not_endable"
  // Marks it as read, so that the next opening begins with another one.
  await ledger.dueQueue.mayRead(attempt.id, 0)
  const before = await gateway.getPayment({ id }, CALL)
  if (!mayEndAtGateway({ ...before, flow: attempt.flow })) {
    return await record(ledger, attempt, before)
  }
  const result = await gateway.expirePayment({ id }, CALL)
  if (!result.expired) {
    await noteNotExpired(ledger, attempt, result.reason)
    if (result.reason === "not_supported") return "unavailable"
  }
  // A coin may have been chosen meanwhile, or another opening ended it.
  const after = await gateway.getPayment({ id }, CALL)
  const ending = await record(ledger, attempt, after)
  return ending === "ended" ? "ended" : "unavailable"
}

const readAgain: EndingTry = async (ledger, attempt, gateway, id) =>
  await record(ledger, attempt, await gateway.getPayment({ id }, CALL))

async function record(
  ledger: CryptoPaymentModuleService,
  attempt: Attempt,
  payment: Payment
): Promise<Ending> {
  if (paymentOutcome(payment.status) !== "open") {
    await applyPayment(ledger, attempt, payment)
    return "ended"
  }
  const observation = observe(attempt, payment, "poll")
  await ledger.observations.record(attempt.id, observation)
  return "not_endable"
}

/** Names in the timeline, once, why a superseded payment is still open at the gateway. */
export async function noteNotExpired(
  ledger: CryptoPaymentModuleService,
  { id }: Attempt,
  reason: string
): Promise<void> {
  await ledger.timeline.append(id, {
    type: "not_expired",
    source: "gateway",
    fact: `not_expired:${reason}`,
    data: { reason },
  })
}
