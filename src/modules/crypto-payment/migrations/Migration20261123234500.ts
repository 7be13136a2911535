import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Attempts that ask for the rest of an underpaid one; at most one of them is open. */
export class Migration20261123234500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "rest_of" text null, add column if not exists "rest_id" text null, add column if not exists "rest_amount" text null;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_rest_of" ON "crypto_payment" ("rest_of") WHERE rest_of IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE UNIQUE INDEX IF NOT EXISTS "IDX_crypto_payment_rest_of_unique" ON "crypto_payment" ("rest_of") WHERE rest_of IS NOT NULL AND state IN ('creating', 'open') AND superseded_at IS NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_crypto_payment_rest_of";`)
    this.addSql(`drop index if exists "IDX_crypto_payment_rest_of_unique";`)
    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "rest_of", drop column if exists "rest_id", drop column if exists "rest_amount";`
    )
  }
}
