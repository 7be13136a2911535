import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The coins of a refund request beyond those that arrived, to which the merchant agreed. */
export class Migration20261125220000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_refund_request" add column if not exists "confirmed_excess" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_refund_request" drop column if exists "confirmed_excess";`
    )
  }
}
