import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * What the coins of a confirmed payment are worth, and who pays the gateway's fee. Confirmed
 * payments of before get a rate where the ledger has their price and their quoted coins; the fee
 * payer of before is not known.
 */
export class Migration20261125073000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" add column if not exists "crypto_rate" text null, add column if not exists "received_value" text null, add column if not exists "fee_payer" text check ("fee_payer" in ('payer', 'payee')) null;`
    )
    // The same as `quotedRate` and `receivedValue`: exact, then rounded once. No question mark in
    // it: that is where knex puts a value.
    this.addSql(
      `with "named" as (
         select "id", "quoted_crypto_amount" as "quoted", "received_crypto_amount" as "received",
                case when "gateway_amount" is not null and "gateway_currency" is not null
                     then "gateway_amount" else "amount" end as "price",
                lower(case when "gateway_amount" is not null and "gateway_currency" is not null
                     then "gateway_currency" else "currency_code" end) as "currency"
           from "crypto_payment"
          where "state" in ('paid', 'settled', 'attention', 'resolved') and "crypto_rate" is null),
       "priced" as (
         select *,
                case when "currency" in ('bif', 'clp', 'djf', 'gnf', 'isk', 'jpy', 'kmf', 'krw', 'pyg', 'rwf', 'ugx', 'uyi', 'vnd', 'vuv', 'xaf', 'xof', 'xpf') then 0
                     when "currency" in ('bhd', 'iqd', 'jod', 'kwd', 'lyd', 'omr', 'tnd') then 3
                     when "currency" in ('clf', 'uyw') then 4
                     when "currency" ~ '^[a-z]{3}$' then 2
                     else coalesce(length(split_part("price", '.', 2)), 0) end as "digits"
           from "named"
          where "price" ~ '^[0-9]+$|^[0-9]+[.][0-9]+$' and "quoted" ~ '^[0-9]+$|^[0-9]+[.][0-9]+$'
            and "quoted" ~ '[1-9]' and "currency" is not null),
       "rated" as (
         select "id", "digits", "received",
                div(2 * round("price"::numeric, "digits") * 1000000000000000000 + "quoted"::numeric, 2 * "quoted"::numeric)
                  * 0.000000000000000001 as "rate"
           from "priced")
       update "crypto_payment" as "attempt"
          set "crypto_rate" = rtrim(rtrim(round("rated"."rate", 18)::text, '0'), '.'),
              "received_value" = case when "rated"."received" ~ '^[0-9]+$|^[0-9]+[.][0-9]+$'
                then round("rated"."rate" * "rated"."received"::numeric, "rated"."digits")::text end
         from "rated"
        where "attempt"."id" = "rated"."id";`
    )
  }

  override async down(): Promise<void> {
    this.addSql(
      `alter table if exists "crypto_payment" drop column if exists "crypto_rate", drop column if exists "received_value", drop column if exists "fee_payer";`
    )
  }
}
