import type { InferTypeOf } from "@medusajs/framework/types"
import { model } from "@medusajs/framework/utils"
import {
  ATTEMPT_STATES,
  ATTENTION_REASONS,
  REFUND_KINDS,
  REFUND_REQUEST_STATES,
  REFUND_STATUSES,
} from "../column-values"

/**
 * An attempt to pay in crypto: one payment at the gateway, and what became of it in Medusa; kept
 * for good. Amounts are decimal strings: `amount` in `currency_code` with that currency's digits,
 * those in `crypto_currency` as the gateway wrote them. Once `superseded_at` is set it serves no
 * further session.
 * @see reportedCrypto
 */
const CryptoPayment = model
  .define("crypto_payment", {
    id: model.id({ prefix: "cpay" }).primaryKey(),
    provider_id: model.text(),
    merchant_id: model.text(),
    flow: model.enum(["widget", "h2h"]).nullable(),
    external_id: model.text(),
    revision: model.number().default(1),
    gateway_payment_id: model.text().nullable(),

    cart_id: model.text().nullable(),
    payment_collection_id: model.text().nullable(),
    payment_session_id: model.text().nullable(),
    authorized_session_id: model.text().nullable(),
    payment_id: model.text().nullable(),
    order_id: model.text().nullable(),

    amount: model.text().nullable(),
    currency_code: model.text().nullable(),
    target_currency: model.text().nullable(),
    /**
     * What arrived, else what was quoted;
     * before these were kept apart, what the gateway named last.
     */
    crypto_amount: model.text().nullable(),
    quoted_crypto_amount: model.text().nullable(),
    received_crypto_amount: model.text().nullable(),
    crypto_currency: model.text().nullable(),
    /** Of that coin, as the gateway listed it; null as long as its list does not tell. */
    crypto_network: model.text().nullable(),
    /** Price ÷ quoted coins, written once the payment is confirmed (see `quotedRate`). */
    crypto_rate: model.text().nullable(),
    /** `received_crypto_amount` at `crypto_rate`, in the currency of the price. */
    received_value: model.text().nullable(),
    /** Who pays the gateway's fee, as it was asked for; null for the gateway's default. */
    fee_payer: model.enum(["payer", "payee"]).nullable(),
    wallet_address: model.text().nullable(),
    checkout_url: model.text().nullable(),
    success_url: model.text().nullable(),
    fail_url: model.text().nullable(),
    is_test: model.boolean().nullable(),

    gateway_status: model.text().nullable(),
    gateway_amount: model.text().nullable(),
    gateway_currency: model.text().nullable(),
    state: model.enum([...ATTEMPT_STATES]).default("creating"),
    attention_reason: model.enum([...ATTENTION_REASONS]).nullable(),
    attention_fact: model.json().nullable(),
    resolution: model.json().nullable(),
    /** Null while no refund of the price is recorded; a surplus is none. */
    refund_status: model.enum([...REFUND_STATUSES]).nullable(),

    checks: model.number().default(0),
    tries: model.number().default(0),
    next_check_at: model.dateTime().nullable(),
    last_checked_at: model.dateTime().nullable(),
    lease_owner: model.text().nullable(),
    lease_until: model.dateTime().nullable(),

    opened_at: model.dateTime().nullable(),
    paid_at: model.dateTime().nullable(),
    settled_at: model.dateTime().nullable(),
    /** When order and capture were compared again, after core could roll back. */
    verified_at: model.dateTime().nullable(),
    closed_at: model.dateTime().nullable(),
    superseded_at: model.dateTime().nullable(),
    /** When a person decided that what arrived is enough. */
    shortfall_accepted_at: model.dateTime().nullable(),

    events: model.hasMany(() => CryptoPaymentEvent, {
      mappedBy: "crypto_payment",
    }),
    refunds: model.hasMany(() => CryptoPaymentRefund, {
      mappedBy: "crypto_payment",
    }),
  })
  // Only in the migration: `IDX_crypto_payment_authorized_unique`, by which one attempt has the
  // money of a cart; for the search `IDX_crypto_payment_amounts`, `..._address_parts` where the
  // database has trigrams, and the collation of `gateway_payment_id`, by which its index finds
  // what begins so. It leaves out the index of `deleted_at` that Medusa adds: no attempt is ever
  // deleted.
  .indexes([
    // The ids first: the list is searched for them alone.
    { on: ["external_id", "merchant_id"], unique: true },
    {
      on: ["gateway_payment_id", "merchant_id"],
      unique: true,
      where: "gateway_payment_id IS NOT NULL AND deleted_at IS NULL",
    },
    { on: ["next_check_at"], where: "next_check_at IS NOT NULL" },
    { on: ["state", "created_at"] },
    { on: ["created_at"] },
    { on: ["cart_id"] },
    { on: ["payment_collection_id"] },
    { on: ["payment_id"] },
    { on: ["order_id"] },
  ])

