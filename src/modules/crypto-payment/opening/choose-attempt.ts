import type { GatewayError } from "../../../gateway"
import {
  invalidData,
  notAllowed,
  unexpectedState,
} from "../../../medusa-errors"
import type { AttentionReason } from "../attempts/states"
import type { ConfiguredProvider } from "../merchants/merchants"
import type { MerchantOptions } from "../merchants/options"
import type { Attempt } from "../models/crypto-payment"
import { type Price, sameAmount } from "../settling/money"

export type PaymentTerms = {
  provider: ConfiguredProvider
  session_id: string
  payment_collection_id: string
  cart_id: string | null
  price: Price
  /** Why no new gateway payment may be opened; `paid` is captured money. */
  not_payable: NotPayable | null
  target_currency: string | null
  is_test: boolean
  success_url?: string
  fail_url?: string
}

export function subjectOf(terms: PaymentTerms): string {
  return terms.cart_id ?? terms.payment_collection_id
}

export type Choice =
  { use: Attempt } | { already_paid: Attempt } | { revision: number }

/** Reasons under which a paid attempt can still become its cart's order. */
const SETTLEABLE: readonly (AttentionReason | null)[] = [
  "order_not_placed",
  "amount_mismatch",
  "unmatched",
]

/**
 * The same terms get the same attempt: a reload opens nothing at the gateway. Confirmed money comes
 * first: who paid an older page late need not pay the newer one, in whatever coin.
 * @param attempts newest revision first; finished ones may be left out.
 * @param highest the highest revision of all.
 */
export function chooseAttempt(
  attempts: readonly Attempt[],
  terms: PaymentTerms,
  highest: number
): Choice {
  const samePrice = attempts.filter((attempt) => hasPriceOf(attempt, terms))
  const alike = samePrice.filter((attempt) => isAlike(attempt, terms))
  const paid =
    alike.find(isPaidAndSettleable) ?? samePrice.find(isPaidAndSettleable)
  if (paid) {
    const reusable = alike.includes(paid) && paid.state !== "settled"
    return reusable ? { use: paid } : { already_paid: paid }
  }
  const serving = alike.find(canServe)
  if (serving) return { use: serving }
  return { revision: highest + 1 }
}

function hasPriceOf(attempt: Attempt, { price, is_test }: PaymentTerms) {
  return (
    attempt.amount !== null &&
    attempt.currency_code === price.currency_code &&
    sameAmount(attempt.amount, price.amount) &&
    attempt.is_test === is_test
  )
}

function isAlike(attempt: Attempt, terms: PaymentTerms): boolean {
  return (
    attempt.provider_id === terms.provider.provider_id &&
    attempt.flow === terms.provider.flow &&
    attempt.target_currency === terms.target_currency
  )
}

function isPaidAndSettleable({ state, attention_reason }: Attempt): boolean {
  switch (state) {
    case "paid":
    case "settled":
      return true
    case "attention":
      return SETTLEABLE.includes(attention_reason)
    case "creating":
    case "open":
    case "closed":
    case "resolved":
      return false
  }
}

/** Also at another price: nobody is to pay twice. Test coins count in test mode only. */
export function isPaidAlready(
  attempt: Pick<Attempt, "state" | "is_test" | "resolution">,
  testMode: boolean
): boolean {
  const { state, is_test, resolution } = attempt
  if (is_test === true && !testMode) return false
  return (
    state === "paid" ||
    state === "attention" ||
    resolution?.kind === "order_placed_by_hand"
  )
}

function canServe({ state, superseded_at }: Attempt): boolean {
  return superseded_at === null && (state === "creating" || state === "open")
}

/** By `paymentWindowMinutes`, since contract §8 has no field for it; null when nothing is open. */
export function expiresAt(
  { opened_at, state }: Pick<Attempt, "opened_at" | "state">,
  { paymentWindowMinutes }: Pick<MerchantOptions, "paymentWindowMinutes">
): Date | null {
  if (state !== "open" || !opened_at || paymentWindowMinutes === undefined) {
    return null
  }
  return new Date(opened_at.getTime() + paymentWindowMinutes * 60_000)
}

