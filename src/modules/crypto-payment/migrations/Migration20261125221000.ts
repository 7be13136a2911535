import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Who is sending the coins of a refund request. */
export class Migration20261125221000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_refund_request" add column if not exists "sending_at" timestamptz null, add column if not exists "sending_by" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_refund_request" drop column if exists "sending_at", drop column if exists "sending_by";`
    )
  }
}
