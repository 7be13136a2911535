import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The address of the server that works on a live merchant's payments. */
export class Migration20261126010000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_gateway_health" add column if not exists "callback_base_url" text null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_gateway_health" drop column if exists "callback_base_url";`
    )
  }
}
