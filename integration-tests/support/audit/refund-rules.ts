import {
  type Books,
  idsOf,
  isBookedOnce,
  isCrypto,
  type LedgerRow,
} from "./books"
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
import { rulesOf } from "./rule"

type Refund = Tables["refunds"][number]
type Request = Tables["requests"][number]

/** What was sent back, in the ledger and in Medusa, to the last digit. */
export const REFUND_RULES = [
  ...rulesOf(
    (books) =>
      books.payments.filter(isCrypto).flatMap((payment) =>
        payment.refunds.map((refund) => ({
          of: { refund, currency: payment.currency_code },
          orderId: books.orderOf(payment)?.id,
        }))
      ),
    {
      /** Each refund of Medusa is one that was recorded as such. */
      refund_not_recorded: ({ refund: { id, amount }, currency }, books) => {
        const recorded = books.refunds.filter((each) => each.refund_id === id)
        const isRight =
          recorded.length === 1 &&
          recorded[0].kind === "refund" &&
          isSameAmount(rounded(amount, currency), recorded[0].amount)
        return !isRight && `${amount}, recorded: ${JSON.stringify(recorded)}`
      },
    }
  ),

  ...rulesOf((books) => subjectsOf(books, books.refunds), {
    /**
     * Each refund is shown by Medusa's payment, and once, with its amount, by the order that holds
     * it; none of a surplus is, and no return, which is of money that Medusa never captured.
     */
    refund_not_booked: (refund, books) => {
      const { kind, refund_id, crypto_payment_id, amount } = refund
      const row = books.row(crypto_payment_id)
      if (refund_id === null) {
        const isCaptured = row !== undefined && isCapturedIn(books, row)
        return kind !== "surplus" && (isCaptured || kind === "refund")
      }
      const order = books.order(row?.order_id ?? null)
      const isShown = books.payments.some(({ refunds }) =>
        refunds.some(({ id }) => id === refund_id)
      )
      const booked = { id: refund_id, amount: `-${amount}` }
      const isRight = isShown && (!order || isBookedOnce(order, booked))
      return !(isRight && kind === "refund")
    },

    /** A refund of a request names one that was sent. */
    request_without_refund: ({ request_id }, { requests }) => {
      const request = requests.find(({ id }) => id === request_id)
      return request_id !== null && !(request && isSent(request))
    },
  }),

  ...rulesOf(({ ledger }) => ledger.map((of) => ({ of, ...idsOf(of) })), {
    /** More was sent back or promised than was paid, or arrived beyond the quote. */
    refunded_too_much: (row, books) => {
      const ofRow = <Each extends Refund | Request>(all: Each[]) =>
        all.filter(({ crypto_payment_id: id }) => id === row.id)
      const isSurplus = ({ kind }: Refund) => kind === "surplus"
      const refunds = ofRow(books.refunds)
      const surpluses = refunds.filter(isSurplus)
      const prices = refunds.filter((each) => !isSurplus(each))
      const promised = ofRow(books.requests).filter(
        ({ kind, state_now }) =>
          kind !== "surplus" &&
          ["waiting_for_address", "address_entered"].includes(state_now)
      )
      const back = sumOf([...prices, ...promised])
      const coins = surpluses.map(({ crypto_amount }) => crypto_amount)
      const paid = broughtBy(books, row)
      const over = surplusOf(row)
      const isWrong =
        (paid !== null && isMore(back, paid)) ||
        isMore(sum(coins.map((each) => each ?? "0")), over) ||
        coins.includes(null)
      return isWrong && JSON.stringify({ row, paid, back, over, coins })
    },
  }),

  ...rulesOf((books) => subjectsOf(books, books.requests.filter(isSent)), {
    /** One that was sent is exactly one refund. */
    request_without_refund: (request, books) => {
      const refunds = books.refunds.filter(
        ({ request_id }) => request_id === request.id
      )
      return refunds.length !== 1 || !isRefundOf(refunds[0], request)
    },

    /** One transaction was taken for two requests of a coin. */
    transaction_used_twice: (request, { requests }) =>
      requests.some(
        (each) =>
          each !== request &&
          isSent(each) &&
          each.crypto_currency === request.crypto_currency &&
          folded(each.transaction_hash) === folded(request.transaction_hash)
      ),
  }),
]

/** Whether Medusa has the money of a payment. */
function isCapturedIn({ payments }: Books, row: LedgerRow): boolean {
  const { authorized_session_id, payment_id } = row
  return payments.some(
    ({ id, payment_session_id, captures }) =>
      captures.length > 0 &&
      (id === payment_id ||
        (authorized_session_id !== null &&
          payment_session_id === authorized_session_id))
  )
}

function isSent({ state_now }: Request): boolean {
  return state_now === "sent"
}

function subjectsOf<Of extends Refund | Request>(books: Books, items: Of[]) {
  return items.map((of) => ({ of, ...idsOf(books.row(of.crypto_payment_id)) }))
}

/** The coins that arrived beyond the quote. */
function surplusOf({
  quoted_crypto_amount: quoted,
  received_crypto_amount: received,
}: LedgerRow): string {
  return quoted !== null && received !== null && isMore(received, quoted)
    ? subtract(received, quoted)
    : "0"
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
  const same = [
    "crypto_payment_id",
    "currency_code",
    "transaction_hash",
  ] as const
  // Core may have captured the payment since the request was made.
  const isSurplus = [refund, request].map(({ kind }) => kind === "surplus")
  return (
    isSurplus[0] === isSurplus[1] &&
    same.every((name) => refund[name] === request[name]) &&
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
