import { type Books, isCrypto, type LedgerRow } from "./books"
import {
  isMore,
  isSameAmount,
  rounded,
  share,
  subtract,
  sum,
  sumOf,
} from "./decimal"
import type { Tables } from "./read-books"
import { type Finding, rulesOf, type Subject } from "./rule"

type Refund = Tables["refunds"][number]
type Request = Tables["requests"][number]

/** What was sent back, in the ledger and in Medusa, to the last digit. */
export const REFUND_RULES = [
  ...rulesOf(
    (books) =>
      books.payments.filter(isCrypto).flatMap((payment) =>
        payment.refunds.map((refund) => ({
          of: { ...refund, currency_code: payment.currency_code },
          name: refund.id,
          orderId: books.orderOf(payment)?.id,
        }))
      ),
    {
      /** Each refund of Medusa is one that was recorded of a price. */
      refund_not_recorded: ({ id, amount, note, currency_code }, books) => {
        const recorded = books.refunds.filter((each) => each.refund_id === id)
        const [named] = /cpayref_\w+/.exec(note ?? "") ?? []
        // The record was lost with the ledger.
        if (named && books.refunds.every((each) => each.id !== named)) return
        const isRight =
          recorded.length === 1 &&
          recorded[0].kind === "price" &&
          isSameAmount(rounded(amount, currency_code), recorded[0].amount)
        return !isRight && `${amount}, recorded: ${JSON.stringify(recorded)}`
      },
    }
  ),

  ...rulesOf((books) => subjectsOf(books, books.refunds), {
    /** Each refund of a price is shown by Medusa's payment; none of a surplus is. */
    refund_not_booked: ({ kind, refund_id, crypto_payment_id }, books) => {
      if (refund_id === null) {
        const row = books.row(crypto_payment_id)
        return kind === "price" && row?.state === "settled"
      }
      const isShown = books.payments.some(({ refunds }) =>
        refunds.some(({ id }) => id === refund_id)
      )
      return !(isShown && kind === "price")
    },

    /** … and once, with its amount, by the order that holds it. */
    refund_not_in_order: (refund, books) => {
      const { kind, refund_id, crypto_payment_id, amount } = refund
      const row = books.row(crypto_payment_id)
      const order = books.order(row?.order_id ?? null)
      if (refund_id === null || kind !== "price" || !order) return
      const shown = order.transactions.filter(
        ({ reference_id }) => reference_id === refund_id
      )
      const isRight =
        shown.length === 1 && isSameAmount(shown[0].amount, `-${amount}`)
      return !isRight && `${amount}, shown: ${JSON.stringify(shown)}`
    },

    /** A refund of a request names one that was sent. */
    request_without_refund: ({ request_id }, { requests }) => {
      const request = requests.find(({ id }) => id === request_id)
      return request_id !== null && request?.state_now !== "sent"
    },
  }),

  ...rulesOf(
    (books) =>
      books.ledger.map((row) => ({ ...idsOf(books, row.id), of: row })),
    {
      refunded_too_much: (row, books) =>
        tooMuchOfPrice(row, books) || tooMuchOfSurplus(row, books),
    }
  ),

  ...rulesOf(
    (books) =>
      subjectsOf(
        books,
        books.requests.filter(({ state_now }) => state_now === "sent")
      ),
    {
      /** One that was sent is exactly one refund. */
      request_without_refund: (request, books) => {
        const refunds = books.refunds.filter(
          ({ request_id }) => request_id === request.id
        )
        return refunds.length !== 1 || !isRefundOf(refunds[0], request)
      },

      /** One transaction was taken for two requests of a coin. */
      transaction_used_twice: (request, { requests }) => {
        const same = requests.find(
          (each) =>
            each !== request &&
            each.state_now === "sent" &&
            each.crypto_currency === request.crypto_currency &&
            folded(each.transaction_hash) === folded(request.transaction_hash)
        )
        return same && JSON.stringify([request, same])
      },
    }
  ),
]

function idsOf(books: Books, id: string) {
  const row = books.row(id)
  const { gateway_payment_id: gatewayPaymentId, order_id: orderId } = row ?? {}
  return { name: id, gatewayPaymentId, orderId }
}

function subjectsOf<Of extends Refund | Request>(
  books: Books,
  items: Of[]
): Subject<Of>[] {
  return items.map((of) => ({
    ...idsOf(books, of.crypto_payment_id),
    of,
    name: of.id,
  }))
}

function isOf(each: Refund | Request, { id }: LedgerRow, kind: string) {
  return each.crypto_payment_id === id && each.kind === kind
}

/** More was sent back or promised than was paid. */
function tooMuchOfPrice(row: LedgerRow, books: Books): Finding {
  const paid = broughtBy(books, row)
  const back = sumOf([
    ...books.refunds.filter((each) => isOf(each, row, "price")),
    ...books.requests.filter(
      (each) =>
        isOf(each, row, "price") &&
        ["waiting_for_address", "address_entered"].includes(each.state_now)
    ),
  ])
  return (
    paid !== null &&
    isMore(back, paid) &&
    `${back} of ${paid} ${row.currency_code} were sent back or promised`
  )
}

/** More was sent than arrived beyond the quote. */
function tooMuchOfSurplus(row: LedgerRow, { refunds }: Books): Finding {
  const { quoted_crypto_amount: quoted, received_crypto_amount: received } = row
  const sent = refunds.filter((each) => isOf(each, row, "surplus"))
  const coins = sum(sent.map(({ crypto_amount }) => crypto_amount ?? "0"))
  const over =
    quoted === null || received === null ? "0" : subtract(received, quoted)
  const isNameless = sent.some(({ crypto_amount }) => crypto_amount === null)
  return (
    (isMore(coins, isMore(over, "0") ? over : "0") || isNameless) &&
    `${coins} coins of a surplus of ${over} were sent back`
  )
}

/** The price, or its part that arrived where too little did and nobody accepted that. */
function broughtBy(books: Books, row: LedgerRow): string | null {
  const paid = books.gatewayPaymentOf(row)?.original_amount ?? row.amount
  const { quoted_crypto_amount: quoted, received_crypto_amount: received } = row
  const isShort =
    row.settled_at === null && quoted && received && isMore(quoted, received)
  if (!paid || !isShort || !row.currency_code) return paid
  return rounded(share(paid, received, quoted), row.currency_code)
}

function isRefundOf(refund: Refund, request: Request): boolean {
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
