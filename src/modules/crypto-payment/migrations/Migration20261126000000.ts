import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The ledger's tables. From the first release on, each change of them is a migration of its own.
 */
export class Migration20261126000000 extends Migration {
  override async up(): Promise<void> {
    for (const statement of LEDGER) this.addSql(statement)
  }

  override async down(): Promise<void> {
    for (const table of TABLES) {
      this.addSql(`drop table if exists "${table}" cascade;`)
    }
  }
}

const TABLES = [
  "crypto_payment",
  "crypto_payment_session",
  "crypto_payment_event",
  "crypto_payment_outbox",
  "crypto_payment_refund",
  "crypto_refund_request",
  "crypto_unpaid_order",
  "crypto_payment_task",
  "crypto_webhook_health",
]

const LEDGER = [
  `create table if not exists "crypto_payment" ("id" text not null, "provider_id" text not null, "merchant_id" text not null, "flow" text check ("flow" in ('widget', 'h2h')) null, "external_id" text not null, "revision" integer not null default 1, "gateway_payment_id" text collate "C" null, "cart_id" text null, "payment_collection_id" text null, "payment_session_id" text null, "authorized_session_id" text null, "payment_id" text null, "order_id" text null, "amount" text null, "currency_code" text null, "target_currency" text null, "crypto_amount" text null, "crypto_currency" text null, "crypto_network" text null, "wallet_address" text null, "checkout_url" text null, "is_test" boolean null, "gateway_status" text null, "gateway_amount" text null, "gateway_currency" text null, "state" text check ("state" in ('creating', 'open', 'paid', 'settled', 'attention', 'resolved', 'closed')) not null default 'creating', "attention_reason" text check ("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment', 'unknown_status', 'underpaid', 'received_amount_unknown')) null, "attention_fact" jsonb null, "resolution" jsonb null, "refund_status" text check ("refund_status" in ('partially_refunded', 'refunded')) null, "checks" integer not null default 0, "tries" integer not null default 0, "next_check_at" timestamptz null, "last_checked_at" timestamptz null, "lease_owner" text null, "lease_until" timestamptz null, "opened_at" timestamptz null, "paid_at" timestamptz null, "settled_at" timestamptz null, "closed_at" timestamptz null, "success_url" text null, "fail_url" text null, "superseded_at" timestamptz null, "verified_at" timestamptz null, "quoted_crypto_amount" text null, "received_crypto_amount" text null, "shortfall_accepted_at" timestamptz null, "crypto_rate" text null, "received_value" text null, "fee_payer" text check ("fee_payer" in ('payer', 'payee')) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_pkey" primary key ("id"));`,
  // A search for what a person typed: the price, or the coins.
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_amounts" ON "crypto_payment" USING gin ((ARRAY[amount, crypto_amount])) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_cart_id" ON "crypto_payment" (cart_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_created_at" ON "crypto_payment" (created_at) WHERE deleted_at IS NULL;`,
  // No index of deleted_at, which Medusa's generator adds: no attempt is ever deleted.
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_external_id_merchant_id_unique" ON "crypto_payment" (external_id, merchant_id) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_gateway_payment_id_merchant_id_unique" ON "crypto_payment" (gateway_payment_id, merchant_id) WHERE (gateway_payment_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_next_check_at" ON "crypto_payment" (next_check_at) WHERE (next_check_at IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_order_id" ON "crypto_payment" (order_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_payment_collection_id" ON "crypto_payment" (payment_collection_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_payment_id" ON "crypto_payment" (payment_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_state_created_at" ON "crypto_payment" (state, created_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "crypto_payment_session" ("id" text not null, "crypto_payment_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_session_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_session_crypto_payment_id" ON "crypto_payment_session" (crypto_payment_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_session_deleted_at" ON "crypto_payment_session" (deleted_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "crypto_payment_event" ("id" text not null, "type" text not null, "source" text not null, "fact" text null, "data" jsonb null, "at" timestamptz not null, "crypto_payment_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_event_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_crypto_payment_id" ON "crypto_payment_event" (crypto_payment_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_crypto_payment_id_at" ON "crypto_payment_event" (crypto_payment_id, at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_event_crypto_payment_id_fact_unique" ON "crypto_payment_event" (crypto_payment_id, fact) WHERE (fact IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_deleted_at" ON "crypto_payment_event" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_paid_without_webhook" ON "crypto_payment_event" (at) WHERE (type = 'paid') AND (source <> 'webhook') AND (deleted_at IS NULL);`,
  `alter table "crypto_payment_event" add constraint "crypto_payment_event_crypto_payment_id_foreign" foreign key ("crypto_payment_id") references "crypto_payment" ("id") on update cascade;`,
  `create table if not exists "crypto_payment_outbox" ("id" text not null, "crypto_payment_id" text null, "name" text not null, "data" jsonb not null, "deliver_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_outbox_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_outbox_deleted_at" ON "crypto_payment_outbox" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_outbox_deliver_at" ON "crypto_payment_outbox" (deliver_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "crypto_payment_refund" ("id" text not null, "amount" text not null, "currency_code" text not null, "transaction_hash" text not null, "note" text null, "created_by" text null, "refund_id" text null, "booked_at" timestamptz null, "crypto_payment_id" text not null, "kind" text check ("kind" in ('refund', 'return', 'surplus')) not null, "crypto_amount" text null, "request_id" text null, "transaction_key" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_refund_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_crypto_payment_id" ON "crypto_payment_refund" (crypto_payment_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_deleted_at" ON "crypto_payment_refund" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_refund_id_unique" ON "crypto_payment_refund" (refund_id) WHERE (refund_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_request_id_unique" ON "crypto_payment_refund" (request_id) WHERE (request_id IS NOT NULL) AND (deleted_at IS NULL);`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_transaction_key_unique" ON "crypto_payment_refund" (transaction_key) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_transaction_search" ON "crypto_payment_refund" (lower(transaction_hash) text_pattern_ops) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_transaction_unique" ON "crypto_payment_refund" (crypto_payment_id, transaction_hash) WHERE deleted_at IS NULL;`,
  `alter table "crypto_payment_refund" add constraint "crypto_payment_refund_crypto_payment_id_foreign" foreign key ("crypto_payment_id") references "crypto_payment" ("id") on update cascade;`,
  `create table if not exists "crypto_refund_request" ("id" text not null, "crypto_payment_id" text not null, "kind" text check ("kind" in ('refund', 'return', 'surplus')) not null, "state" text check ("state" in ('waiting_for_address', 'address_entered', 'sent', 'revoked')) not null default 'waiting_for_address', "amount" text not null, "currency_code" text not null, "crypto_amount" text not null, "crypto_currency" text not null, "crypto_name" text null, "crypto_network" text null, "token_hash" text null, "expires_at" timestamptz not null, "address" text null, "address_tag" text null, "note" text null, "transaction_hash" text null, "created_by" text null, "address_entered_at" timestamptz null, "sent_at" timestamptz null, "revoked_at" timestamptz null, "confirmed_excess" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_refund_request_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_created_at" ON "crypto_refund_request" (created_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_crypto_payment_id" ON "crypto_refund_request" (crypto_payment_id) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_deleted_at" ON "crypto_refund_request" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_state_address_entered_at" ON "crypto_refund_request" (state, address_entered_at) WHERE deleted_at IS NULL;`,
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_refund_request_token_hash_unique" ON "crypto_refund_request" (token_hash) WHERE (token_hash IS NOT NULL) AND (deleted_at IS NULL);`,
  `create table if not exists "crypto_unpaid_order" ("id" text not null, "provider_id" text not null, "order_id" text null, "cancel_at" timestamptz null, "next_check_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_unpaid_order_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_unpaid_order_deleted_at" ON "crypto_unpaid_order" (deleted_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_unpaid_order_next_check_at" ON "crypto_unpaid_order" (next_check_at) WHERE deleted_at IS NULL;`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_unpaid_order_order_id" ON "crypto_unpaid_order" (order_id) WHERE deleted_at IS NULL;`,
  `create table if not exists "crypto_payment_task" ("id" text not null, "due_at" timestamptz not null, "began_at" timestamptz null, "completed_at" timestamptz null, "position" integer not null default 0, "callback_base_url" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_task_pkey" primary key ("id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_task_deleted_at" ON "crypto_payment_task" (deleted_at) WHERE deleted_at IS NULL;`,
  `create table if not exists "crypto_webhook_health" ("provider_id" text not null, "last_delivery_at" timestamptz null, "last_failure_at" timestamptz null, "last_failure_reason" text check ("last_failure_reason" in ('bad_headers', 'signature_mismatch', 'stale_timestamp', 'too_large', 'unreadable', 'busy', 'internal_error')) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_webhook_health_pkey" primary key ("provider_id"));`,
  `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_health_deleted_at" ON "crypto_webhook_health" (deleted_at) WHERE deleted_at IS NULL;`,
  // One attempt has the money of a cart, or of a collection without one.
  // A resolved one stays resolved.
  `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_authorized_unique" ON "crypto_payment" (coalesce(cart_id, payment_collection_id)) WHERE authorized_session_id IS NOT NULL AND state <> 'resolved' AND deleted_at IS NULL;`,
  // Parts of an address, where the database has the extension.
  `DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_address_parts" ON "crypto_payment"
      USING gin (lower(wallet_address) gin_trgm_ops) WHERE deleted_at IS NULL;
  EXCEPTION WHEN OTHERS THEN RAISE NOTICE 'pg_trgm: %', SQLERRM;
  END $$;`,
]
