import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Refund requests, and refunds of a surplus. */
export class Migration20261124033227 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_refund_request" ("id" text not null, "crypto_payment_id" text not null, "kind" text check ("kind" in ('price', 'surplus')) not null default 'price', "state" text check ("state" in ('waiting_for_address', 'address_entered', 'sent', 'revoked')) not null default 'waiting_for_address', "amount" text not null, "currency_code" text not null, "crypto_amount" text not null, "crypto_currency" text not null, "crypto_name" text null, "crypto_network" text null, "policy" text check ("policy" in ('coins_as_paid', 'rate', 'free')) not null, "rate" text null, "token_hash" text null, "valid_days" integer not null, "expires_at" timestamptz not null, "address" text null, "note" text null, "transaction_hash" text null, "created_by" text null, "address_entered_at" timestamptz null, "sent_at" timestamptz null, "revoked_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_refund_request_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_deleted_at" ON "crypto_refund_request" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_crypto_payment_id" ON "crypto_refund_request" ("crypto_payment_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_refund_request_token_hash_unique" ON "crypto_refund_request" ("token_hash") WHERE token_hash IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_state_address_entered_at" ON "crypto_refund_request" ("state", "address_entered_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_refund_request_created_at" ON "crypto_refund_request" ("created_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `alter table if exists "crypto_payment_refund" add column if not exists "kind" text check ("kind" in ('price', 'surplus')) not null default 'price', add column if not exists "crypto_amount" text null, add column if not exists "request_id" text null;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_request_id_unique" ON "crypto_payment_refund" ("request_id") WHERE request_id IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    // The version before would book them in Medusa, which never captured them.
    this.addSql(
      `update "crypto_payment_refund" set "deleted_at" = now() where "kind" = 'surplus' and "deleted_at" is null;`
    )
    this.addSql(`drop table if exists "crypto_refund_request" cascade;`)
    this.addSql(
      `drop index if exists "IDX_crypto_payment_refund_request_id_unique";`
    )
    this.addSql(
      `alter table if exists "crypto_payment_refund" drop column if exists "kind", drop column if exists "crypto_amount", drop column if exists "request_id";`
    )
  }
}
