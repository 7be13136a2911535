import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122080730 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_payment_outbox" ("id" text not null, "crypto_payment_id" text not null, "name" text not null, "data" jsonb not null, "deliver_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_outbox_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_outbox_deleted_at" ON "crypto_payment_outbox" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_outbox_deliver_at" ON "crypto_payment_outbox" ("deliver_at") WHERE deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "verified_at" timestamptz null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_payment_outbox" cascade;`)

    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "verified_at";`
    )
  }
}