/**
 * One line of an attempt's timeline, only ever appended; kept for good. `fact` names what may be
 * written once per attempt, such as a status from one source.
 */
export const CryptoPaymentEvent = model
  .define("crypto_payment_event", {
    id: model.id({ prefix: "cpayev" }).primaryKey(),
    type: model.text(),
    source: model.text(),
    fact: model.text().nullable(),
    data: model.json().nullable(),
    at: model.dateTime(),
    crypto_payment: model.belongsTo(() => CryptoPayment, {
      mappedBy: "events",
    }),
  })
  .indexes([
    {
      on: ["crypto_payment_id", "fact"],
      unique: true,
      where: "fact IS NOT NULL AND deleted_at IS NULL",
    },
    { on: ["crypto_payment_id", "at"] },
    {
      name: "IDX_crypto_payment_event_paid_without_webhook",
      on: ["at"],
      where: "type = 'paid' AND source <> 'webhook' AND deleted_at IS NULL",
    },
  ])

/**
 * Coins that the merchant sent back, kept for good: `amount` in the attempt's priced currency. A
 * `return` or a `surplus` was never a payment of Medusa, so it is not booked there. `refund_id` is
 * the refund that Medusa booked for it. Only in the migration: `transaction_key` with its unique
 * index, by which one transaction is one refund, and
 * `IDX_crypto_payment_refund_transaction_search`.
 */
export const CryptoPaymentRefund = model
  .define("crypto_payment_refund", {
    id: model.id({ prefix: "cpayref" }).primaryKey(),
    kind: model.enum([...REFUND_KINDS]),
    amount: model.text(),
    crypto_amount: model.text().nullable(),
    currency_code: model.text(),
    transaction_hash: model.text(),
    note: model.text().nullable(),
    created_by: model.text().nullable(),
    refund_id: model.text().nullable(),
    /** When the payment and its order in Medusa showed all of it. */
    booked_at: model.dateTime().nullable(),
    /** The refund request that it closed. */
    request_id: model.text().nullable(),
    crypto_payment: model.belongsTo(() => CryptoPayment, {
      mappedBy: "refunds",
    }),
  })
  .indexes([
    {
      name: "IDX_crypto_payment_refund_transaction_unique",
      on: ["crypto_payment_id", "transaction_hash"],
      unique: true,
      where: "deleted_at IS NULL",
    },
    {
      on: ["refund_id"],
      unique: true,
      where: "refund_id IS NOT NULL AND deleted_at IS NULL",
    },
    {
      on: ["request_id"],
      unique: true,
      where: "request_id IS NOT NULL AND deleted_at IS NULL",
    },
  ])

/**
 * Which attempt a payment session was given, by the session's id. An attempt may have been given to
 * many sessions, and outlives them.
 */
export const CryptoPaymentSession = model
  .define("crypto_payment_session", {
    id: model.text().primaryKey(),
    crypto_payment_id: model.text(),
  })
  .indexes([{ on: ["crypto_payment_id"] }])

/**
 * An event for other code, until it came back from Medusa's event bus: empty but for the last
 * seconds. One about the gateway has no payment.
 */
export const CryptoPaymentOutbox = model
  .define("crypto_payment_outbox", {
    id: model.id({ prefix: "cpayout" }).primaryKey(),
    crypto_payment_id: model.text().nullable(),
    name: model.text(),
    data: model.json(),
    deliver_at: model.dateTime(),
  })
  .indexes([{ on: ["deliver_at"] }])

