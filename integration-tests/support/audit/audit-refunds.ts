import type {
  LedgerRefund,
  LedgerRequest,
  LedgerRow,
  MedusaPayment,
} from "./books"
import { isMore, isSameAmount, rounded, share, subtract, sum } from "./decimal"
import { type Index, isCrypto } from "./index-books"
import type { Rule, Violation } from "./report"

/** What was sent back, in the ledger and in Medusa, to the last digit. */
export function auditRefunds(index: Index): Violation[] {
  return [
    ...index.books.payments
      .filter(isCrypto)
      .flatMap((payment) => [...unrecorded(index, payment)]),
    ...index.books.refunds.flatMap((refund) => [
      ...unbooked(index, refund),
      ...unrequested(index, refund),
    ]),
    ...index.books.ledger.flatMap((row) => tooMuch(index, row)),
    ...index.books.requests.flatMap((request) => auditRequest(index, request)),
  ]
}

/** Each refund of Medusa is one that was recorded of a price. */
function unrecorded(index: Index, payment: MedusaPayment): Violation[] {
  const { refunds } = index.books
  return payment.refunds.flatMap(({ id, amount, note }) => {
    const own = refunds.filter(({ refund_id }) => refund_id === id)
    const [named] = /cpayref_\w+/.exec(note ?? "") ?? []
    // The record was lost with the ledger.
    if (named && refunds.every((each) => each.id !== named)) return []
    const isRight =
      own.length === 1 &&
      own[0].kind === "price" &&
      isSameAmount(rounded(amount, payment.currency_code), own[0].amount)
    return isRight
      ? []
      : violation(
          index,
          "refund_not_recorded",
          own[0]?.crypto_payment_id ?? null,
          `${id} of ${amount} is recorded as [${own.map((each) => `${each.id} ${each.kind} ${each.amount}`).join()}]`
        )
  })
}

/**
 * Each refund of a price is shown once by Medusa's payment and by the order that holds it; none of a
 * surplus is.
 */
function unbooked(index: Index, refund: LedgerRefund): Violation[] {
  const { id, kind, refund_id, crypto_payment_id } = refund
  const row = index.books.ledger.find((each) => each.id === crypto_payment_id)
  if (refund_id === null) {
    return kind === "price" && row?.state === "settled"
      ? violation(
          index,
          "refund_not_booked",
          crypto_payment_id,
          `${id} of ${refund.amount} was never booked`
        )
      : []
  }
  const order = index.books.orders.find((each) => each.id === row?.order_id)
  const shows = order?.transactions.filter(
    (each) => each.reference_id === refund_id
  )
  if (shows && kind === "price") {
    const isRight =
      shows.length === 1 && isSameAmount(shows[0].amount, `-${refund.amount}`)
    if (!isRight) {
      return violation(
        index,
        "refund_not_in_order",
        crypto_payment_id,
        `${id} of ${refund.amount} is shown as [${shows.map(({ amount }) => amount).join()}]`
      )
    }
  }
  const shown = index.books.payments.some(({ refunds }) =>
    refunds.some((each) => each.id === refund_id)
  )
  return shown && kind === "price"
    ? []
    : violation(
        index,
        "refund_not_booked",
        crypto_payment_id,
        `${id} (${kind}) is booked as ${refund_id}`
      )
}

