import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261123125741 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_unpaid_order" ("id" text not null, "provider_id" text not null, "order_id" text null, "cancel_at" timestamptz null, "next_check_at" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_unpaid_order_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_unpaid_order_deleted_at" ON "crypto_unpaid_order" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_unpaid_order_next_check_at" ON "crypto_unpaid_order" ("next_check_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_unpaid_order_order_id" ON "crypto_unpaid_order" ("order_id") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_unpaid_order" cascade;`)
  }
}