/**
 * Work of the reconcile job, by name; in the database, so that what an emptied or restored ledger
 * lacks is searched for at once. Two rows; two for each merchant: its search, and the
 * `callbackBaseUrl` of the server that works on its live payments; one for each file of a large
 * export, which is deleted when it is due; and one for each alarm of a merchant (`alarms.ts`): on
 * from `began_at` to `completed_at`, not raised again before `due_at`, with the number of failures
 * in a row as its `position`.
 */
export const CryptoPaymentTask = model.define("crypto_payment_task", {
  id: model.text().primaryKey(),
  due_at: model.dateTime(),
  /** When the pass that is under way began. */
  began_at: model.dateTime().nullable(),
  completed_at: model.dateTime().nullable(),
  position: model.number().default(0),
  callback_base_url: model.text().nullable(),
})

/**
 * What the merchant sends back to an address that the customer enters at a link; kept for good. Of
 * the link's secret only the SHA-256 is stored. One that still waits for its address after
 * `expires_at` counts as revoked.
 */
export const CryptoRefundRequest = model
  .define("crypto_refund_request", {
    id: model.id({ prefix: "cpayreq" }).primaryKey(),
    crypto_payment_id: model.text(),
    kind: model.enum([...REFUND_KINDS]),
    state: model
      .enum([...REFUND_REQUEST_STATES])
      .default("waiting_for_address"),

    amount: model.text(),
    currency_code: model.text(),
    crypto_amount: model.text(),
    crypto_currency: model.text(),
    crypto_name: model.text().nullable(),
    crypto_network: model.text().nullable(),
    /** Coins beyond those that were left of what arrived, to which the merchant agreed. */
    confirmed_excess: model.text().nullable(),

    token_hash: model.text().nullable(),
    expires_at: model.dateTime(),
    address: model.text().nullable(),
    /** The tag or memo that tells an exchange whose coins they are. */
    address_tag: model.text().nullable(),
    note: model.text().nullable(),
    transaction_hash: model.text().nullable(),
    created_by: model.text().nullable(),

    address_entered_at: model.dateTime().nullable(),
    sent_at: model.dateTime().nullable(),
    revoked_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["crypto_payment_id"] },
    {
      on: ["token_hash"],
      unique: true,
      where: "token_hash IS NOT NULL AND deleted_at IS NULL",
    },
    { on: ["state", "address_entered_at"] },
    { on: ["created_at"] },
  ])

/**
 * An order that is placed before its payment, by its cart's id. Written while core places the
 * order; deleted when it is paid, was not placed, or was canceled some time ago.
 */
export const CryptoUnpaidOrder = model
  .define("crypto_unpaid_order", {
    id: model.text().primaryKey(),
    provider_id: model.text(),
    order_id: model.text().nullable(),
    /** Until when it can be paid; null again once it is canceled. */
    cancel_at: model.dateTime().nullable(),
    next_check_at: model.dateTime(),
  })
  .indexes([{ on: ["next_check_at"] }, { on: ["order_id"] }])

/** Why a webhook delivery failed: a closed set, no text of the sender is stored. */
const FAILURE_REASONS = [
  /** A header of contract §6 is missing or is not what it should be. */
  "bad_headers",
  /** The signature does not fit the bytes: another secret, or bytes changed on the way. */
  "signature_mismatch",
  /** Authentic, but older than five minutes: a clock is off. */
  "stale_timestamp",
  "too_large",
  "unreadable",
  /** Another run on the same payment did not end in time. */
  "busy",
  /** Something failed on our side; the server's log says what. */
  "internal_error",
] as const

/**
 * When webhooks last reached the plugin, one row a payment provider; of the same kind, one after
 * the other, a process writes at most one in ten seconds.
 */
export const CryptoWebhookHealth = model.define("crypto_webhook_health", {
  provider_id: model.text().primaryKey(),
  last_delivery_at: model.dateTime().nullable(),
  last_failure_at: model.dateTime().nullable(),
  last_failure_reason: model.enum([...FAILURE_REASONS]).nullable(),
})

export type Attempt = Omit<
  InferTypeOf<typeof CryptoPayment>,
  "events" | "refunds"
>

export type Refund = Omit<
  InferTypeOf<typeof CryptoPaymentRefund>,
  "crypto_payment"
> & { crypto_payment_id: string }

export default CryptoPayment
