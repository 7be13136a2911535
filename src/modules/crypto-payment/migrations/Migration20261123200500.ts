import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * Keeps quoted and received amounts of coins apart. `crypto_amount` held what the gateway named
 * last, so only what the timeline proves is copied:
 * - received: the amount of the last webhook of a paid payment;
 * - quoted: the amount of the last read of a pending payment; for an attempt that was never paid,
 *   `crypto_amount`, unless a webhook may have written it.
 *
 * An amount in another coin than the attempt has now does not count. `crypto_amount` stays as it is.
 */
export class Migration20261123200500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "quoted_crypto_amount" text null, add column if not exists "received_crypto_amount" text null;`
    )
    const amountOf = (condition: string) =>
      `(select "event"."data"->>'amount' from "crypto_payment_event" as "event"
         where "event"."crypto_payment_id" = "attempt"."id" and "event"."deleted_at" is null
           and "event"."type" = 'observation' and ${condition}
           and coalesce("event"."data"->>'currency', "attempt"."crypto_currency") = "attempt"."crypto_currency"
           and "event"."data"->>'amount' is not null
         order by "event"."at" desc, "event"."id" desc limit 1)`
    const received = amountOf(
      `"event"."source" = 'webhook' and "event"."data"->>'status' in ('confirmed', 'confirmed_manual')`
    )
    const quoted = amountOf(
      `"event"."source" <> 'webhook' and "event"."data"->>'status' = 'pending'`
    )
    const ofWebhook = amountOf(`"event"."source" = 'webhook'`)
    this.addSql(
      `update "crypto_payment" as "attempt"
          set "received_crypto_amount" = ${received},
              "quoted_crypto_amount" = coalesce(${quoted},
                case when "attempt"."paid_at" is null and "attempt"."gateway_status" in ('created', 'pending', 'expired')
                      and ${ofWebhook} is null
                     then "attempt"."crypto_amount" end)
        where "attempt"."crypto_amount" is not null
          and "attempt"."quoted_crypto_amount" is null and "attempt"."received_crypto_amount" is null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "quoted_crypto_amount", drop column if exists "received_crypto_amount";`
    )
  }
}
