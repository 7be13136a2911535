import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { cryptoPaymentEvents } from "../../../src/workflows"
import { eventually } from "../eventually"
import { refundSuite, tronAddress } from "../shop/refund-fixture"
import { newHash } from "../shop/refund-requests"
import { HOSTED, INLINE, MANUAL } from "../shop/shop-fixture"
import { testShop } from "../shop/test-shop"
import type { GatewayPayment, Said, UnpaidOrderTerms } from "./books"
import { auditBooks, type AuditReport, type Delivery, RULES } from "./index"
import { readBooks } from "./read-books"

/** Places orders before their payment. */
const FIRST = "pp_crypto_first"
const HOUR_MS = 60 * 60_000
const OFFICE = "office@shop.test"

/** What is changed in books that are in order, and what has to be found then. */
type Corruption = {
  found: string[]
  /** Statements, in which `{settled}` stands for the id of what has that name. */
  sql?: string[]
  payments?: (payments: GatewayPayment[], scene: Scene) => GatewayPayment[]
  /** Without it, messages are not looked at. */
  deliveries?: (deliveries: Delivery[], scene: Scene) => Delivery[]
  terms?: (scene: Scene) => Partial<UnpaidOrderTerms>
  testModes?: Said["testModes"]
}

type Scene = {
  /** Ids of gateway payments, orders, carts and so on, by what is said of them here. */
  ids: Record<string, string>
  /** When the order was canceled that could be paid until a minute before. */
  canceledAt: number
}

const row = (name: string) => `gateway_payment_id = '{${name}}'`
const set = (name: string, what: string) =>
  `UPDATE crypto_payment SET ${what} WHERE ${row(name)}`
const of = (column: string, name = "settled") =>
  `(SELECT ${column} FROM crypto_payment WHERE ${row(name)})`
const ORDER = "id = '{order of settled}'"
const PAYMENT = `id = ${of("payment_id")}`
const OTHER_PAYMENT = `id = (SELECT max(id) FROM payment WHERE provider_id = '${MANUAL}')`
const total = (name: string, amount: string, order = "settled") =>
  `UPDATE order_summary SET totals = jsonb_set(totals, '{${name}}', '${amount}')
    WHERE order_id = '{order of ${order}}'`
const originalTotalOfEdited = `
  UPDATE order_summary SET totals = totals || '{"original_order_total": 6, "current_order_total": 6}'
   WHERE version = 1 AND order_id = '{order of edited}'`
const noteDue = (amount: string) =>
  `INSERT INTO crypto_payment_event (id, crypto_payment_id, type, source, data, at)
   SELECT 'cpayev_due', id, 'order_misstated', 'decision',
          jsonb_build_object('order_id', order_id, 'amount', '${amount}'), now()
     FROM crypto_payment WHERE ${row("settled")}`
/** The order of an unpaid or canceled sale has no stock any more. */
const release = (name: string) =>
  `UPDATE reservation_item SET deleted_at = now() WHERE ${linesOf(name)}`
const linesOf = (name: string) =>
  `line_item_id IN (SELECT item_id FROM order_item WHERE order_id = '{order of ${name}}')`
const executionOf = (name: string) =>
  `workflow_id = 'complete-cart' AND context::text LIKE '%{order of ${name}}%'`
/** What core does where two of its runs book at once; its summary loses one of the two. */
const bookAgain = (name: string, reference: string) =>
  `INSERT INTO order_transaction
   SELECT (jsonb_populate_record(booked, jsonb_build_object('id', 'ordtrx_again'))).*
     FROM order_transaction AS booked
    WHERE order_id = '{${name}}' AND reference = '${reference}'
    LIMIT 1`
const halfPlace = (name: string) => [
  release(name),
  `UPDATE workflow_execution SET state = 'invoking' WHERE ${executionOf(name)}`,
]
const refundOf = (name: string, what: string, which: string) =>
  `UPDATE crypto_payment_refund SET ${what}
    WHERE crypto_payment_id = ${of("id", name)} AND ${which}`
const requestOf = (name: string, what: string) =>
  `UPDATE crypto_refund_request SET ${what} WHERE crypto_payment_id = ${of("id", name)}`
const hashOf = (table: string, which: string) => {
  const hash = "ab".repeat(32)
  return `UPDATE ${table}
      SET transaction_hash = CASE WHEN crypto_payment_id = ${of("id", "plain")}
                                  THEN '${hash.toUpperCase()}' ELSE '${hash}' END
    WHERE ${which}`
}
const notifyAgain = (channel: string, status = "success") =>
  `INSERT INTO notification
   SELECT (jsonb_populate_record(notification, jsonb_build_object(
            'id', 'again', 'idempotency_key', NULL, 'status', '${status}'))).*
     FROM notification WHERE channel = '${channel}' AND resource_id = '{attention event}'`
