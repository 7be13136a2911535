import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Notices, the health of the gateway, and a second link of a refund request. */
export class Migration20261124222000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_notice" ("id" text not null, "kind" text check ("kind" in ('attention', 'money_without_order', 'unpaid_order_ending', 'refund_to_send', 'webhooks', 'gateway', 'digest')) not null, "subject_id" text not null, "merchant_id" text not null, "provider_id" text null, "crypto_payment_id" text null, "order_id" text null, "reason" text null, "data" jsonb null, "revision" integer not null default 1, "shown_revision" integer not null default 0, "mailed_at" timestamptz null, "deliver_at" timestamptz null, "failures" integer not null default 0, "opened_at" timestamptz not null, "cleared_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_notice_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_notice_deleted_at" ON "crypto_notice" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_notice_open_unique" ON "crypto_notice" ("kind", "subject_id") WHERE cleared_at IS NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_notice_deliver_at" ON "crypto_notice" ("deliver_at") WHERE deliver_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_notice_opened_at" ON "crypto_notice" ("opened_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `create table if not exists "crypto_gateway_health" ("merchant_id" text not null, "failing_since" timestamptz null, "problem" text check ("problem" in ('unreachable', 'refused')) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_gateway_health_pkey" primary key ("merchant_id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_gateway_health_deleted_at" ON "crypto_gateway_health" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "notice_id" text null;`
    )
    this.addSql(
      `alter table if exists "crypto_refund_request" add column if not exists "mailed_token_hash" text null;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_refund_request_mailed_token_hash_unique" ON "crypto_refund_request" ("mailed_token_hash") WHERE mailed_token_hash IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_notice" cascade;`)
    this.addSql(`drop table if exists "crypto_gateway_health" cascade;`)
    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "notice_id";`
    )
    this.addSql(
      `drop index if exists "IDX_crypto_refund_request_mailed_token_hash_unique";`
    )
    this.addSql(
      `alter table if exists "crypto_refund_request" drop column if exists "mailed_token_hash";`
    )
  }
}
