import type { MerchantOptions } from "../merchants/options"
import type { Attempt } from "../models/rows"
import { returnUrls } from "../opening/return-urls"
import { isSamePrice } from "../settling/authorization"
import { attemptPrice, type Price } from "../settling/price"
import { isPaidState } from "../attempts/states"

/** How a remainder is paid: all that distinguishes two attempts that ask for it. */
export type RemainderTerms = Pick<
  Attempt,
  "provider_id" | "flow" | "target_currency" | "success_url" | "fail_url"
>

/**
 * The hosted page by which an admin asks, since the customer may be gone from the checkout. It returns
 * to where the underpaid payment did; an inline one had no page to return from.
 */
export function remainderPage(
  first: Pick<
    Attempt,
    "provider_id" | "payment_session_id" | "success_url" | "fail_url"
  >,
  merchant: Pick<MerchantOptions, "successUrl" | "failUrl">
): RemainderTerms {
  const { provider_id, payment_session_id, success_url, fail_url } = first
  const flow = "widget"
  const terms = {
    provider: { flow },
    session_id: payment_session_id ?? "",
    success_url: success_url ?? undefined,
    fail_url: fail_url ?? undefined,
  } as const
  return {
    provider_id,
    flow,
    target_currency: null,
    ...returnUrls(terms, merchant),
  }
}

/** Whether a remainder is asked for by this attempt, and can be paid by it. */
export function isAsking({
  state,
  superseded_at,
}: Pick<Attempt, "state" | "superseded_at">): boolean {
  return superseded_at === null && isUnpaid(state)
}

/** Whether an attempt asks for this price: what is missing changes where more coins arrive. */
export function isPricedAt(
  attempt: Pick<Attempt, "amount" | "currency_code">,
  price: Price | null
): boolean {
  const own = attemptPrice(attempt)
  return own !== null && price !== null && isSamePrice(own, price)
}

/** The columns by which an attempt serves to pay a remainder, or does not. */
type Asking = Pick<
  Attempt,
  | "state"
  | "superseded_at"
  | "provider_id"
  | "flow"
  | "target_currency"
  | "crypto_currency"
  | "amount"
  | "currency_code"
>

/**
 * How a customer pays the remainder that an admin asked for: by the attempt that asks for it in
 * the same way and at the same price, else by a new one, which supersedes that. Coins may come to
 * both; the first that is confirmed completes the payment.
 * @param price what is missing now.
 * @param maxOpen how many of them may be open at the gateway, superseded ones too; but not a page
 * without a coin that the new one supersedes, since that is ended at the gateway.
 */
export function chooseRemainder<Remainder extends Asking>(
  remainders: readonly Remainder[],
  terms: Pick<RemainderTerms, "provider_id" | "flow" | "target_currency">,
  price: Price | null,
  maxOpen: number
): "not_asked" | "limit_reached" | { use: Remainder } | "create" {
  if (remainders.length === 0) return "not_asked"
  const asking = remainders.find(isAsking)
  const serves =
    asking?.provider_id === terms.provider_id &&
    asking.flow === terms.flow &&
    asking.target_currency === terms.target_currency &&
    isPricedAt(asking, price)
  if (asking && serves) return { use: asking }
  const isEnded = (each: Remainder) =>
    each === asking && each.flow === "widget" && each.crypto_currency === null
  const open = remainders.filter(
    (each) => isUnpaid(each.state) && !isEnded(each)
  )
  return open.length < maxOpen ? "create" : "limit_reached"
}

/**
 * The superseded attempt that asks again once the gateway refused the one that superseded it; none
 * where another one asks, it has ended, or something else is missing now.
 */
export function remainderToRestore<Remainder extends Asking & { id: string }>(
  remainders: readonly Remainder[],
  id: string,
  price: Price | null
): Remainder | undefined {
  if (remainders.some(isAsking)) return undefined
  return remainders.find(
    (each) => each.id === id && isUnpaid(each.state) && isPricedAt(each, price)
  )
}

function isUnpaid(state: Attempt["state"]): boolean {
  return state === "creating" || state === "open"
}

/**
 * The attempt of a remainder that its customer has to see: the one with a coin that asks for it, else
 * the newest with a coin. One without is a page that nobody used, and the next press of the customer
 * leads there.
 * @param remainders newest first.
 */
export function shownRemainder<
  Remainder extends Pick<
    Attempt,
    "state" | "superseded_at" | "crypto_currency"
  >,
>(remainders: readonly Remainder[]): Remainder | undefined {
  const withCoin = remainders.filter(
    ({ superseded_at, crypto_currency }) =>
      superseded_at === null && crypto_currency !== null
  )
  return withCoin.find(isAsking) ?? withCoin[0]
}

/**
 * What holds the money that a remainder was asked for, unless a person resolved that: nobody is to
 * pay it twice.
 */
export function paidPart<Part extends Pick<Attempt, "state" | "remainder_id">>(
  first: Part,
  remainders: readonly Part[]
): Part | undefined {
  if (first.remainder_id !== null) return first
  return remainders.find(
    ({ state }) => isPaidState(state) && state !== "resolved"
  )
}