const without =
  (name: string, id: string) =>
  (deliveries: Delivery[], { ids }: Scene): Delivery[] =>
    deliveries.filter(
      (each) =>
        each.name !== name || !Object.values(each.data).includes(ids[id])
    )
const more =
  (name: string, data: (ids: Scene["ids"]) => Delivery["data"]) =>
  (deliveries: Delivery[], { ids }: Scene): Delivery[] => [
    ...deliveries,
    { name, data: { event_id: "e9", ...data(ids) } },
  ]
const asTheyCame = (deliveries: Delivery[]) => deliveries
/** The gateway says otherwise of the payment of that name. */
const said =
  (name: string, what: (scene: Scene) => Partial<GatewayPayment>) =>
  (payments: GatewayPayment[], scene: Scene): GatewayPayment[] =>
    payments.map((each) =>
      each.id === scene.ids[name] ? { ...each, ...what(scene) } : each
    )
/** The canceled order's payment had these statuses, so long after the cancellation. */
const had = (...statuses: [status: string, ms: number][]) =>
  said("canceled", ({ canceledAt }) => ({
    history: statuses.map(([status, ms]) => ({
      status,
      at: new Date(canceledAt + ms).toISOString(),
    })),
  }))

/** Core's count of what is reserved of the canceled order's item. */
const countAgain = `
  UPDATE inventory_level SET reserved_quantity = reserved_quantity + 1
   WHERE inventory_item_id IN (
     SELECT inventory_item_id FROM reservation_item WHERE ${linesOf("canceled")})`
const canceledByAdmin = ({ ids }: Scene) => ({
  canceledByAdmin: new Set([ids["order of canceled"]]),
})

