import { generateEntityId } from "@medusajs/framework/utils"
import type { Advice } from "../admin-actions/attention"
import { inSeconds } from "../attempts/rows"
import type { AttentionReason, Resolution } from "../column-values"
import type { Database } from "../database"
import type { Attempt } from "../models/crypto-payment"
import {
  cryptoDifference,
  type CryptoDifference,
} from "../shortfalls/shortfall"

const OUTBOX_TABLE = "crypto_payment_outbox"

/** The run that wrote an event delivers it itself, and it comes back, within this time. */
const OWN_DELIVERY_SECONDS = 60

/**
 * Until a delivery that did not come back is repeated: as long as the event is old, within these.
 */
const MIN_RETRY_SECONDS = 60
const MAX_RETRY_SECONDS = 60 * 60
const OLD_SECONDS = 24 * 60 * 60

/** An event as Medusa's event bus gets it. */
export type OutboxEvent = {
  id: string
  name: string
  data: Record<string, unknown>
}

/** ISO 8601, of the transaction's time on the database's clock. */
const OCCURRED_AT = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Writes an event in the transaction of its change. @param attempt as it is now. */
export async function enqueueEvent(
  db: Database,
  { name, data }: NewCryptoPaymentEvent,
  attempt: Attempt
): Promise<OutboxEvent> {
  const { quoted_crypto_amount, received_crypto_amount } = attempt
  const envelope: Omit<CryptoPaymentEventEnvelope, "event_id" | "occurred_at"> =
    {
      crypto_currency: attempt.crypto_currency,
      quoted_crypto_amount,
      received_crypto_amount,
      crypto_difference: cryptoDifference(attempt),
      crypto_rate: attempt.crypto_rate,
      received_value: attempt.received_value,
    }
  return await insertEvent(db, {
    name,
    crypto_payment_id: data.id,
    data: { ...data, ...envelope },
    deliverInSeconds: OWN_DELIVERY_SECONDS,
  })
}

/** As `enqueueEvent`. No run delivers it: the next one of the scheduled job does. */
export async function enqueueGatewayEvent(
  db: Database,
  { name, data }: NewCryptoGatewayEvent
): Promise<OutboxEvent> {
  const event = { name, crypto_payment_id: null, data, deliverInSeconds: 0 }
  return await insertEvent(db, event)
}

async function insertEvent(
  db: Database,
  {
    name,
    crypto_payment_id,
    data,
    deliverInSeconds,
  }: Pick<OutboxEvent, "name" | "data"> & {
    crypto_payment_id: string | null
    deliverInSeconds: number
  }
): Promise<OutboxEvent> {
  const id = generateEntityId(undefined, "cpayout")
  const [event] = await db(OUTBOX_TABLE)
    .insert({
      id,
      name,
      crypto_payment_id,
      data: db.raw(
        `?::jsonb || jsonb_build_object('occurred_at', ${OCCURRED_AT})`,
        [JSON.stringify({ ...data, event_id: id })]
      ),
      deliver_at: inSeconds(db, deliverInSeconds),
    })
    .returning<OutboxEvent[]>(["id", "name", "data"])
  return event
}

/**
 * `is_old`: it was delivered before, more than a day after it was written, and did not come back.
 */
export type DequeuedEvent = OutboxEvent & { is_old: boolean }

export class Outbox {
  constructor(private readonly db: Database) {}

  /** Takes undelivered events, oldest first; each comes back, ever later, until it is removed. */
  async dequeue(limit: number): Promise<DequeuedEvent[]> {
    const { rows } = await this.db.raw<{ rows: DequeuedEvent[] }>(
      `WITH due AS MATERIALIZED (
         SELECT id, deliver_at FROM ${OUTBOX_TABLE}
          WHERE deliver_at <= now() AND deleted_at IS NULL
          ORDER BY deliver_at, id
          LIMIT ?
          FOR UPDATE SKIP LOCKED)
       UPDATE ${OUTBOX_TABLE} AS event
          SET deliver_at = now() + least(greatest(
                now() - event.created_at, ? * interval '1 second'), ? * interval '1 second')
         FROM due
        WHERE event.id = due.id
       RETURNING event.id, event.name, event.data,
                 due.deliver_at > event.created_at + ? * interval '1 second' AS is_old`,
      [limit, MIN_RETRY_SECONDS, MAX_RETRY_SECONDS, OLD_SECONDS]
    )
    return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.db(OUTBOX_TABLE).whereIn("id", ids).delete()
  }
}

/** The events that stores can subscribe to; each is delivered at least once. */
export const cryptoPaymentEvents = {
  /** An order waits to be paid: `CryptoPaymentAwaitingPaymentEvent`. */
  awaitingPayment: "crypto_payment.awaiting_payment",
  /** A confirmed payment became a paid order: `CryptoPaymentSettledEvent`. */
  settled: "crypto_payment.settled",
  /** A payment needs attention: `CryptoPaymentAttentionRequiredEvent`. */
  attentionRequired: "crypto_payment.attention_required",
  /** A person dealt with such a payment: `CryptoPaymentResolvedEvent`. */
  resolved: "crypto_payment.resolved",
  /** A payment ended unpaid, and no other one took its place: `CryptoPaymentExpiredEvent`. */
  expired: "crypto_payment.expired",
  /**
   * A refund is offered to the customer, who has to enter an address: `CryptoPaymentRefundEvent`.
   */
  refundRequested: "crypto_payment.refund_requested",
  /** The customer entered an address; the coins can be sent: `CryptoPaymentRefundEvent`. */
  refundAddressEntered: "crypto_payment.refund_address_entered",
  /** An admin recorded coins that were sent back: `CryptoPaymentRefundSentEvent`. */
  refundSent: "crypto_payment.refund_sent",
  /** The gateway refuses a merchant's key, or its webhooks are refused: `CryptoGatewayEvent`. */
  gatewayRefused: "crypto_payment.gateway_refused",
  /** What was refused works again: `CryptoGatewayEvent`. */
  gatewayRestored: "crypto_payment.gateway_restored",
} as const