function tooMuch(index: Index, row: LedgerRow): Violation[] {
  const refunds = index.books.refunds.filter(
    ({ crypto_payment_id }) => crypto_payment_id === row.id
  )
  const ofKind = (kind: string) => refunds.filter((each) => each.kind === kind)
  const promised = index.books.requests.filter(
    ({ crypto_payment_id, kind, state }) =>
      crypto_payment_id === row.id &&
      kind === "price" &&
      (state === "waiting_for_address" || state === "address_entered")
  )
  const paid = broughtBy(index, row)
  const price = sum(
    [...ofKind("price"), ...promised].map(({ amount }) => amount)
  )
  const surplus = sum(
    ofKind("surplus").map(({ crypto_amount }) => crypto_amount ?? "0")
  )
  const { quoted_crypto_amount, received_crypto_amount } = row
  const over =
    quoted_crypto_amount === null || received_crypto_amount === null
      ? "0"
      : subtract(received_crypto_amount, quoted_crypto_amount)
  const nameless = ofKind("surplus").filter(
    ({ crypto_amount }) => crypto_amount === null
  )
  return [
    ...(paid !== null && isMore(price, paid)
      ? violation(
          index,
          "refunded_too_much",
          row.id,
          `${price} of ${paid} ${row.currency_code} were sent back or promised`
        )
      : []),
    ...(isMore(surplus, isMore(over, "0") ? over : "0") || nameless.length > 0
      ? violation(
          index,
          "refunded_too_much",
          row.id,
          `${surplus} coins of a surplus of ${over} were sent back`
        )
      : []),
  ]
}

/** The price, or its part that arrived where too little did and nobody accepted that. */
function broughtBy(index: Index, row: LedgerRow): string | null {
  const paid = index.gatewayPaymentOf(row)?.original_amount ?? row.amount
  const { quoted_crypto_amount: quoted, received_crypto_amount: received } = row
  const isShort =
    !row.was_settled && quoted && received && isMore(quoted, received)
  if (!paid || !isShort || !row.currency_code) return paid
  return rounded(share(paid, received, quoted), row.currency_code)
}

/** A refund of a request names one that was sent. */
function unrequested(index: Index, refund: LedgerRefund): Violation[] {
  const { id, request_id, crypto_payment_id } = refund
  if (request_id === null) return []
  const request = index.books.requests.find((each) => each.id === request_id)
  return request?.state === "sent"
    ? []
    : violation(
        index,
        "request_without_refund",
        crypto_payment_id,
        `${id} names ${request_id}, which is ${request?.state ?? "not there"}`
      )
}

/** One that was sent is exactly one refund, and has a transaction of its own. */
function auditRequest(index: Index, request: LedgerRequest): Violation[] {
  const { id, state, crypto_payment_id } = request
  const refunds = index.books.refunds.filter(
    ({ request_id }) => request_id === id
  )
  if (state !== "sent") return []
  const isRight = refunds.length === 1 && isRefundOf(refunds[0], request)
  const twice = index.books.requests.filter(
    (each) =>
      each.state === "sent" &&
      each.crypto_currency === request.crypto_currency &&
      folded(each.transaction_hash) === folded(request.transaction_hash)
  )
  return [
    ...(isRight
      ? []
      : violation(
          index,
          "request_without_refund",
          crypto_payment_id,
          `${id} of ${request.amount} was sent as [${refunds.map((each) => `${each.id} ${each.amount}`).join()}]`
        )),
    ...(twice.length > 1
      ? violation(
          index,
          "transaction_used_twice",
          crypto_payment_id,
          `${twice.map((each) => each.id).join()}: ${request.transaction_hash}`
        )
      : []),
  ]
}

function isRefundOf(refund: LedgerRefund, request: LedgerRequest): boolean {
  return (
    refund.crypto_payment_id === request.crypto_payment_id &&
    refund.kind === request.kind &&
    refund.currency_code === request.currency_code &&
    refund.transaction_hash === request.transaction_hash &&
    isSameAmount(refund.amount, request.amount) &&
    isSameAmount(refund.crypto_amount ?? "", request.crypto_amount ?? "")
  )
}

/** Hexadecimal digits are the same in either case. */
function folded(hash: string | null): string | null {
  return /^(0x)?[0-9a-f]+$/i.test(hash ?? "")
    ? String(hash).toLowerCase().replace(/^0x/, "")
    : hash
}

function violation(
  index: Index,
  rule: Rule,
  id: string | null,
  finding: string
): Violation[] {
  const row = index.books.ledger.find((each) => each.id === id)
  return [
    {
      rule,
      gatewayPaymentId: row?.gateway_payment_id ?? null,
      orderId: row?.order_id ?? null,
      finding: `${id ?? "no payment"}: ${finding}`,
    },
  ]
}
