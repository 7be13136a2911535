import {
  type Books,
  heldOf,
  idsOf,
  isBookedOnce,
  isConfirmed,
  isCrypto,
  isOurs,
  isSamePrice,
  type LedgerRow,
  type MedusaPayment,
  placedPrice,
  priceOf,
} from "./books"
import { isMore, isSameAmount, rounded, sumOf } from "./decimal"
import { rulesOf } from "./rule"

const FINISHED = ["settled", "attention", "resolved"]

/** The statuses that have a meaning (contract §3, and two that were observed). */
const KNOWN = [
  "created",
  "pending",
  "confirmed",
  "confirmed_manual",
  "failed",
  "expired",
]

export const PAYMENT_RULES = [
  // What the gateway calls confirmed, and the ledger claims of it.
  ...rulesOf(
    ({ gatewayPayments }) =>
      gatewayPayments
        .filter(isConfirmed)
        // Made without our address, it is another system's of this merchant.
        .filter(({ callback_url }) => callback_url?.includes("/hooks/crypto/"))
        .map((of) => ({ of, gatewayPaymentId: of.id })),
    {
      confirmed_payment_unknown: ({ id }, { ledger }) =>
        !ledger.some((row) => row.gateway_payment_id === id),

      /** Neither settled, nor in attention, nor resolved. */
      confirmed_payment_unfinished: ({ id }, { ledger }) =>
        ledger.some(
          (row) =>
            row.gateway_payment_id === id && !FINISHED.includes(row.state)
        ),
    }
  ),

  ...rulesOf(({ ledger }) => ledger.map(ofRow), {
    /**
     * In attention without a reason, resolved without a resolution, or left with an unknown status.
     */
    no_word_for_a_person: (row) =>
      (row.state === "resolved" && !row.resolution) ||
      (row.state === "attention" && !row.attention_reason) ||
      (row.state === "open" &&
        row.attention_reason === null &&
        row.next_check_at === null &&
        isUnknown(row)),

    /** What is not paid yet needs attention when it is left with an unknown status. */
    attention_unjustified: (row) =>
      row.state === "open" &&
      row.attention_reason !== null &&
      !(row.attention_reason === "unknown_status" && isUnknown(row)),

    /** The ledger says that money came, and the gateway says it did not. */
    money_not_confirmed: (row, books) => {
      const payment = books.gatewayPaymentOf(row)
      return (
        ["paid", ...FINISHED].includes(row.state) &&
        !(payment && isConfirmed(payment))
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

  // A settled payment: one order, one capture of the session's amount, one transaction of it.
  ...rulesOf((books) => settledRows(books).map(ofRow), {
    settled_without_order: (row, books) => {
      const order = books.order(row.order_id)
      const payment = books.payment(row.payment_id)
      return !(
        order &&
        payment &&
        order.collection_ids.includes(payment.payment_collection_id) &&
        // An order's edit is paid through a collection without a cart.
        (row.cart_id === null || order.cart_ids.includes(row.cart_id))
      )
    },

    /** Two settled payments of one collection. */
    settled_twice: (row, books) => {
      const keyOf = ({ payment_id, order_id, id }: LedgerRow) =>
        books.payment(payment_id)?.payment_collection_id ?? order_id ?? id
      const same = settledRows(books).find((each) => keyOf(each) === keyOf(row))
      return same !== row && `as well as ${same?.id}`
    },
  }),

  ...rulesOf(settledPayments, {
    /** Whoever canceled it. */
    canceled_order_shows_money: ({ order, payment }) =>
      order.status === "canceled" && isMore(heldOf([payment]), "0"),

    captured_not_once: ({ payment }) => payment.captures.length !== 1,

    /** Captured, due and priced amount and the one that the gateway reports differ. */
    amounts_differ: ({ row, payment, reported }) => {
      const { captures, currency_code: currency } = payment
      const prices = [
        { amount: payment.amount, currency },
        { amount: payment.session_amount, currency },
        { amount: row.amount, currency: row.currency_code },
        reported && priceOf(reported),
      ]
      const captured = { amount: sumOf(captures), currency }
      return (
        captures.length === 1 &&
        !prices.every((price) => isSamePrice(price, captured))
      )
    },

    capture_not_booked_once: ({ order, payment }) =>
      !payment.captures.every((capture) => isBookedOnce(order, capture)),

    /**
     * An order of a cart had exactly this to be paid. A change of an order that was taken back, or
     * made smaller, costs less than was asked for; what is left open of it may be paid later.
     */
    captured_other_than_due: ({ row, order, payment }, books) => {
      const [first] = payment.captures
      const isChange = row.cart_id === null
      if (!first || (isChange && books.hasAttention(order))) return
      const currency = order.currency_code
      const due = rounded(books.dueAt(order, first).amount, currency)
      const captured = rounded(sumOf(payment.captures), currency)
      const isWrong = isChange
        ? isMore(captured, due)
        : !isSameAmount(captured, due)
      return isWrong && `${payment.id} of ${captured}, while ${due} was due`
    },
  }),

  // A payment that needs attention: is it justified, and for the right reason?
  ...rulesOf(paymentsInAttention, {
    /** It is in its order, or gateway and core contradict the reason. */
    attention_unjustified: (subject, books) =>
      (isInOrder(subject, books) && !leavesAnother(subject, books)) ||
      isContradicted(subject, books),

    /** It has to name the order that shows its money. */
    attention_without_order: ({ row, captured }, books) =>
      captured
        .flatMap((each) => books.orderOf(each) ?? [])
        .some(({ id }) => id !== row.order_id),
  }),
]

function ofRow(row: LedgerRow) {
  return { of: row, ...idsOf(row) }
}

function isUnknown({ gateway_status: status }: LedgerRow): boolean {
  return status !== null && !KNOWN.includes(status)
}

function settledRows({ ledger }: Books): LedgerRow[] {
  return ledger.filter(({ state }) => state === "settled")
}

function settledPayments(books: Books) {
  return settledRows(books).flatMap((row) => {
    const order = books.order(row.order_id)
    const payment = books.payment(row.payment_id)
    const reported = books.gatewayPaymentOf(row)
    return order && payment
      ? [{ ...ofRow(row), of: { row, order, payment, reported } }]
      : []
  })
}

type InAttention = ReturnType<typeof paymentsInAttention>[number]["of"]

/** Without a reason or a confirmation, another rule reports it: there is nothing to judge it by. */
function paymentsInAttention(books: Books) {
  return books.ledger.flatMap((row) => {
    const payment = books.gatewayPaymentOf(row)
    const { state, attention_reason, cart_id, gateway_payment_id } = row
    if (state !== "attention" || !attention_reason) return []
    if (!payment || !isConfirmed(payment)) return []
    const ofCart = books.orders
      .filter(({ cart_ids }) => cart_ids.includes(cart_id ?? ""))
      .at(-1)
    const collections = [
      row.payment_collection_id,
      ...(books.cart(cart_id)?.collection_ids ?? []),
      ...(ofCart?.collection_ids ?? []),
    ]
    const isSame = (each: MedusaPayment) =>
      isCrypto(each) && each.gateway_payment_id === gateway_payment_id
    const of = {
      row,
      payment,
      order: cart_id === null ? books.orderOf(row) : ofCart,
      /** What Medusa captured of its money; one payment, unless it is doubled. */
      captured: books.payments.filter(isOurs).filter(isSame),
      /** Other payments for what it is for, also those that were undone since. */
      others: books.payments.filter(
        (each) =>
          collections.includes(each.payment_collection_id) && !isSame(each)
      ),
    }
    return [{ ...ofRow(row), of }]
  })
}

/** Exactly this money was due for the order, which shows it once, and has its stock. */
function isInOrder(
  { row, payment, order, captured, others }: InAttention,
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
    captured[0].captures.every((each) => isBookedOnce(order, each)) &&
    !books.isOfOtherMode(row, payment) &&
    isSamePrice(books.dueAt(order, capture), priceOf(payment)) &&
    order.lines.every(
      (line) =>
        line.inventory_item_id === null ||
        !isMore(line.quantity, books.reservedFor(line))
    ) &&
    others.length === 0
  )
}

/** Core was stopped before, and left an order without any link, which a person is to cancel. */
function leavesAnother(
  { row }: InAttention,
  { timeline, orders }: Books
): boolean {
  if (row.attention_reason !== "order_not_placed") return false
  const named = timeline
    .filter(({ crypto_payment_id: id }) => id === row.id)
    .filter(({ type }) => type === "orphaned_order")
    .map(({ data }) => data?.order_id)
  return orders.some(
    ({ id, status, cart_ids, collection_ids, transactions }) =>
      named.includes(id) &&
      status !== "canceled" &&
      [cart_ids, collection_ids, transactions].every(
        (linked) => linked.length === 0
      )
  )
}

/** Whether something speaks against the reason. */
function isContradicted(
  { row, payment, order, captured, others }: InAttention,
  books: Books
): boolean {
  const reason: string | null = row.attention_reason
  const isOtherMode = books.isOfOtherMode(row, payment)
  if (reason === "test_mode_mismatch") return !isOtherMode
  if (isOtherMode) return true
  const cart = books.cart(row.cart_id)
  // Core was stopped while it placed it, and answered the shopper who came back with it.
  const isSeenHalfDone =
    cart?.completed === false && order?.completions.includes("done")
  switch (reason) {
    case "duplicate_payment":
      return others.length === 0
    case "amount_mismatch": {
      // Only for carts, and orders that nobody changed: what was due else changes with time.
      const isChanged =
        order && (order.versions.length > 1 || order.transactions.length > 0)
      const due = order
        ? placedPrice(order)
        : cart && { amount: cart.total, currency: cart.currency_code }
      const asked = { amount: row.amount, currency: row.currency_code }
      return (
        row.cart_id !== null &&
        !isChanged &&
        [due, asked].every((price) => isSamePrice(price, priceOf(payment)))
      )
    }
    case "order_not_placed":
      return order !== undefined && captured.length === 0 && !isSeenHalfDone
    case "late_payment":
      return order?.status !== "canceled" && (row.closed_at === null || !!cart)
    case "unmatched":
      // What it is for is there.
      return (
        row.amount !== null &&
        (row.cart_id !== null
          ? cart !== undefined
          : books.collections.some(
              ({ id }) => id === row.payment_collection_id
            ))
      )
    case "underpaid":
      return (
        !!payment.target &&
        !!payment.received_amount &&
        !isMore(payment.target.amount, payment.received_amount)
      )
    case "received_amount_unknown":
      return !!row.quoted_crypto_amount && !!row.received_crypto_amount
    default:
      // No such reason; of an unknown status, that the gateway confirmed the money.
      return true
  }
}
