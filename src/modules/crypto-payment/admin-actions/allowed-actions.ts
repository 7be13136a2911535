import { createHash } from "node:crypto"
import { ADMIN_ACTIONS, type AdminAction } from "./actions"
import { isPositive } from "../../../coins/decimal"
import { changedMeanwhile, notAllowed } from "../../../medusa-errors"
import { awaitsAcceptance, needsAttention } from "../attempts/states"
import type {
  AttemptState,
  AttentionFact,
  AttentionReason,
  Blocker,
  RefundKind,
} from "../column-values"
import type { Attempt, Refund } from "../models/crypto-payment"
import {
  type GivenBack,
  isOfPrice,
  priceLeft,
  refundablePrice,
  surplusLeft,
} from "../refunds/limits"
import { attentionFactOf, waysOf } from "../settling/attention-fact"
import { describePrice, isSettledMoney, paidPrice } from "../settling/money"

type RecordedRefunds = readonly Pick<
  Refund,
  "kind" | "amount" | "crypto_amount" | "booked_at"
>[]

export type OpenRequest = GivenBack & { id: string; currency_code: string }

export type ActionFacts = {
  attempt: Attempt
  refunds: RecordedRefunds
  requests: readonly OpenRequest[]
}

export type ShownAttempt = { version: number }

/** A decision is about these, and about the refunds and requests. */
const DECIDED_ABOUT = [
  "state",
  "attention_reason",
  "order_id",
  "amount",
  "currency_code",
  "gateway_amount",
  "gateway_currency",
  "crypto_currency",
  "quoted_crypto_amount",
  "received_crypto_amount",
] as const satisfies (keyof Attempt)[]

/** 48 bits, which are a safe integer in JSON. */
const VERSION_DIGITS = 12

type DecidedFacts = {
  attempt: Pick<Attempt, (typeof DECIDED_ABOUT)[number]>
  refunds: readonly Pick<Refund, "id">[]
  requests: readonly { id: string; state: string }[]
}

/**
 * The number is another one once a decided part of the attempt, its refunds or a request changed.
 */
export function versionOf({
  attempt,
  refunds,
  requests,
}: DecidedFacts): number {
  const parts = [
    DECIDED_ABOUT.map((column) => attempt[column]),
    refunds.map(({ id }) => id),
    requests.map(({ id, state }) => [id, state]),
  ]
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest("hex")
  return parseInt(hash.slice(0, VERSION_DIGITS), 16)
}

/** Not while a refund is promised: the money would be used twice. */
const USES_THE_MONEY: readonly AdminAction[] = [
  "accept",
  "retry_order",
  "allocate_items",
  "resolve",
]

/** What was found, or what keeps the order from being placed. */
type Cause = Exclude<AttentionFact["type"], "blocked"> | Blocker

const GIVE_BACK = ["request_refund", "resolve"] as const

/** Where the cause is not known; else by that. */
const USUAL: Readonly<Record<AttentionReason, readonly AdminAction[]>> = {
  amount_mismatch: GIVE_BACK,
  duplicate_payment: ["request_refund"],
  order_not_placed: ["retry_order"],
  unmatched: ["resolve"],
  test_mode_mismatch: ["resolve"],
  late_payment: ["request_refund"],
  unknown_status: ["check"],
  underpaid: ["accept", "request_refund"],
  received_amount_unknown: ["accept", "request_refund"],
}

/** Where nothing else is allowed. */
const LAST = ["resolve", "check"] as const

/** What may be done now: the one rule of what the admin offers and the API refuses. */
export function allowedActions(facts: ActionFacts): AdminAction[] {
  return ADMIN_ACTIONS.filter(
    (action) => isAllowed(action, facts) && !isIdle(action, facts)
  )
}

/** What resolves a payment that needs attention, most likely first: what its box offers. */
export function waysOut(facts: ActionFacts): AdminAction[] {
  const { attempt } = facts
  const { attention_reason: reason } = attempt
  const fact = attentionFactOf(attempt)
  if (!reason || !needsAttention(attempt)) return []
  const likely = (fact && waysOf(fact)) ?? USUAL[reason]
  const allowed = likely.filter((action) => isAllowed(action, facts))
  if (allowed.length > 0 || promisedRefund(facts.requests)) return allowed
  return LAST.filter((action) => isAllowed(action, facts)).slice(0, 1)
}

