import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The reason `underpaid`, and when a person accepted a shortfall. */
export class Migration20261123203000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "shortfall_accepted_at" timestamptz null;`
    )
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_attention_reason_check";`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add constraint "crypto_payment_attention_reason_check" check("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment', 'unknown_status', 'underpaid'));`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_attention_reason_check";`
    )
    // Without the reason the store settles them, as the version before did.
    this.addSql(
      `update "crypto_payment" set "attention_reason" = 'order_not_placed', "next_check_at" = coalesce("next_check_at", now()) where "attention_reason" = 'underpaid' and "state" = 'attention';`
    )
    this.addSql(
      `update "crypto_payment" set "attention_reason" = 'order_not_placed' where "attention_reason" = 'underpaid';`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add constraint "crypto_payment_attention_reason_check" check("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment', 'unknown_status'));`
    )
    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "shortfall_accepted_at";`
    )
  }
}
