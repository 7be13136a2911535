import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261121191020 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_event_at" ON "crypto_payment_event" ("at") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_crypto_payment_event_at";`)
  }
}
