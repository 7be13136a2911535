import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121115635 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment_refund" drop constraint if exists "crypto_payment_refund_refund_id_unique";`
    )
    this.addSql(
      `alter table if exists "crypto_payment_refund" drop constraint if exists "crypto_payment_refund_transaction_unique";`
    )
    this.addSql(
      `create table if not exists "crypto_payment_refund" ("id" text not null, "amount" text not null, "currency_code" text not null, "transaction_hash" text not null, "note" text null, "created_by" text null, "refund_id" text null, "crypto_payment_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_refund_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_crypto_payment_id" ON "crypto_payment_refund" ("crypto_payment_id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_deleted_at" ON "crypto_payment_refund" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_transaction_unique" ON "crypto_payment_refund" ("crypto_payment_id", "transaction_hash") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_refund_id_unique" ON "crypto_payment_refund" ("refund_id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`
    )

    this.addSql(
      `alter table if exists "crypto_payment_refund" add constraint "crypto_payment_refund_crypto_payment_id_foreign" foreign key ("crypto_payment_id") references "crypto_payment" ("id") on update cascade;`
    )

    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "success_url" text null, add column if not exists "fail_url" text null, add column if not exists "superseded_at" timestamptz null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_payment_refund" cascade;`)

    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "success_url", drop column if exists "fail_url", drop column if exists "superseded_at";`
    )
  }
}
