import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122081200 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_state_next_check_at" ON "crypto_payment" ("state", "next_check_at") WHERE next_check_at IS NOT NULL AND deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `drop index if exists "IDX_crypto_payment_state_next_check_at";`
    )
  }
}