const CORRUPTIONS: Record<string, Corruption> = {
  "a confirmed payment that the ledger lost": {
    found: ["confirmed_payment_unknown: attention"],
    sql: [set("attention", "deleted_at = now()")],
  },
  "a confirmed payment that was left unfinished": {
    found: ["confirmed_payment_unfinished: attention"],
    sql: [set("attention", "state = 'paid'")],
  },
  "a confirmed payment that was closed": {
    found: ["confirmed_payment_unfinished: settled"],
    sql: [set("settled", "state = 'closed'")],
  },
  "a settled payment whose order was canceled": {
    found: ["canceled_order_shows_money: settled, order of settled"],
    sql: [`UPDATE "order" SET status = 'canceled' WHERE ${ORDER}`],
  },
  "attention without a reason": {
    found: ["no_word_for_a_person: attention"],
    sql: [set("attention", "attention_reason = NULL")],
  },
  "attention for what is settled in fact": {
    found: ["attention_unjustified: settled, order of settled"],
    sql: [
      set(
        "settled",
        "state = 'attention', attention_reason = 'duplicate_payment'"
      ),
    ],
  },
  "attention that does not name the order that shows its money": {
    found: ["attention_without_order: settled"],
    sql: [
      total("current_order_total", "6"),
      set(
        "settled",
        "state = 'attention', attention_reason = 'amount_mismatch', order_id = NULL"
      ),
    ],
  },
  "a resolved payment without a resolution": {
    found: ["no_word_for_a_person: attention"],
    sql: [set("attention", "state = 'resolved'")],
  },
  "an unknown status that needs no attention": {
    found: ["no_word_for_a_person: open"],
    sql: [set("open", "gateway_status = 'underpaid', next_check_at = NULL")],
  },
  "an order that could not be placed, where it was": {
    found: ["attention_unjustified: duplicate, order of duplicate"],
    sql: [set("duplicate", "attention_reason = 'order_not_placed'")],
  },
  "an order that core was stopped at, and nobody has seen": {
    found: ["attention_unjustified: duplicate, order of duplicate"],
    sql: [
      set("duplicate", "attention_reason = 'order_not_placed'"),
      `UPDATE cart SET completed_at = NULL WHERE id = ${of("cart_id", "duplicate")}`,
      "UPDATE workflow_execution SET state = 'invoking' WHERE workflow_id = 'complete-cart'",
    ],
  },
  "an unknown amount, where it is known": {
    found: ["attention_unjustified: attention"],
    sql: [
      set(
        "attention",
        "attention_reason = 'received_amount_unknown', crypto_currency = NULL, quoted_crypto_amount = '5', received_crypto_amount = '4'"
      ),
    ],
  },
  "an open payment that needs attention, with a known status": {
    found: ["attention_unjustified: open"],
    sql: [set("open", "attention_reason = 'unknown_status'")],
  },
  "an open payment that needs attention for a reason of paid ones": {
    found: ["attention_unjustified: open"],
    sql: [
      set(
        "open",
        "gateway_status = 'underpaid', attention_reason = 'unmatched'"
      ),
    ],
  },
  "a mismatch, where the cart costs by now what was paid": {
    found: ["attention_unjustified: attention"],
    sql: [
      `UPDATE cart_line_item SET quantity = 1 WHERE cart_id = ${of("cart_id", "attention")}`,
    ],
  },
  ...Object.fromEntries(
    [
      "duplicate_payment",
      "late_payment",
      "unmatched",
      "test_mode_mismatch",
      "unknown_status",
      "out_of_mood",
    ].map((reason) => [
      `${reason}, where it is not so`,
      {
        found: ["attention_unjustified: attention"],
        sql: [
          "ALTER TABLE crypto_payment DROP CONSTRAINT IF EXISTS crypto_payment_attention_reason_check",
          set("attention", `attention_reason = '${reason}'`),
        ],
      },
    ])
  ),
  "money that the gateway never confirmed": {
    found: ["money_not_confirmed: open"],
    sql: [set("open", "state = 'attention', attention_reason = 'unmatched'")],
  },
  "another amount of coins than arrived": {
    found: ["coins_differ: attention"],
    sql: [
      set(
        "attention",
        "received_crypto_amount = '5.4000000000000000001', crypto_currency = 'USDT_TRC20'"
      ),
    ],
  },
  "another amount of coins than was asked for": {
    found: ["coins_differ: attention"],
    sql: [
      set(
        "attention",
        "quoted_crypto_amount = '0.01', crypto_currency = 'USDT_TRC20'"
      ),
    ],
  },
  "a payment whose test mode was read wrong": {
    found: ["test_mode_ignored: attention"],
    sql: [set("attention", "is_test = NOT is_test")],
  },
  "payments of the mode that their provider does not take": {
    found: [
      "test_mode_ignored: settled, order of settled",
      "test_mode_ignored: settledToo, order of settledToo",
      "test_mode_ignored: edited, order of edited",
      "test_mode_ignored: edit, order of edited",
      "attention_unjustified: attention",
      "attention_unjustified: duplicate, order of duplicate",
    ],
    testModes: { [HOSTED]: true },
  },
  "a settled payment whose order is gone": {
    found: ["settled_without_order: settled, order of settled"],
    sql: [`UPDATE "order" SET deleted_at = now() WHERE ${ORDER}`],
  },
  "a settled payment whose payment in Medusa is gone": {
    found: ["settled_without_order: settled, order of settled"],
    sql: [`UPDATE payment SET deleted_at = now() WHERE ${PAYMENT}`],
  },
  "a settled payment that is another order's": {
    found: [
      "settled_without_order: settled, order of settledToo",
      "capture_not_booked_once: settled, order of settledToo",
    ],
    sql: [set("settled", `order_id = ${of("order_id", "settledToo")}`)],
  },
  "a settled payment that was not captured": {
    found: ["captured_not_once: settled, order of settled"],
    sql: [`UPDATE capture SET deleted_at = now() WHERE payment_${PAYMENT}`],
  },
  "a second capture": {
    found: [
      "captured_not_once: settled, order of settled",
      "capture_not_booked_once: settled, order of settled",
      "captured_other_than_due: settled, order of settled",
    ],
    sql: [
      `INSERT INTO capture (id, amount, raw_amount, payment_id)
       SELECT 'capt_again', amount, raw_amount, payment_id FROM capture WHERE payment_${PAYMENT}`,
    ],
  },
  "a capture that core booked twice": {
    found: [
      "capture_not_booked_once: settled, order of settled",
      "booked_twice: order of settled",
    ],
    sql: [bookAgain("order of settled", "capture")],
  },
  "a refund that core booked twice": {
    found: [
      "booked_twice: order of plain",
      "refund_not_booked: plain, order of plain",
    ],
    sql: [bookAgain("order of plain", "refund")],
  },
  "a capture that is a cent short": {
    found: [
      "amounts_differ: settled, order of settled",
      "capture_not_booked_once: settled, order of settled",
      "captured_other_than_due: settled, order of settled",
    ],
    sql: [`UPDATE capture SET amount = amount - 0.01 WHERE payment_${PAYMENT}`],
  },
  "a session of another amount": {
    found: ["amounts_differ: settled, order of settled"],
    sql: [
      `UPDATE payment_session SET amount = amount + 0.01
        WHERE id = (SELECT payment_session_id FROM payment WHERE ${PAYMENT})`,
    ],
  },
  "a capture in another currency": {
    found: ["amounts_differ: settled, order of settled"],
    sql: [`UPDATE payment SET currency_code = 'usd' WHERE ${PAYMENT}`],
  },
  "a settled payment that left its order open": {
    found: ["captured_other_than_due: settled, order of settled"],
    sql: [total("current_order_total", "6")],
  },
  "an order that was placed for another total": {
    found: ["order_of_other_worth: order of settled"],
    sql: [total("original_order_total", "5.01")],
  },
  "an edited order that was placed for another total": {
    found: [
      "captured_other_than_due: edited, order of edited",
      "order_of_other_worth: order of edited",
    ],
    sql: [originalTotalOfEdited],
  },
  "an order that was placed in another currency": {
    found: ["order_of_other_worth: order of settled"],
    sql: [`UPDATE "order" SET currency_code = 'usd' WHERE ${ORDER}`],
  },
  "an order without its transaction": {
    found: ["capture_not_booked_once: settled, order of settled"],
    sql: [
      `UPDATE order_transaction SET deleted_at = now() WHERE order_${ORDER}`,
    ],
  },
  "an order that was paid in full twice by one capture": {
    found: [
      "capture_not_booked_once: settled, order of settled",
      "booked_twice: order of settled",
    ],
    sql: [
      `INSERT INTO order_transaction (id, order_id, version, amount, raw_amount, currency_code, reference, reference_id)
       SELECT 'ordtrx_again', order_id, version, amount, raw_amount, currency_code, reference, reference_id
         FROM order_transaction WHERE order_${ORDER}`,
    ],
  },
  "an order that still waits for a cent": {
    found: ["pending_difference: order of settled"],
    sql: [total("pending_difference", "0.01")],
  },
  "an order that waits for a cent, while a timeline says another one is due": {
    found: ["pending_difference: order of settled"],
    sql: [total("pending_difference", "0.01"), noteDue("0.02")],
  },
  "a canceled order that still waits for a cent": {
    found: [
      "canceled_order_shows_money: settled, order of settled",
      "pending_difference: order of settled",
    ],
    sql: [
      `UPDATE "order" SET status = 'canceled' WHERE ${ORDER}`,
      total("pending_difference", "0.01"),
    ],
  },
  "an edited order that still waits for a cent": {
    found: ["pending_difference: order of edited"],
    sql: [total("pending_difference", "0.01", "edited")],
  },
  "an edit that was paid although it was taken back": {
    found: [
      "captured_other_than_due: edit, order of edited",
      "paid_twice_unnoticed: order of edited",
    ],
    sql: [
      `UPDATE order_summary SET totals = totals || '{"current_order_total": 5, "pending_difference": -5}'
        WHERE version > 1 AND order_id = '{order of edited}'`,
    ],
  },
  "two settled payments of one order": {
    found: [
      "settled_without_order: settled, order of settledToo",
      "settled_twice: settledToo, order of settledToo",
    ],
    sql: [
      set(
        "settled",
        `(order_id, payment_id) = ${of("order_id, payment_id", "settledToo")}`
      ),
    ],
  },
  "an order that another payment stands against as well": {
    found: ["paid_twice_unnoticed: order of settled"],
    sql: [
      `UPDATE payment SET payment_collection_id =
         (SELECT payment_collection_id FROM payment WHERE ${PAYMENT}) WHERE ${OTHER_PAYMENT}`,
    ],
  },
  "a cart with two orders": {
    found: [
      "settled_without_order: settledToo, order of settledToo",
      "cart_with_two_orders: order of settledToo",
    ],
    sql: [
      `UPDATE order_cart SET cart_id = ${of("cart_id")} WHERE cart_id = ${of("cart_id", "settledToo")}`,
    ],
  },
  "a capture that no payment of the gateway stands behind": {
    found: [
      "confirmed_payment_unknown: settled",
      "captured_without_confirmation: order of settled",
    ],
    sql: [set("settled", "deleted_at = now()")],
  },
  "a payment by other means that was canceled under its order": {
    found: ["foreign_payment_touched: order paid otherwise"],
    sql: [`UPDATE payment SET canceled_at = now() WHERE ${OTHER_PAYMENT}`],
  },

  "an order that is unpaid past its time": {
    found: ["unpaid_past_its_time: order of unpaid"],
    terms: () => ({ now: Date.now() + 2 * HOUR_MS }),
  },
  "an order that is unpaid after its time was ended": {
    found: ["unpaid_past_its_time: order of unpaid"],
    terms: ({ ids, canceledAt }) => ({
      endedAt: new Map([
        [ids["cart of unpaid"], 0],
        [ids["cart of canceled"], canceledAt - 60_000],
      ]),
    }),
  },
  "an order that is unpaid when the time of all is over": {
    found: ["unpaid_past_its_time: order of unpaid"],
    terms: () => ({ now: Infinity }),
  },
  "an order that was canceled while it could be paid": {
    found: ["canceled_before_its_time: order of canceled"],
    terms: () => ({ endedAt: new Map() }),
  },
  "an order that was canceled while the coin was chosen": {
    found: ["canceled_while_paid: order of canceled"],
    payments: had(["pending", -1_000], ["expired", 60_000]),
  },
  "an order that was canceled after its money came in time": {
    found: ["canceled_while_paid: order of canceled"],
    payments: had(["pending", -60_000], ["confirmed", -50_000]),
  },
  "an order that was canceled although late money came while it could be paid":
    {
      found: ["canceled_while_paid: order of canceled"],
      payments: had(["expired", -60_000], ["confirmed", -50_000]),
      terms: ({ ids, canceledAt }) => ({
        endedAt: new Map([[ids["cart of canceled"], canceledAt - 40_000]]),
      }),
    },
  "a canceled order that shows money": {
    found: [
      "canceled_order_shows_money: paid, order of paid",
      "canceled_order_shows_money: order of paid",
      "canceled_before_its_time: order of paid",
      "canceled_while_paid: order of paid",
      "stock_reserved_wrong: order of paid",
    ],
    sql: [
      `UPDATE "order" SET status = 'canceled', canceled_at = now() WHERE id = '{order of paid}'`,
    ],
  },
  "a canceled order whose stock was not released": {
    found: ["stock_reserved_wrong: order of canceled", "stock_count_wrong: "],
    sql: [
      `UPDATE reservation_item SET deleted_at = NULL WHERE ${linesOf("canceled")}`,
    ],
  },
  "an order whose stock was released although it stands": {
    found: ["stock_reserved_wrong: order of unpaid", "stock_count_wrong: "],
    sql: [release("unpaid")],
  },
  "stock of an order that core placed half-way, by its count alone": {
    found: ["stock_count_wrong: "],
    sql: halfPlace("unpaid"),
  },
  "stock of an order that core was stopped before linking, by its count alone":
    {
      found: ["stock_count_wrong: "],
      sql: [
        release("unpaid"),
        "DELETE FROM order_cart WHERE order_id = '{order of unpaid}'",
        "DELETE FROM order_payment_collection WHERE order_id = '{order of unpaid}'",
        `DELETE FROM workflow_execution WHERE ${executionOf("unpaid")}`,
      ],
    },
  "stock of a settled order that core placed half-way": {
    found: ["stock_reserved_wrong: order of paid", "stock_count_wrong: "],
    sql: halfPlace("paid"),
  },
  "stock of an order that a person decides about, by its count alone": {
    found: ["stock_count_wrong: "],
    sql: [
      release("paid"),
      set("paid", "state = 'attention', attention_reason = 'order_not_placed'"),
    ],
  },
  "stock that was released twice": {
    found: ["stock_count_wrong: "],
    sql: [
      "UPDATE inventory_level SET reserved_quantity = reserved_quantity - 1 WHERE reserved_quantity > 0",
    ],
  },
  "stock that is counted as reserved, of no order that was canceled twice": {
    found: ["stock_count_wrong: "],
    sql: [countAgain],
  },
  "stock of an order that was canceled twice, counted more than twice": {
    found: ["stock_count_wrong: "],
    sql: [countAgain, countAgain],
    terms: canceledByAdmin,
  },
  "stock that is not what it was": {
    found: ["stock_count_wrong: "],
    sql: ["UPDATE inventory_level SET stocked_quantity = stocked_quantity + 1"],
  },

  "a refund of Medusa that nobody recorded": {
    found: [
      "refund_not_recorded: order of plain",
      "refund_not_booked: plain, order of plain",
    ],
    sql: [refundOf("plain", "refund_id = NULL", "amount = '1.50'")],
  },
  "a refund that was recorded with another amount": {
    found: [
      "refund_not_recorded: order of plain",
      "refund_not_booked: plain, order of plain",
    ],
    sql: [refundOf("plain", "amount = '1.51'", "amount = '1.50'")],
  },
  "a booked refund that Medusa does not show": {
    found: [
      "pending_difference: order of plain",
      "refund_not_booked: plain, order of plain",
    ],
    sql: ["UPDATE refund SET deleted_at = now() WHERE amount = 1.5"],
  },
  "a refund that its order does not show": {
    found: ["refund_not_booked: plain, order of plain"],
    sql: [
      "UPDATE order_transaction SET deleted_at = now() WHERE amount = -1.5",
    ],
  },
  "a refund that its order shows with another amount": {
    found: ["refund_not_booked: plain, order of plain"],
    sql: ["UPDATE order_transaction SET amount = -1 WHERE amount = -1.5"],
  },
  "a refund of an order that is called a return": {
    found: [
      "refund_not_recorded: order of plain",
      "refund_not_recorded: order of plain",
      "refund_not_booked: plain, order of plain",
      "refund_not_booked: plain, order of plain",
    ],
    sql: [refundOf("plain", "kind = 'return'", "true")],
  },
  "a return of money that Medusa captured": {
    found: [
      "refund_not_recorded: order of plain",
      "refund_not_booked: plain, order of plain",
    ],
    sql: [
      refundOf("plain", "kind = 'return', refund_id = NULL", "amount = '1.00'"),
    ],
  },
  "a surplus that is booked in Medusa": {
    found: ["refund_not_booked: over, order of over"],
    sql: [refundOf("over", "refund_id = 'ref_none'", "kind = 'surplus'")],
  },
  "a unit more of a surplus than arrived": {
    found: [
      "refunded_too_much: over, order of over",
      "request_without_refund: over, order of over",
    ],
    sql: [
      refundOf(
        "over",
        "crypto_amount = '0.540000000000000001'",
        "kind = 'surplus'"
      ),
    ],
  },
  "a request for more than is left of what was paid": {
    found: ["refunded_too_much: plain, order of plain"],
    sql: [
      requestOf("plain", "state = 'address_entered', amount = '5'"),
      refundOf("plain", "request_id = NULL", "true"),
    ],
  },
  "a sent request without its refund": {
    found: ["request_without_refund: over, order of over"],
    sql: [refundOf("over", "deleted_at = now()", "kind = 'surplus'")],
  },
  "a refund of a request that was not sent": {
    found: ["request_without_refund: plain, order of plain"],
    sql: [requestOf("plain", "state = 'revoked'")],
  },
  "a transaction that was used twice": {
    found: [
      "transaction_used_twice: over, order of over",
      "transaction_used_twice: plain, order of plain",
    ],
    sql: [
      hashOf(
        "crypto_payment_refund",
        "request_id IS NOT NULL AND kind <> 'surplus'"
      ),
      hashOf("crypto_refund_request", "kind <> 'surplus'"),
    ],
  },

  "an event that no subscriber got": {
    found: ["event_not_delivered: "],
    deliveries: without(cryptoPaymentEvents.settled, "row of settled"),
  },
  "an unpaid order that was not announced": {
    found: ["event_not_delivered: "],
    deliveries: without(cryptoPaymentEvents.awaitingPayment, "order of unpaid"),
  },
  "an unpaid order that was announced twice": {
    found: ["event_invented: "],
    deliveries: more(cryptoPaymentEvents.awaitingPayment, (ids) => ({
      id: ids["row of unpaid"],
      order_id: ids["order of unpaid"],
    })),
  },
  "an event of something that did not happen": {
    found: ["event_invented: "],
    deliveries: more(cryptoPaymentEvents.settled, (ids) => ({
      id: ids["row of attention"],
    })),
  },
  "an event of a payment that is not there": {
    found: ["event_invented: "],
    deliveries: more(cryptoPaymentEvents.expired, () => ({ id: "cpay_none" })),
  },
  "an event that was delivered with other content": {
    found: ["event_differs: "],
    deliveries: more(cryptoPaymentEvents.attentionRequired, (ids) => ({
      id: ids["row of attention"],
      event_id: ids["attention event"],
    })),
  },
  "an event that is still in the outbox": {
    found: ["event_left: "],
    deliveries: asTheyCame,
    sql: [
      `INSERT INTO crypto_payment_outbox (id, crypto_payment_id, name, data, deliver_at)
       VALUES ('cpayout_left', '{row of settled}', 'crypto_payment.settled', '{}', now())`,
    ],
  },
  "a payment that needs attention and is not in the feed": {
    found: ["notification_wrong: "],
    deliveries: asTheyCame,
    sql: [
      "DELETE FROM notification WHERE channel = 'feed' AND resource_id = '{attention event}'",
    ],
  },
  "an event that is twice in the feed": {
    found: ["notification_wrong: "],
    deliveries: asTheyCame,
    sql: [notifyAgain("feed")],
  },
  "an e-mail that was not sent": {
    found: ["notification_wrong: "],
    deliveries: asTheyCame,
    sql: [
      "UPDATE notification SET status = 'failure' WHERE channel = 'email' AND resource_id = '{attention event}'",
    ],
  },
  "two e-mails to one address": {
    found: ["notification_wrong: "],
    deliveries: asTheyCame,
    sql: [notifyAgain("email")],
  },
}