/**
 * In the data of each event of a payment. A subscriber that acts twice on the same
 * `event_id` acts on a repeated delivery; `occurred_at` is ISO 8601. The
 * amounts of coins are decimal strings in `crypto_currency`, null where the
 * gateway did not name them; `crypto_difference` is null without both. `crypto_rate` is the rate
 * of the quote, the price of one coin, and `received_value` what arrived at that rate.
 */
export type CryptoPaymentEventEnvelope = {
  crypto_currency: string | null
  quoted_crypto_amount: string | null
  received_crypto_amount: string | null
  crypto_difference: CryptoDifference | null
  crypto_rate: string | null
  received_value: string | null
  event_id: string
  occurred_at: string
}

/**
 * Of an order that was placed before its payment. `pay_url` is the storefront's pay page, null
 * where the storefront's address is not known; `pay_until` is ISO 8601.
 */
export type CryptoPaymentAwaitingPaymentEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string
  pay_url: string | null
  pay_until: string
}

/** `order_id` is null for a payment collection without an order; `reason` is null. */
export type CryptoPaymentSettledEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: null
}

/**
 * `order_id` is the order that it concerns, where there is one: with the reason `amount_mismatch`
 * that order was placed for another amount than was paid, and must not be shipped; with `underpaid`
 * it is not paid. With `unknown_status` no money was confirmed; with each other reason it was.
 * `advice` is English, one text for each reason; `reason_key` names the reason's text in the
 * translations of the admin (`src/admin/i18n/json`). The event is emitted again only when the
 * reason or the order changes.
 */
export type CryptoPaymentAttentionRequiredEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: AttentionReason
  reason_key: string
  advice: Advice
}

/** `reason` is why it had needed attention, `kind` how it was dealt with. */
export type CryptoPaymentResolvedEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: AttentionReason | null
  kind: Resolution["kind"]
}

/**
 * `reason` is the gateway's status, `expired` or `failed`. Not emitted for a payment that another
 * one replaced, or whose cart or collection is paid. `order_id` is the order that is unpaid, where
 * there is one, and `pay_url` where it can still be paid. Money may still come late.
 */
export type CryptoPaymentExpiredEvent = CryptoPaymentEventEnvelope & {
  id: string
  order_id: string | null
  reason: string
  pay_url: string | null
}

/** Of a refund request. It never contains the link: only the one who makes a link gets it. */
export type CryptoPaymentRefundEvent = CryptoPaymentEventEnvelope & {
  id: string
  refund_request_id: string
  order_id: string | null
}

/** `refund_request_id` is null for a refund that was recorded without a request. */
export type CryptoPaymentRefundSentEvent = CryptoPaymentEventEnvelope & {
  id: string
  refund_id: string
  refund_request_id: string | null
  order_id: string | null
}

/** What is refused: the key by the gateway, or the gateway's webhooks by this store. */
export type Refused = "key" | "webhooks"

/**
 * Of a merchant by its key in the options, `default` where there is one only, and not of a payment.
 * `refused` is `key` where the gateway refused to open a payment with its key, which nobody can
 * pay, and `webhooks` where the signature of two webhooks in a row did not fit; `provider_id` is
 * where it was seen, and `refused_at` (ISO 8601) since when. Emitted once, and once again when it
 * works. Anybody can send a webhook with a wrong signature: do not act on it by a program.
 */
export type CryptoGatewayEvent = Pick<
  CryptoPaymentEventEnvelope,
  "event_id" | "occurred_at"
> & {
  merchant: string
  provider_id: string
  refused: Refused
  refused_at: string
}

type NewEvent<Name extends keyof typeof cryptoPaymentEvents, Event> = {
  name: (typeof cryptoPaymentEvents)[Name]
  data: Omit<Event, keyof CryptoPaymentEventEnvelope>
}

/** An event before it has an id and a time. */
export type NewCryptoPaymentEvent =
  | NewEvent<"awaitingPayment", CryptoPaymentAwaitingPaymentEvent>
  | NewEvent<"settled", CryptoPaymentSettledEvent>
  | NewEvent<"attentionRequired", CryptoPaymentAttentionRequiredEvent>
  | NewEvent<"resolved", CryptoPaymentResolvedEvent>
  | NewEvent<"expired", CryptoPaymentExpiredEvent>
  | NewEvent<
      "refundRequested" | "refundAddressEntered",
      CryptoPaymentRefundEvent
    >
  | NewEvent<"refundSent", CryptoPaymentRefundSentEvent>

/** An event about a merchant's gateway before it has an id and a time. */
export type NewCryptoGatewayEvent = NewEvent<
  "gatewayRefused" | "gatewayRestored",
  CryptoGatewayEvent
>
