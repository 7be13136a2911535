import {
  type Books,
  type GatewayPayment,
  heldOf,
  isConfirmed,
  isSamePrice,
  type LedgerRow,
  type MedusaPayment,
  type Order,
  placedPrice,
  priceOf,
} from "./books"
import { isMore, isSameAmount, rounded, sumOf } from "./decimal"
import { dueAt, lacksStock } from "./order-rules"
import { type Finding, rulesOf, type Subject } from "./rule"

const FINISHED = ["settled", "attention", "resolved"]

/** The statuses that have a meaning (contract §3, and two that were observed). */
const KNOWN = [
  ...["created", "pending", "confirmed", "confirmed_manual"],
  ...["failed", "expired"],
]

/** What the gateway calls confirmed, and the ledger claims of it. */
const ATTEMPTS = [
  ...rulesOf(
    ({ gatewayPayments }) =>
      gatewayPayments
        .filter(isConfirmed)
        // Made without our address, it is another system's of this merchant.
        .filter(({ callback_url }) => callback_url?.includes("/hooks/crypto/"))
        .map((payment) => ({
          of: payment,
          name: payment.external_id,
          gatewayPaymentId: payment.id,
        })),
    {
      /** The ledger has no row of it. */
      confirmed_payment_unknown: (payment, books) => !books.rowOf(payment),

      /** Its row is neither settled, nor in attention, nor resolved. */
      confirmed_payment_unfinished: (payment, books) => {
        const row = books.rowOf(payment)
        return row && !FINISHED.includes(row.state) && row.state
      },
    }
  ),

  ...rulesOf(({ ledger }) => ledger.map(ofRow), {
    /** In attention without a reason, resolved without a resolution, or left with an unknown status. */
    no_word_for_a_person: (row) =>
      (row.state === "resolved" && !row.resolution) ||
      (row.state === "attention" && !row.attention_reason) ||
      (row.state === "open" &&
        row.attention_reason === null &&
        row.next_check_at === null &&
        isUnknown(row)),

    /** The ledger says that money came, and the gateway says it did not. */
    money_not_confirmed: (row, books) => {
      const payment = books.gatewayPaymentOf(row)
      return (
        ["paid", ...FINISHED].includes(row.state) &&
        !(payment && isConfirmed(payment)) &&
        `${row.state}, while the gateway says ${payment?.status ?? "nothing"}`
      )
    },

    /** To the last digit, where ledger and gateway speak of the same coin. */
    coins_differ: (row, books) => {
      const { target, received_amount } = books.gatewayPaymentOf(row) ?? {}
      if (!target || row.crypto_currency !== target.currency) return
      const { quoted_crypto_amount: quoted } = row
      const { received_crypto_amount: received } = row
      return (
        (quoted !== null && !isSameAmount(quoted, target.amount)) ||
        (received !== null &&
          !isSameAmount(received, received_amount ?? target.amount))
      )
    },

    /** The ledger or the order takes test payments for real ones, or the reverse. */
    test_mode_ignored: (row, books) => {
      const payment = books.gatewayPaymentOf(row)
      return (
        payment &&
        ((row.is_test ?? payment.is_test) !== payment.is_test ||
          (row.state === "settled" && books.isOfOtherMode(row, payment)))
      )
    },
  }),
]

function ofRow<Row extends LedgerRow>(row: Row): Subject<Row> {
  const { gateway_payment_id: gatewayPaymentId, order_id: orderId } = row
  return { of: row, name: row.id, gatewayPaymentId, orderId }
}

function isUnknown({ gateway_status: status }: LedgerRow): boolean {
  return status !== null && !KNOWN.includes(status)
}

function settledRows({ ledger }: Books): LedgerRow[] {
  return ledger.filter(({ state }) => state === "settled")
}