/** What looks like a corruption and is none. */
const RIGHT: Record<string, Omit<Corruption, "found">> = {
  "an order that core was stopped at, and the shopper has seen since": {
    sql: [
      set("duplicate", "attention_reason = 'order_not_placed'"),
      `UPDATE cart SET completed_at = NULL WHERE id = ${of("cart_id", "duplicate")}`,
    ],
  },
  "an edited order that was placed for another total, and about which a person is asked":
    {
      sql: [
        originalTotalOfEdited,
        set(
          "edited",
          "state = 'attention', attention_reason = 'amount_mismatch'"
        ),
      ],
    },
  "an order that waits for a cent, while a timeline says nothing is due": {
    sql: [total("pending_difference", "0.01"), noteDue("0.00")],
  },
  "an open payment of an unknown status that a person has": {
    sql: [
      set(
        "open",
        "gateway_status = 'underpaid', next_check_at = NULL, attention_reason = 'unknown_status'"
      ),
    ],
  },
  "an order that core stopped taking back": {
    sql: [
      `UPDATE payment SET canceled_at = now() WHERE ${OTHER_PAYMENT}`,
      `UPDATE workflow_execution SET state = 'compensating' WHERE workflow_id = 'complete-cart'
          AND context::text LIKE '%{order paid otherwise}%'`,
    ],
  },
  "what another system of the merchant was paid": {
    payments: (payments) => [
      ...payments,
      {
        ...payments[0],
        id: "elsewhere",
        status: "confirmed",
        callback_url: "https://elsewhere.test/paid",
      },
    ],
  },
  "an order whose money is pending past its time": {
    payments: said("unpaid", () => ({ status: "pending" })),
    terms: () => ({ now: Date.now() + 2 * HOUR_MS }),
  },
  "late money after the time was over, whoever was first": {
    payments: had(["expired", -60_000], ["confirmed", -10]),
  },
  "an order that an admin canceled": {
    payments: had(["pending", -1_000]),
    terms: ({ ids }) => ({
      endedAt: new Map(),
      canceledByAdmin: new Set([ids["order of canceled"]]),
    }),
  },
  "stock of an order that an admin and the job canceled, counted again by core":
    {
      sql: [countAgain],
      terms: canceledByAdmin,
    },
  "an order that was canceled before it was announced": {
    deliveries: without(
      cryptoPaymentEvents.awaitingPayment,
      "order of canceled"
    ),
  },
  "events that came twice": { deliveries: (all) => [...all, ...all] },
  "an event about the gateway": {
    deliveries: more(cryptoPaymentEvents.gatewayRefused, () => ({
      merchant: "default",
      refused: "webhooks",
    })),
  },
  "an e-mail that failed before it was sent": {
    sql: [notifyAgain("email", "failure")],
    deliveries: asTheyCame,
  },
}