/** The one action that the payment most likely needs; null where nothing likely is allowed. */
export function primaryAction(facts: ActionFacts): AdminAction | null {
  const { attempt } = facts
  // Whether it is enough is for the merchant to say.
  if (attempt.attention_reason === "underpaid" && awaitsAcceptance(attempt)) {
    return null
  }
  const [likely = null] = waysOut(facts)
  if (attempt.attention_reason && needsAttention(attempt)) return likely
  const usual = attempt.state === "settled" ? "request_refund" : "check"
  return isAllowed(usual, facts) ? usual : null
}

export function causeOf(attempt: Attempt): Cause | undefined {
  const fact = attentionFactOf(attempt)
  return fact?.type === "blocked" ? fact.blocker : fact?.type
}

/** Accepted, since it may have changed meanwhile, but nothing comes of it. */
function isIdle(action: AdminAction, { attempt }: ActionFacts): boolean {
  return (
    (action === "check" && attempt.state === "settled") ||
    (action === "retry_order" && awaitsAcceptance(attempt))
  )
}

function isAllowed(action: AdminAction, facts: ActionFacts): boolean {
  const { attempt, refunds, requests } = facts
  if (USES_THE_MONEY.includes(action) && promisedRefund(facts.requests)) {
    return false
  }
  const sentBack = refunds.some(isOfPrice)
  switch (action) {
    case "check":
      return attempt.gateway_payment_id !== null
    case "accept":
      return awaitsAcceptance(attempt) && !sentBack
    case "retry_order":
      return attempt.state === "attention" && !isForNoOrder(attempt)
    case "allocate_items":
      return attempt.state === "attention" && isUnreserved(attempt)
    case "resolve":
      return needsAttention(attempt)
    case "record_refund":
      return mayRecordRefund(attempt, refunds)
    case "request_refund":
      return mayRequestRefund(attempt, [...refunds, ...requests])
  }
}

/**
 * No order comes of money for an order that is paid or canceled;
 * a check finds out where that changed.
 */
function isForNoOrder(attempt: Attempt): boolean {
  const { attention_reason: reason } = attempt
  return (
    reason === "duplicate_payment" ||
    reason === "late_payment" ||
    causeOf(attempt) === "orphaned_order" ||
    isUnreserved(attempt)
  )
}

/** The plugin reserves what is there; a person allocates the rest in Medusa's admin. */
function isUnreserved(attempt: Attempt): boolean {
  return causeOf(attempt) === "stock_not_reserved"
}

/**
 * A request of the price that is open. While there is one, a payment that needs attention waits for
 * no decision.
 */
export function promisedRefund<Request extends { kind: RefundKind }>(
  requests: readonly Request[]
): Request | undefined {
  return requests.find(isOfPrice)
}

/** Also to finish the booking of a recorded one, by recording the same refund again. */
function mayRecordRefund(attempt: Attempt, refunds: RecordedRefunds): boolean {
  const { state } = attempt
  const left = priceLeft(attempt, refunds)
  if (!left || !mayGiveBack(attempt)) return false
  const unbooked = refunds
    .filter(isOfPrice)
    .some(({ booked_at }) => booked_at === null)
  return (
    isPositive(left.amount) ||
    surplusLeft(attempt, refunds) !== null ||
    (state === "settled" && unbooked)
  )
}

/**
 * Also of one that was settled, and resolved after it needed attention: its order has the money.
 */
function mayGiveBack(attempt: Attempt): boolean {
  const { state } = attempt
  if (state === "resolved") return isSettledMoney(attempt)
  return state === "settled" || state === "attention"
}

