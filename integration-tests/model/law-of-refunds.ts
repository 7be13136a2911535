import type { Attempt } from "../../src/modules/crypto-payment/internal"
import { openRequestsOf, refundsOf, remaindersOf } from "./ledger-parts"
import { dueCoins, isConfirmed, shortCoins } from "./gateway"
import type { Payment, Shop } from "./shop"

/** What holds at any time of refunds, requests and payments in two parts. */
export function faultsOfRefunds(shop: Shop): string[] {
  return [
    ...shop.requests.flatMap(({ id }) => faultsOfRequest(shop, id)),
    ...shop.attempts.flatMap((attempt) => [
      ...faultsOfSum(shop, attempt),
      ...faultsOfRemainders(shop, attempt),
    ]),
  ]
}

/** A request that was sent is exactly one refund, of its amount; another one is none. */
function faultsOfRequest(shop: Shop, id: string): string[] {
  const refunds = shop.refunds.filter(({ request_id }) => request_id === id)
  const request = shop.requests.find((each) => each.id === id)
  const isRight =
    request?.state === "sent"
      ? refunds.length === 1 &&
        Number(refunds[0].amount) === Number(request.amount)
      : refunds.length === 0
  if (isRight) return []
  const amounts = refunds.map(({ amount }) => amount).join(" and ")
  return [`${id} (${request?.state}) was sent as [${amounts}]`]
}

/** No more is sent back and promised together than the payment brought for its own part. */
function faultsOfSum(shop: Shop, attempt: Attempt): string[] {
  const given = [
    ...refundsOf(shop, attempt.id),
    ...openRequestsOf(shop, attempt.id),
  ]
  if (given.length === 0) return []
  const sum = given.reduce((total, { amount }) => total + Number(amount), 0)
  // Without its quote nobody knows what the coins are worth: all of them are the limit then.
  const isQuoted = attempt.quoted_crypto_amount !== null
  const arrived =
    isQuoted && isJudgedByCoins(attempt)
      ? Number(shortCoins) / Number(dueCoins)
      : 1
  const own =
    Number(attempt.amount) * arrived - Number(attempt.remainder_amount ?? 0)
  return sum <= own + 0.005
    ? []
    : [`${sum} of ${attempt.id} are sent back or promised, of ${own}`]
}

/** Whatever its reason says; an order that was settled is paid in full. */
function isJudgedByCoins(attempt: Attempt): boolean {
  const { settled_at, received_crypto_amount, remainder_id } = attempt
  return (
    settled_at === null &&
    received_crypto_amount === shortCoins &&
    remainder_id === null
  )
}

/** One remainder is asked for at a time, and one confirmed remainder completes a payment. */
function faultsOfRemainders(
  shop: Shop,
  { id, remainder_id }: Attempt
): string[] {
  const remainders = remaindersOf(shop, id)
  const asked = remainders.filter(
    ({ state, superseded_at }) =>
      superseded_at === null && (state === "creating" || state === "open")
  )
  const faults = asked.length > 1 ? [`${id} asks for its remainder twice`] : []
  if (remainder_id === null) return faults
  const money = shop.gateway.find(
    (each) =>
      each.id ===
      remainders.find((remainder) => remainder.id === remainder_id)
        ?.gateway_payment_id
  )
  if (!money || !isConfirmed(money.statuses)) {
    faults.push(`${id} was completed by ${remainder_id}, which is not paid`)
  }
  return faults
}

/** The captures of a payment, each in its own part: none twice, and none that nobody paid. */
export function faultsOfParts(shop: Shop, payment: Payment): string[] {
  const attempt = shop.attempts.find(
    ({ authorized_session_id }) => authorized_session_id === payment.session_id
  )
  const ascending = (one: number, other: number) => one - other
  const amounts = payment.captures
    .map(({ amount }) => Number(amount))
    .sort(ascending)
  const whole = Number(payment.amount)
  const remainder = Number(attempt?.remainder_amount ?? 0)
  const parts =
    remainder === 0 ? [whole] : [whole - remainder, remainder].sort(ascending)
  const isIn = (amount: number, part: number) => Math.abs(amount - part) < 0.005
  // Before all of them are there, the first may be either.
  const isPart =
    amounts.length === parts.length
      ? amounts.every((amount, at) => isIn(amount, parts[at]))
      : amounts.length < parts.length &&
        amounts.every((amount) => parts.some((part) => isIn(amount, part)))
  const isWhole = !payment.captured_at || amounts.length === parts.length
  return isPart && isWhole
    ? []
    : [`${payment.id} has the captures [${amounts.join()}] of ${parts.join()}`]
}

/** A remainder is settled with the order of the payment that it completes, and with no other. */
export function faultsOfSettledRemainder(
  shop: Shop,
  remainder: Attempt
): string[] {
  const first = shop.attempts.find(({ id }) => id === remainder.remainder_of)
  const isSame =
    first?.state === "settled" &&
    first.remainder_id === remainder.id &&
    first.order_id === remainder.order_id &&
    first.payment_id === remainder.payment_id
  return isSame
    ? []
    : [
        `${remainder.id} is settled, and ${remainder.remainder_of} (${first?.state}) without it`,
      ]
}