/** A settled payment: one order, one capture of the session's amount, one transaction of it. */
const SETTLED = [
  ...rulesOf((books) => settledRows(books).map(ofRow), {
    settled_without_order: ({ order_id }, books) => !books.order(order_id),

    settled_without_payment: ({ payment_id }, books) =>
      !books.payment(payment_id),

    /** Two settled payments of one collection. */
    settled_twice: (row, books) => {
      const keyOf = ({ payment_id, order_id, id }: LedgerRow) =>
        books.payment(payment_id)?.payment_collection_id ?? order_id ?? id
      const [first] = settledRows(books).filter(
        (each) => keyOf(each) === keyOf(row)
      )
      return first !== row && `${first.id} is settled for the same`
    },
  }),

  ...rulesOf(settledPayments, {
    settled_payment_not_on_order: ({ row, order, payment }) => {
      const { cart_ids, collection_ids } = order
      const isOfOrder = collection_ids.includes(payment.payment_collection_id)
      // An order's edit is paid through a collection without a cart.
      const isOfCart = row.cart_id === null || cart_ids.includes(row.cart_id)
      return !(isOfOrder && isOfCart)
    },

    captured_not_once: ({ payment }) => payment.captures.length !== 1,

    /** Captured, due and priced amount and the one that the gateway reports differ. */
    amounts_differ: ({ row, payment, reported }) => {
      const { captures, currency_code: currency } = payment
      if (captures.length !== 1) return
      const [{ amount }] = captures
      const prices = [
        [payment.amount, currency],
        [payment.session_amount, currency],
        [row.amount, row.currency_code],
        [reported?.original_amount, reported?.original_currency],
      ]
      return !prices.every(
        ([other, otherCurrency]) =>
          other &&
          otherCurrency &&
          isSamePrice(
            { amount: other, currency: otherCurrency },
            { amount, currency }
          )
      )
    },

    order_transaction_missing: ({ order, payment }) =>
      payment.captures.some((capture) => !isBooked(order, capture)),

    order_transaction_doubled: ({ order, payment }) =>
      payment.captures.some(({ id }) => transactionsOf(order, id).length > 1),

    /** An order of a cart had exactly this to be paid; a later change may leave it open. */
    settled_left_open: ({ row, order, payment: { id, captures } }, books) => {
      const [first] = captures
      if (row.cart_id === null || !first) return
      const currency = order.currency_code
      const due = rounded(books.dueBefore(order, first), currency)
      const captured = rounded(sumOf(captures), currency)
      return (
        !isSameAmount(due, captured) &&
        `${id} captured ${captured} while ${due} was due for ${order.id}`
      )
    },

    /** Whoever canceled it. */
    settled_on_canceled_order: ({ order, payment }) =>
      order.status === "canceled" && isMore(heldOf([payment]), "0"),
  }),
]

type Settled = {
  row: LedgerRow
  order: Order
  payment: MedusaPayment
  reported: GatewayPayment | undefined
}

function settledPayments(books: Books): Subject<Settled>[] {
  return settledRows(books).flatMap((row) => {
    const order = books.order(row.order_id)
    const payment = books.payment(row.payment_id)
    const reported = books.gatewayPaymentOf(row)
    return order && payment
      ? [{ ...ofRow(row), of: { row, order, payment, reported } }]
      : []
  })
}

function transactionsOf({ transactions }: Order, captureId: string) {
  return transactions.filter(({ reference_id }) => reference_id === captureId)
}

/** Whether the order shows a capture, with its amount. */
function isBooked(
  order: Order,
  { id, amount }: MedusaPayment["captures"][number]
): boolean {
  return transactionsOf(order, id).some((each) =>
    isSameAmount(each.amount, amount)
  )
}

/** A payment that needs attention: is it justified, and for the right reason? */
const ATTENTION = [
  ...rulesOf(
    ({ ledger }) => ledger.filter(({ state }) => state === "open").map(ofRow),
    {
      /** What is not paid yet needs attention when it is left with an unknown status. */
      attention_reason_wrong: (row) =>
        row.attention_reason !== null &&
        !(row.attention_reason === "unknown_status" && isUnknown(row)),
    }
  ),

  ...rulesOf(paymentsInAttention, {
    /** Exactly this money was due for the order, which shows it once, and has its stock. */
    attention_unjustified: (subject, books) => isInOrder(subject, books),

    /** Gateway and core contradict it. */
    attention_reason_wrong: (subject, books) => {
      if (isInOrder(subject, books)) return
      const objection = contradiction(subject, books)
      return objection && `${subject.reason}: ${objection}`
    },

    /** It has to name the order that shows its money. */
    attention_without_order: (subject, books) => {
      const { row, captured } = subject
      return (
        !isInOrder(subject, books) &&
        captured
          .flatMap((each) => books.orderOf(each) ?? [])
          .some(({ id }) => id !== row.order_id)
      )
    },
  }),
]

