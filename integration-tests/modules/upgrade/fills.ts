import {
  GATEWAY_PROBLEMS,
  NOTICE_KINDS,
} from "../../../src/modules/crypto-payment"
import { firstFill } from "./first-fill"
import {
  ago,
  attempt,
  days,
  entry,
  needsAttention,
  paid,
  refund,
  refundRequest,
  settled,
  withTimelines,
  type Fill,
  type LedgerTable,
} from "./rows"

/**
 * What each version of the ledger wrote, by its migration: rows that the version
 * before it could not write, or wrote otherwise. A new migration gets an entry
 * here; an empty one where it changed nothing about what is written.
 */
export const fills: Readonly<Record<string, Fill>> = {
  Migration20261121090802: firstFill,

  // Refunds, return URLs, superseded attempts, resolving.
  Migration20261121115635: withTimelines(
    [
      attempt("returning", {
        success_url: "https://shop.example/done?cart_id=cart_returning",
        fail_url: "https://shop.example/again",
      }),
      attempt("superseded", { superseded_at: ago(20) }),
      settled("refunded"),
      settled("refunded_in_part"),
      needsAttention("late_payment", { closed_at: ago(55) }, "refunded_late"),
      attempt("resolved", {
        ...paid(),
        state: "resolved",
        attention_reason: "late_payment",
        attention_detail: "Too late.",
        next_check_at: null,
        resolution: {
          kind: "refunded",
          note: null,
          transaction_hash: "0xresolved",
          by: "user_1",
          at: ago(20).toISOString(),
        },
      }),
    ],
    {
      crypto_payment_event: [
        entry("refunded", "refund_recorded", { source: "admin" }),
        entry("refunded", "refund_booked", { source: "medusa" }),
        entry("superseded", "superseded", { fact: "superseded" }),
        entry("superseded", "not_expired", { fact: "not_expired" }),
        entry("open", "checked", { source: "admin" }),
        entry("order_not_placed", "order_retried", { source: "admin" }),
      ],
      crypto_payment_refund: [
        refund("all", "refunded", { amount: "19.99", refund_id: "ref_1" }),
        // One transaction for two payments, and in another case for one.
        refund("part", "refunded_in_part", { transaction_hash: "0xfeed" }),
        refund("part_again", "refunded_in_part", {
          transaction_hash: "0xFEED",
          note: "The rest follows.",
        }),
        refund("late", "refunded_late", { transaction_hash: "0xfeed" }),
        refund("deleted", "refunded_late", {
          transaction_hash: "0xfeed",
          deleted_at: ago(5),
        }),
        refund("resolved", "resolved", { amount: "19.99" }),
      ],
    }
  ),

  // The admin's list, webhook health.
  Migration20261121120919: withTimelines(
    // As long as the late window, then no more.
    [
      attempt("no_longer_watched", { checks: 40, next_check_at: null }),
      attempt("left_unknown", {
        checks: 40,
        gateway_status: "underpaid",
        next_check_at: null,
      }),
    ],
    {
      crypto_payment_event: [
        entry("settled", "order_canceled", { source: "medusa" }),
        entry("order_not_placed", "retried", { source: "admin" }),
      ],
      crypto_webhook_health: [
        { provider_id: "pp_crypto_crypto", last_delivery_at: ago(1) },
        ...[
          "bad_headers",
          "signature_mismatch",
          "stale_timestamp",
          "too_large",
          "unreadable",
          "busy",
          "internal_error",
        ].map((reason) => ({
          provider_id: `pp_crypto_${reason}`,
          last_failure_at: ago(2),
          last_failure_reason: reason,
        })),
      ],
    }
  ),

  // An index.
  Migration20261121191020: {},

  // Settled attempts are verified; the outbox.
  Migration20261122080730: withTimelines(
    [
      settled("to_be_verified", { next_check_at: ago(1) }),
      settled("verified", { verified_at: ago(40) }),
      attempt("reopened", { ...paid(), settled_at: ago(30) }),
    ],
    {
      crypto_payment_event: [entry("reopened", "reopened")],
      crypto_payment_outbox: [
        {
          id: "cpayout_1",
          crypto_payment_id: "cpay_to_be_verified",
          name: "crypto_payment.settled",
          data: { id: "cpay_to_be_verified", event_id: "cpayout_1" },
          deliver_at: ago(3),
        },
      ],
    }
  ),

  // An index.
  Migration20261122081200: {},

  // What the job does now and then.
  Migration20261122142407: {
    crypto_payment_event: [
      entry("settled", "leftover_order", { source: "reconcile" }),
      entry("settled", "refund_removed", { source: "reconcile" }),
    ],
    crypto_payment_task: [
      { id: "sweep:merchant-1", due_at: ago(1), completed_at: ago(60) },
      // Ended in the middle.
      {
        id: "canceled-orders",
        due_at: ago(5),
        began_at: ago(15),
        position: 40,
      },
    ],
  },

  // A reason more.
  Migration20261122174500: withTimelines([
    attempt("unknown_status", {
      checks: 41,
      gateway_status: "underpaid",
      attention_reason: "unknown_status",
      attention_detail: 'The gateway says "underpaid".',
      next_check_at: null,
    }),
  ]),

  // What older versions stopped looking at is due again.
  Migration20261122180500: {},

  // Orders that are placed before their payment.
  Migration20261123125741: {
    crypto_payment_event: [
      entry("open", "placed_unpaid", { source: "order" }),
      entry("order_not_placed", "canceled_unpaid", { source: "reconcile" }),
      entry("order_not_placed", "order_reinstated", { source: "admin" }),
    ],
    crypto_unpaid_order: [
      {
        id: "cart_open",
        provider_id: "pp_crypto_crypto",
        order_id: "order_open",
        cancel_at: ago(-days),
        next_check_at: ago(1),
      },
      // While core places the order.
      {
        id: "cart_inline",
        provider_id: "pp_crypto-h2h_crypto",
        next_check_at: ago(-1),
      },
    ],
  },

  // Quoted and received coins apart.
  Migration20261123200500: withTimelines([
    attempt("quoted", {
      gateway_status: "pending",
      crypto_amount: "21.53",
      quoted_crypto_amount: "21.53",
      crypto_currency: "USDT",
    }),
    settled("paid_short", {
      crypto_amount: "20.53",
      quoted_crypto_amount: "21.53",
      received_crypto_amount: "20.53",
    }),
  ]),

  // Underpaid, and accepted.
  Migration20261123203000: withTimelines(
    [
      needsAttention("underpaid", {
        quoted_crypto_amount: "25",
        received_crypto_amount: "21.53",
      }),
      settled("accepted", { shortfall_accepted_at: ago(50) }),
    ],
    {
      crypto_payment_event: [
        entry("accepted", "shortfall_accepted", { source: "admin" }),
      ],
    }
  ),

  // Underpaid, its rest asked for; and completed by its rest.
  Migration20261123234500: withTimelines(
    [
      needsAttention(
        "underpaid",
        { quoted_crypto_amount: "25", received_crypto_amount: "21.53" },
        "asked"
      ),
      attempt("rest_asked", { rest_of: "cpay_asked" }),
      settled("completed", { rest_id: "cpay_rest_paid", rest_amount: "2.78" }),
      settled("rest_paid", { rest_of: "cpay_completed" }),
    ],
    {
      crypto_payment_event: [
        entry("asked", "rest_asked", { source: "admin" }),
        entry("completed", "rest_paid", {
          fact: "rest_paid:cpay_rest_paid",
        }),
      ],
    }
  ),

  // Refund requests in each state, and a surplus that was returned.
  Migration20261124033227: withTimelines(
    [
      settled("paid_over", {
        quoted_crypto_amount: "21.53",
        received_crypto_amount: "24.53",
        crypto_currency: "USDT_TRC20",
      }),
    ],
    {
      crypto_payment_event: [
        entry("paid_over", "refund_requested", { source: "admin" }),
        entry("paid_over", "refund_link_made", { source: "admin" }),
        entry("paid_over", "refund_address_entered", { source: "customer" }),
        entry("paid_over", "refund_reopened", { source: "admin" }),
        entry("paid_over", "refund_revoked", { source: "admin" }),
      ],
      crypto_payment_refund: [
        refund("surplus", "paid_over", {
          kind: "surplus",
          amount: "2.79",
          crypto_amount: "3",
          transaction_hash: "ab".repeat(32),
          request_id: "cpayreq_sent",
        }),
      ],
      crypto_refund_request: [
        refundRequest("waiting", "paid_over", { token_hash: "a1" }),
        refundRequest("expired", "paid_over", {
          token_hash: "a2",
          expires_at: ago(1),
        }),
        refundRequest("entered", "paid_over", {
          token_hash: "a3",
          state: "address_entered",
          address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
          address_entered_at: ago(3),
        }),
        refundRequest("revoked", "paid_over", {
          state: "revoked",
          revoked_at: ago(2),
        }),
        refundRequest("sent", "paid_over", {
          token_hash: "a4",
          kind: "surplus",
          state: "sent",
          address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
          address_entered_at: ago(3),
          transaction_hash: "ab".repeat(32),
          sent_at: ago(1),
        }),
      ],
    }
  ),

  // Notices in each state, a failing gateway, and a link for a customer's mail.
  Migration20261124222000: withTimelines(
    [
      needsAttention(
        "late_payment",
        { notice_id: "cpaynot_attention" },
        "noticed"
      ),
    ],
    {
      crypto_refund_request: [
        refundRequest("mailed", "paid_over", {
          token_hash: "a5",
          mailed_token_hash: "b5",
        }),
      ],
      crypto_payment_event: [
        entry("paid_over", "refund_link_made", { source: "store" }),
      ],
      crypto_notice: NOTICE_KINDS.map((kind) => ({
        id: `cpaynot_${kind}`,
        kind,
        subject_id: kind === "attention" ? "cpay_noticed" : "subject",
        merchant_id: "merchant-1",
        reason: kind === "attention" ? "late_payment" : null,
        data: kind === "digest" ? { start: ago(days), end: ago(1) } : null,
        opened_at: ago(20),
        cleared_at: kind === "digest" ? ago(20) : null,
        deliver_at: ago(1),
      })),
      crypto_gateway_health: GATEWAY_PROBLEMS.map((problem) => ({
        merchant_id: `merchant-${problem}`,
        failing_since: ago(30),
        problem,
      })),
    }
  ),

  // What coins are worth, and who pays the gateway's fee.
  Migration20261125073000: withTimelines(
    [
      settled("rated", {
        quoted_crypto_amount: "25",
        received_crypto_amount: "24",
        crypto_rate: "0.7996",
        received_value: "19.19",
        fee_payer: "payee",
      }),
    ],
    { crypto_payment_event: [entry("rated", "stock_not_reserved")] }
  ),

  // Indexes, and totals that are counted from the rows.
  Migration20261125073500: {},

  // Comparisons in each state.
  Migration20261125074000: {
    crypto_books_comparison: ["running", "completed", "failed"].map(
      (state) => ({
        id: `cpaycmp_${state}`,
        first_day: "2026-10-01",
        last_day: "2026-10-31",
        time_zone: "Europe/Berlin",
        state,
      })
    ),
  },

  // A refund request of more coins than arrived.
  Migration20261125220000: {
    crypto_refund_request: [
      refundRequest("excess", "paid_over", {
        token_hash: "a6",
        confirmed_excess: "1.5",
      }),
    ],
  },

  // A refund whose coins are being sent, and one whose were not sent after all.
  Migration20261125221000: {
    crypto_payment_event: [
      entry("paid_over", "refund_sending", { source: "admin" }),
      entry("paid_over", "refund_not_sent", { source: "admin" }),
    ],
    crypto_refund_request: [
      refundRequest("sending", "paid_over", {
        token_hash: "a7",
        state: "address_entered",
        address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
        address_entered_at: ago(3),
        sending_at: ago(2),
        sending_by: "user_1",
      }),
    ],
  },
}

/** All that a ledger holds that was kept since the first version, up to `version`. */
export function ledgerAt(version: string): Required<Fill> {
  const written = Object.entries(fills).flatMap(([of, fill]) =>
    of <= version ? [fill] : []
  )
  const rowsOf = (table: LedgerTable) =>
    written.flatMap((fill) => fill[table] ?? [])
  return {
    crypto_payment: rowsOf("crypto_payment"),
    crypto_payment_event: rowsOf("crypto_payment_event"),
    crypto_payment_refund: rowsOf("crypto_payment_refund"),
    crypto_webhook_health: rowsOf("crypto_webhook_health"),
    crypto_payment_outbox: rowsOf("crypto_payment_outbox"),
    crypto_payment_task: rowsOf("crypto_payment_task"),
    crypto_unpaid_order: rowsOf("crypto_unpaid_order"),
    crypto_refund_request: rowsOf("crypto_refund_request"),
    crypto_notice: rowsOf("crypto_notice"),
    crypto_gateway_health: rowsOf("crypto_gateway_health"),
    crypto_books_comparison: rowsOf("crypto_books_comparison"),
  }
}
