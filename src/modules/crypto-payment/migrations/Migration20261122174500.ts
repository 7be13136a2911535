import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122174500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_attention_reason_check";`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add constraint "crypto_payment_attention_reason_check" check("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment', 'unknown_status'));`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop constraint if exists "crypto_payment_attention_reason_check";`
    )
    // Without the reason these rows are what they were before: open or closed.
    this.addSql(
      `update "crypto_payment" set "attention_reason" = null, "attention_detail" = null where "attention_reason" = 'unknown_status';`
    )
    this.addSql(
      `alter table if exists "crypto_payment" add constraint "crypto_payment_attention_reason_check" check("attention_reason" in ('amount_mismatch', 'duplicate_payment', 'order_not_placed', 'unmatched', 'test_mode_mismatch', 'late_payment'));`
    )
  }
}