const auditor = refundSuite("the auditor", (shop) => {
  const { actions, control, customer, pay, refundRequests, shopper } = shop
  const scene: Scene = { ids: {}, canceledAt: 0 }
  const delivered: Delivery[] = []

  beforeAll(async () => {
    const bus = shop.container().resolve(Modules.EVENT_BUS)
    for (const name of Object.values(cryptoPaymentEvents)) {
      bus.subscribe(name, async ({ data }) => {
        delivered.push({ name, data: data as Delivery["data"] })
      })
    }
    await shop.setProviders([HOSTED, INLINE, MANUAL, FIRST])
    const { ids } = scene
    for (const name of ["settled", "settledToo", "edited"]) {
      ids[name] = (await shop.openPayment()).gatewayId
      await control.payAndDeliver(ids[name])
    }
    ids.edit = await payEdit(ids.edited)
    const attention = await shop.openPayment()
    await shopper.addItem(attention.cart.id, shop.item())
    await control.payAndDeliver((ids.attention = attention.gatewayId))
    const duplicate = await shop.openPayment()
    await shop.orderOtherwise(duplicate.cart.id)
    await control.payAndDeliver((ids.duplicate = duplicate.gatewayId))
    ids.open = (await shop.openPayment()).gatewayId
    const otherCart = await shop.prepareCart()
    ids["order paid otherwise"] = await shop.orderOtherwise(otherCart.id)
    for (const name of ["paid", "unpaid", "canceled"]) await placeFirst(name)
    await control.payAndDeliver(ids.paid)
    await control.expire(ids.canceled)
    await cancelOrderWorkflow(shop.container()).run({
      input: { order_id: ids["order of canceled"] },
    })
    scene.canceledAt = Date.now()
    const [over, plain] = [await pay({ kind: "over" }), await pay()]
    await sendBack(over.id)
    await sendBack(over.id, { amount: "2" })
    await sendBack(plain.id, { amount: "1" })
    await actions.refund(plain.id, "1.50", newHash())
    Object.assign(ids, { over: over.gatewayId, plain: plain.gatewayId })
    await nameRows()
    await eventually(
      async () =>
        (await shop.db()("crypto_payment_outbox")).length === 0 || undefined,
      { otherwise: "Events were not delivered." }
    )
    const event = delivered.find(
      ({ name, data }) =>
        name === cryptoPaymentEvents.attentionRequired &&
        data.id === ids["row of attention"]
    )
    ids["attention event"] = String(event?.data.event_id)
  })

  it("finds nothing where nothing is wrong", async () => {
    const { violations, figures } = await auditAfter({ deliveries: asTheyCame })
    expect(violations).toEqual([])
    expect(figures).toEqual({
      payments: 12,
      confirmed: 9,
      settled: 7,
      attention: 2,
      orders: 10,
      refunds: 4,
    })
  })

  it.each(Object.entries(CORRUPTIONS))(
    "reports %s",
    async (_what, { found, ...corruption }) => {
      const { violations } = await auditAfter(corruption)
      expect(violations.map(shortened)).toEqual(found)
    }
  )

  it.each(Object.entries(RIGHT))("accepts %s", async (_what, change) => {
    expect((await auditAfter(change)).violations).toEqual([])
  })

  /** A rule that no corruption reaches could be broken unseen. */
  it("has a corruption for each rule", () => {
    const found = Object.values(CORRUPTIONS).flatMap((each) => each.found)
    const reached = new Set(found.map((text) => text.split(":")[0]))
    expect(new Set(RULES.map(({ name }) => name))).toEqual(reached)
  })

  /** Writes the change into a copy of the books that no other test sees. */
  async function auditAfter({
    sql = [],
    payments = (all) => all,
    deliveries,
    terms = () => ({}),
    testModes,
  }: Omit<Corruption, "found">): Promise<AuditReport> {
    const { ids, canceledAt } = scene
    const transaction = await shop.db().transaction()
    try {
      for (const statement of sql) {
        const { rowCount } = await transaction.raw(
          statement.replace(
            /\{([a-z ]+)\}/gi,
            (text, name) => ids[name] ?? text
          )
        )
        // Null where the statement is not about rows.
        if (rowCount !== null) expect(rowCount).toBeGreaterThan(0)
      }
      return auditBooks(
        payments(await control.payments(), scene),
        await readBooks({ query: (text) => transaction.raw(text) }),
        {
          testModes: {
            [HOSTED]: false,
            [INLINE]: false,
            [FIRST]: false,
            ...testModes,
          },
          unpaidOrders: {
            providers: [FIRST],
            payableMs: HOUR_MS,
            slackMs: 0,
            now: Date.now(),
            endedAt: new Map([[ids["cart of canceled"], canceledAt - 60_000]]),
            canceledByAdmin: new Set(),
            stock: {
              [String(shop.store.products.shirt.inventoryItemId)]: 1_000,
            },
            ...terms(scene),
          },
          deliveries: deliveries?.(delivered, scene),
        }
      )
    } finally {
      await transaction.rollback()
    }
  }

  /** Rule, payment and order of a violation, by their names. */
  function shortened({
    rule,
    gatewayPaymentId,
    orderId,
  }: AuditReport["violations"][number]): string {
    const names = Object.entries(scene.ids)
    const concerned = [gatewayPaymentId, orderId].flatMap((id) =>
      id ? [names.find(([, each]) => each === id)?.[0] ?? id] : []
    )
    return `${rule}: ${concerned.join(", ")}`
  }

  async function nameRows(): Promise<void> {
    const { ids } = scene
    for (const [name, id] of Object.entries({ ...ids })) {
      const [found] = await shop
        .db()("crypto_payment")
        .where({ gateway_payment_id: id })
        .leftJoin("order_cart", "order_cart.cart_id", "crypto_payment.cart_id")
        .select(
          "crypto_payment.id",
          "crypto_payment.cart_id",
          "order_cart.order_id"
        )
      if (!found) continue
      ids[`row of ${name}`] = found.id
      if (found.cart_id) ids[`cart of ${name}`] = found.cart_id
      if (found.order_id) ids[`order of ${name}`] = found.order_id
    }
  }

  /** The gateway's id of the payment of something that was added to an order. */
  async function payEdit(gateway_payment_id: string): Promise<string> {
    const [{ order_id }] = await shop
      .db()("crypto_payment")
      .where({ gateway_payment_id })
    const due = await shop.addToOrder(order_id)
    const { data } = await shopper.openSession(due, HOSTED)
    const id = String(data?.gateway_payment_id)
    await control.payAndDeliver(id)
    return id
  }

  async function placeFirst(name: string): Promise<void> {
    const cart = await shop.prepareCart("shirt")
    const { data } = await shopper.startPayment(cart.id, FIRST)
    scene.ids[name] = String(data?.gateway_payment_id)
    const order = await shopper.placeOrder(cart.id)
    scene.ids[`order of ${name}`] = order.id
  }

  async function sendBack(id: string, body: object = {}): Promise<void> {
    const { refund_request, token } = await refundRequests.request(id, body)
    await customer.confirm(token, tronAddress())
    await refundRequests.send(refund_request.id, newHash())
  }
})

testShop({
  gateway: { expires: true, retryIntervalSeconds: 1 },
  environment: {
    CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
      first: { placeOrder: "before_payment" },
    }),
    CRYPTO_NOTIFY: JSON.stringify({ email: [OFFICE] }),
    NOTIFICATION_CHANNELS: "feed,email",
  },
  suites: [auditor],
})