function mayRequestRefund(
  attempt: Attempt,
  given: readonly GivenBack[]
): boolean {
  const { crypto_currency } = attempt
  return (
    mayGiveBack(attempt) &&
    crypto_currency !== null &&
    (isPositive(priceLeft(attempt, given)?.amount ?? "0") ||
      surplusLeft(attempt, given) !== null)
  )
}

/** `shown` is unset where code decides. @throws MedusaError NOT_ALLOWED with the code `changed`. */
export function checkShown(
  facts: DecidedFacts,
  shown: ShownAttempt | undefined
): void {
  if (!shown || shown.version === versionOf(facts)) return
  const { attempt, refunds, requests } = facts
  const { state, attention_reason } = attempt
  const reason = state === "attention" ? ` (${attention_reason}).` : "."
  const isRefunding = refunds.length > 0 || requests.length > 0
  const given = isRefunding
    ? ` Refunds: ${refunds.length} recorded, ${requests.length} requested.`
    : ""
  const now = IN_WORDS[state].replace(/\.$/, reason) + given
  throw changedMeanwhile(
    `${now} That changed after it was shown to you, so nothing was done. Load it again before you decide.`
  )
}

/** @throws MedusaError NOT_ALLOWED, with the reason, for what may not be done now. */
export function checkAllowed(action: AdminAction, facts: ActionFacts): void {
  if (isAllowed(action, facts)) return
  const request = promisedRefund(facts.requests)
  if (request && isAllowed(action, { ...facts, requests: [] })) {
    throw refundPromised(request)
  }
  throw refuseAction(action, facts.attempt)
}

export function refundPromised(request: OpenRequest): Error {
  return notAllowed(
    `A refund request of ${describePrice(request)} is open (${request.id}). Send it, or revoke it first.`
  )
}

export function refuseAction(action: AdminAction, attempt: Attempt): Error {
  return notAllowed(sentence(action, attempt))
}

function sentence(action: AdminAction, attempt: Attempt): string {
  const { state } = attempt
  switch (action) {
    case "check":
      return "This payment was never opened at the gateway, so there is nothing to check."
    case "accept":
      return awaitsAcceptance(attempt)
        ? "A refund of this payment is recorded, so it cannot be accepted."
        : `${IN_WORDS[state]} Only an underpaid payment that needs attention can be accepted.`
    case "retry_order":
      return state === "attention"
        ? "What this payment is for was already ordered, paid, canceled or deleted, so no order can come of it. Check it again, or send the money back."
        : `${IN_WORDS[state]} An order can only be tried again for a payment that needs attention.`
    case "allocate_items":
      return `${IN_WORDS[state]} Items are allocated on the page of its order.`
    case "resolve":
      return `${IN_WORDS[state]} Only a payment that needs attention can be marked as resolved.`
    case "record_refund":
      if (state !== "settled" && state !== "attention") {
        return `${IN_WORDS[state]} A refund can only be recorded for a payment that is settled or needs attention.`
      }
      if (!isPositive(refundablePrice(attempt)?.amount ?? "1")) {
        return "What arrived is worth less than the smallest unit of the currency, so no refund can be recorded. Mark it as resolved instead."
      }
      return paidPrice(attempt)
        ? "The whole amount of this payment is recorded as refunded already."
        : "The price of this payment is unknown, so no refund can be recorded. Mark it as resolved instead."
    case "request_refund":
      if (state !== "settled" && state !== "attention") {
        return `${IN_WORDS[state]} A refund can only be requested for a payment that is settled or needs attention.`
      }
      if (attempt.crypto_currency === null) {
        return "This payment does not name its coin, so no refund can be requested. Check the payment first."
      }
      return paidPrice(attempt)
        ? "The whole amount of this payment is refunded or requested already."
        : "The price of this payment is unknown, so no refund can be requested. Mark it as resolved instead."
  }
}

const IN_WORDS: Readonly<Record<AttemptState, string>> = {
  creating: "This payment is not open yet.",
  open: "This payment is not paid yet.",
  paid: "This payment is paid, and its order is being placed.",
  settled: "This payment is settled.",
  attention: "This payment needs attention.",
  resolved: "This payment was resolved.",
  closed: "This payment ended unpaid.",
}
