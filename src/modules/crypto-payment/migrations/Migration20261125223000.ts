import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** The reason `received_amount_unknown`. */
export class Migration20261125223000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_attention_reason_check";`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add constraint "crypto_payment_attention_reason_check" check("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment', 'unknown_status', 'underpaid', 'received_amount_unknown'));`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_attention_reason_check";`
    )
    this.addSql(
      `update "crypto_payment" set "attention_reason" = 'underpaid' where "attention_reason" = 'received_amount_unknown';`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add constraint "crypto_payment_attention_reason_check" check("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment', 'unknown_status', 'underpaid'));`
    )
  }
}