/** Inline payments leave no page. Who pays may have only a link, so no cart's id is filled in. */
export function returnUrls(
  terms: Pick<
    PaymentTerms,
    "provider" | "session_id" | "success_url" | "fail_url"
  >,
  merchant: Pick<MerchantOptions, "successUrl" | "failUrl">
): Pick<Attempt, "success_url" | "fail_url"> {
  if (terms.provider.flow !== "widget") {
    return { success_url: null, fail_url: null }
  }
  const id = encodeURIComponent(terms.session_id)
  const fill = (url: string | undefined) =>
    url ? url.replaceAll("{payment_session_id}", id) : null
  return {
    success_url: fill(terms.success_url ?? merchant.successUrl),
    fail_url: fill(terms.fail_url ?? merchant.failUrl),
  }
}

/** The error for the storefront. What the gateway answered stands in the timeline. */
export function openingFailed({ code, kind }: GatewayError) {
  const coinFault = COIN_FAULTS.get(code ?? "")
  if (coinFault) {
    return invalidData(notOpened(`${coinFault}. Choose another coin`))
  }
  switch (kind) {
    case "validation":
    case "not_found":
      return invalidData(notOpened("the gateway rejected it"))
    case "authentication":
    case "unexpected_answer":
      return unexpectedState(
        notOpened("the gateway is not configured correctly")
      )
    case "rate_limited":
    case "server":
    case "outcome_unknown":
      return unexpectedState(
        notOpened("the gateway did not answer. Try again in a moment")
      )
  }
}

function notOpened(why: string): string {
  return `The crypto payment could not be opened: ${why}.`
}

/** What is wrong with a coin, by the gateway's code: nothing was created. */
export const COIN_FAULTS: ReadonlyMap<string, string> = new Map([
  ["WALLET_NOT_FOUND", "this store has no wallet for the chosen coin"],
  ["CURRENCY_NOT_FOUND", "the gateway does not know the chosen coin"],
])

/** The request is already paid; a second payment would cost the shopper money. */
export function alreadyPaid(attempt: Attempt) {
  return notAllowed(
    attempt.state === "settled"
      ? "This is already paid in crypto. Nothing is left to pay."
      : "A crypto payment for this was already received. Please do not pay again: reload the checkout to see how it stands."
  )
}

type NotPayable = keyof typeof SENTENCES

export function notPayable(not_payable: NotPayable) {
  return notAllowed(SENTENCES[not_payable])
}

const SENTENCES = {
  completed:
    "The order for this cart is already placed. It cannot be paid again.",
  cart_deleted: "This cart no longer exists. It cannot be paid.",
  canceled: "This order is canceled. It cannot be paid any more.",
  paid: "This is already paid. Nothing is left to pay.",
  too_late:
    "The time to pay for this order is over. Contact the store if you still want it.",
  not_due:
    "The amount due for this order has changed. Ask the store for a new payment link.",
  not_offered:
    "This store does not offer crypto payment here. Choose another way to pay.",
} as const

export function tooManyOpen() {
  return notAllowed(
    "Too many crypto payments are open for this cart. Pay one of them, or wait until they expire and try again."
  )
}

export type Unfit = "wrong_test_mode" | "no_address"

export function unfitPayment(
  unfit: Unfit,
  { is_test, provider }: Pick<PaymentTerms, "is_test" | "provider">
) {
  const faults: Record<Unfit, string> = {
    wrong_test_mode: is_test
      ? "created a live payment for a test payment"
      : "created a test payment for a live payment",
    no_address:
      provider.flow === "h2h"
        ? "returned no address or amount. Choose another coin"
        : "returned no checkout page. Try again in a moment",
  }
  return unexpectedState(notOpened(`the gateway ${faults[unfit]}`))
}

/** Each revision that was tried exists at the gateway with another price. */
export function noFreeExternalId(subject: string) {
  return unexpectedState(
    notOpened(`the gateway already knows other payments for ${subject}`)
  )
}
