import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121090802 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment_event" drop constraint if exists "crypto_payment_event_crypto_payment_id_fact_unique";`
    )
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_merchant_id_gateway_payment_id_unique";`
    )
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_merchant_id_external_id_unique";`
    )
    this.addSql(
      `create table if not exists "crypto_payment" ("id" text not null, "provider_id" text not null, "merchant_id" text not null, "flow" text check ("flow" in ('widget', 'h2h')) null, "external_id" text not null, "revision" integer not null default 1, "gateway_payment_id" text null, "cart_id" text null, "payment_collection_id" text null, "payment_session_id" text null, "session_ids" text[] not null default '{}', "authorized_session_id" text null, "payment_id" text null, "order_id" text null, "amount" text null, "currency_code" text null, "target_currency" text null, "crypto_amount" text null, "crypto_currency" text null, "wallet_address" text null, "checkout_url" text null, "is_test" boolean null, "gateway_status" text null, "gateway_amount" text null, "gateway_currency" text null, "state" text check ("state" in ('creating', 'open', 'paid', 'settled', 'attention', 'resolved', 'closed')) not null default 'creating', "attention_reason" text check ("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment')) null, "attention_detail" text null, "resolution" jsonb null, "checks" integer not null default 0, "tries" integer not null default 0, "next_check_at" timestamptz null, "last_checked_at" timestamptz null, "lease_owner" text null, "lease_until" timestamptz null, "opened_at" timestamptz null, "paid_at" timestamptz null, "settled_at" timestamptz null, "closed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_deleted_at" ON "crypto_payment" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_merchant_id_external_id_unique" ON "crypto_payment" ("merchant_id", "external_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_merchant_id_gateway_payment_id_unique" ON "crypto_payment" ("merchant_id", "gateway_payment_id") WHERE gateway_payment_id IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_next_check_at" ON "crypto_payment" ("next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_state_created_at" ON "crypto_payment" ("state", "created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_created_at" ON "crypto_payment" ("created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_cart_id" ON "crypto_payment" ("cart_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_payment_collection_id" ON "crypto_payment" ("payment_collection_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_payment_session_id" ON "crypto_payment" ("payment_session_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_session_ids" ON "crypto_payment" USING GIN ("session_ids") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_payment_id" ON "crypto_payment" ("payment_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_order_id" ON "crypto_payment" ("order_id") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `create table if not exists "crypto_payment_event" ("id" text not null, "type" text not null, "source" text not null, "fact" text null, "data" jsonb null, "at" timestamptz not null, "crypto_payment_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_event_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_crypto_payment_id" ON "crypto_payment_event" ("crypto_payment_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_deleted_at" ON "crypto_payment_event" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_event_crypto_payment_id_fact_unique" ON "crypto_payment_event" ("crypto_payment_id", "fact") WHERE fact IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_crypto_payment_id_at" ON "crypto_payment_event" ("crypto_payment_id", "at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "crypto_payment_event" add constraint "crypto_payment_event_crypto_payment_id_foreign" foreign key ("crypto_payment_id") references "crypto_payment" ("id") on update cascade;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment_event" drop constraint if exists "crypto_payment_event_crypto_payment_id_foreign";`
    )

    this.addSql(`drop table if exists "crypto_payment" cascade;`)

    this.addSql(`drop table if exists "crypto_payment_event" cascade;`)
  }
}
