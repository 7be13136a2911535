import { Migration } from "@medusajs/framework/mikro-orm/migrations"

// What a search looks for by its beginning, in either case. Written by hand: the
// models cannot say this, so a generated migration must not take it away.
const searched = [
  ["IDX_crypto_payment_external_id_search", "crypto_payment", "external_id"],
  [
    "IDX_crypto_payment_gateway_id_search",
    "crypto_payment",
    "gateway_payment_id",
  ],
  ["IDX_crypto_payment_address_search", "crypto_payment", "wallet_address"],
  [
    "IDX_crypto_payment_refund_transaction_search",
    "crypto_payment_refund",
    "transaction_hash",
  ],
] as const

export class Migration20261121120919 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_webhook_health" ("provider_id" text not null, "last_delivery_at" timestamptz null, "last_failure_at" timestamptz null, "last_failure_reason" text check ("last_failure_reason" in ('bad_headers', 'signature_mismatch', 'stale_timestamp', 'too_large', 'unreadable', 'busy', 'internal_error')) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_webhook_health_pkey" primary key ("provider_id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_webhook_health_deleted_at" ON "crypto_webhook_health" ("deleted_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_updated_at" ON "crypto_payment" ("updated_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_provider_id_state_created_at" ON "crypto_payment" ("provider_id", "state", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_gateway_status_created_at" ON "crypto_payment" ("gateway_status", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_crypto_currency_created_at" ON "crypto_payment" ("crypto_currency", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_is_test_created_at" ON "crypto_payment" ("is_test", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_attention_reason_created_at" ON "crypto_payment" ("attention_reason", "created_at") WHERE attention_reason IS NOT NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_paid_without_webhook" ON "crypto_payment_event" ("at") WHERE type = 'paid' AND source <> 'webhook' AND deleted_at IS NULL;`
    )

    for (const [name, table, column] of searched) {
      this.addSql(
        `CREATE INDEX IF NOT EXISTS "${name}" ON "${table}" (lower("${column}") text_pattern_ops) WHERE deleted_at IS NULL;`
      )
    }
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_webhook_health" cascade;`)

    this.addSql(`drop index if exists "IDX_crypto_payment_updated_at";`)
    this.addSql(
      `drop index if exists "IDX_crypto_payment_provider_id_state_created_at";`
    )
    this.addSql(
      `drop index if exists "IDX_crypto_payment_gateway_status_created_at";`
    )
    this.addSql(
      `drop index if exists "IDX_crypto_payment_crypto_currency_created_at";`
    )
    this.addSql(`drop index if exists "IDX_crypto_payment_is_test_created_at";`)
    this.addSql(
      `drop index if exists "IDX_crypto_payment_attention_reason_created_at";`
    )

    this.addSql(
      `drop index if exists "IDX_crypto_payment_event_paid_without_webhook";`
    )

    for (const [name] of searched) {
      this.addSql(`drop index if exists "${name}";`)
    }
  }
}
