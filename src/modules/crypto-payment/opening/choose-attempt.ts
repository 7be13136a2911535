import type { MedusaError } from "@medusajs/framework/utils"
import { notAllowed } from "../../../medusa-errors"
import type { AttentionReason, Price } from "../column-values"
import type { ConfiguredProvider } from "../merchants/merchants"
import type { MerchantOptions } from "../merchants/options"
import type { Attempt } from "../models/crypto-payment"
import { sameAmount } from "../settling/money"

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
 * @param attempts newest revision first
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

type NotPayable = keyof typeof SENTENCES

export function notPayable(not_payable: NotPayable): MedusaError {
  return notAllowed(SENTENCES[not_payable])
}

const SENTENCES = {
  completed:
    "The order for this cart is already placed. It cannot be paid again.",
  left_cart: "This checkout is out of date. Load it again.",
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