type InAttention = {
  row: LedgerRow
  reason: string
  payment: GatewayPayment
  order: Order | undefined
  captured: MedusaPayment[]
}

/** Without a reason or a confirmation, another rule reports it: there is nothing to judge it by. */
function paymentsInAttention(books: Books): Subject<InAttention>[] {
  return books.ledger.flatMap((row) => {
    const payment = books.gatewayPaymentOf(row)
    const { state, attention_reason: reason } = row
    if (state !== "attention" || !reason) return []
    if (!payment || !isConfirmed(payment)) return []
    const [order, captured] = [books.orderOfRow(row), books.capturesOf(row)]
    return [{ ...ofRow(row), of: { row, reason, payment, order, captured } }]
  })
}

function isInOrder(
  { row, payment, order, captured }: InAttention,
  books: Books
): boolean {
  const [capture] = captured.length === 1 ? captured[0].captures : []
  return (
    order !== undefined &&
    capture !== undefined &&
    row.cart_id !== null &&
    order.status !== "canceled" &&
    books.orderOf(captured[0]) === order &&
    !captured[0].canceled &&
    captured[0].captures.every((each) => isBooked(order, each)) &&
    !books.isOfOtherMode(row, payment) &&
    isSamePrice(dueAt(books, order, capture), priceOf(payment)) &&
    !lacksStock(books, order) &&
    books.competingPayments(row).length === 0
  )
}

/** What speaks against the reason. */
function contradiction(subject: InAttention, books: Books): Finding {
  const { row, reason, payment, order, captured } = subject
  const isOtherMode = books.isOfOtherMode(row, payment)
  if (reason === "test_mode_mismatch") {
    return !isOtherMode && "gateway and provider agree on the mode"
  }
  if (isOtherMode) return "it is of the other mode, test or live"
  const cart = books.cart(row.cart_id)
  switch (reason) {
    case "duplicate_payment":
      return (
        books.competingPayments(row).length === 0 &&
        "nothing else paid for the same"
      )
    case "amount_mismatch":
      return isPriceRight(subject, books) && "paid is what was due"
    case "order_not_placed":
      return (
        order &&
        captured.length === 0 &&
        `${order.id} was placed without its money`
      )
    case "late_payment":
      return (
        order?.status !== "canceled" &&
        !(row.closed_at !== null && !cart) &&
        "no order was canceled, and its cart is there"
      )
    case "unmatched": {
      const isThere = row.cart_id === null ? hasCollection(row, books) : cart
      return row.amount !== null && isThere && "what it is for is there"
    }
    case "underpaid":
      return (
        payment.target &&
        payment.received_amount &&
        !isMore(payment.target.amount, payment.received_amount) &&
        "all that was quoted arrived"
      )
    case "received_amount_unknown":
      return (
        row.quoted_crypto_amount &&
        row.received_crypto_amount &&
        "both amounts are known"
      )
    case "unknown_status":
      return "the gateway confirmed the money"
    default:
      return "no such reason"
  }
}

function hasCollection(row: LedgerRow, { collections }: Books): boolean {
  return collections.some(({ id }) => id === row.payment_collection_id)
}

/** Only for carts, and orders that nobody changed: what was due else changes with time. */
function isPriceRight(
  { row, payment, order }: InAttention,
  books: Books
): boolean {
  const cart = books.cart(row.cart_id)
  if (order && (order.versions.length > 1 || order.transactions.length > 0)) {
    return false
  }
  const due = order
    ? placedPrice(order)
    : cart && { amount: cart.total, currency: cart.currency_code }
  const asked = { amount: row.amount ?? "0", currency: row.currency_code ?? "" }
  return (
    row.cart_id !== null &&
    due !== undefined &&
    isSamePrice(due, priceOf(payment)) &&
    isSamePrice(asked, priceOf(payment))
  )
}

export const PAYMENT_RULES = [...ATTEMPTS, ...SETTLED, ...ATTENTION]
