import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * What older versions stopped looking at, and this one would not have.
 * - Settled attempts are verified some minutes later since `verified_at` exists;
 *   those that were settled before were given no time for it. Those of the last
 *   30 days get one now, the newest first, one a second: the job does them beside
 *   its other work.
 * - Open attempts whose checks ended at an unknown status are checked once
 *   more, so that they need attention.
 */
export class Migration20261122180500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `update "crypto_payment" as "attempt"
          set "next_check_at" = now() + "unverified"."place" * interval '1 second'
         from (select "id", row_number() over (order by "settled_at" desc, "id") as "place"
                 from "crypto_payment"
                where "state" = 'settled' and "verified_at" is null
                  and "next_check_at" is null and "deleted_at" is null
                  and "settled_at" > now() - interval '30 days') as "unverified"
        where "attempt"."id" = "unverified"."id";`
    )
    this.addSql(
      `update "crypto_payment" set "next_check_at" = now()
        where "state" = 'open' and "next_check_at" is null
          and "attention_reason" is null and "deleted_at" is null
          and "gateway_status" not in ('created', 'pending', 'confirmed', 'confirmed_manual', 'failed', 'expired');`
    )
  }

  /** A time to look at them is worth keeping, and no version stumbles over it. */
  override async down(): Promise<void> {}
}
