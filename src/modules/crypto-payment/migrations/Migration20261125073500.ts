import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/**
 * The totals of the reports, and indexes for periods. Each change of an attempt or a refund that
 * totals count marks the quarters of an hour that it belongs to, in its own transaction, whoever
 * writes it; marked ones are counted again before totals are read (`ledger/count-totals.ts`). A mark is
 * only ever added: with one row for each quarter, payments would wait for each other, and a mark
 * that is removed at the same moment would be lost. Existing rows are marked here.
 */
export class Migration20261125073500 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_opened_at" ON "crypto_payment" ("opened_at") WHERE opened_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_paid_at_id" ON "crypto_payment" ("paid_at", "id") WHERE paid_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_settled_at_id" ON "crypto_payment" ("settled_at", "id") WHERE settled_at IS NOT NULL AND deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_refund_created_at_id" ON "crypto_payment_refund" ("created_at", "id") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `create table if not exists "crypto_payment_total" ("grain" text not null check ("grain" in ('quarter', 'quarter_coin', 'hour', 'hour_coin', 'day', 'day_coin')), "starts_at" timestamptz not null, "provider_id" text not null, "merchant_id" text not null, "is_test" boolean not null, "currency_code" text not null, "crypto_currency" text not null, ${COUNTS.map((count) => `"${count}" integer not null`).join(", ")}, ${AMOUNTS.map((amount) => `"${amount}" numeric not null`).join(", ")}, constraint "crypto_payment_total_pkey" primary key ("grain", "starts_at", "provider_id", "merchant_id", "is_test", "currency_code", "crypto_currency"));`
    )
    this.addSql(
      `create table if not exists "crypto_payment_stale_total" ("id" bigint generated always as identity, "starts_at" timestamptz not null, constraint "crypto_payment_stale_total_pkey" primary key ("id"));`
    )
    this.addSql(
      `create or replace function "crypto_payment_mark_totals"() returns trigger language plpgsql as $function$
       begin
         insert into "crypto_payment_stale_total" ("starts_at")
         select distinct to_timestamp(floor(extract(epoch from "moment"."at") / 900) * 900)
           from (values (old."opened_at"), (old."paid_at"), (old."settled_at"),
                        (new."opened_at"), (new."paid_at"), (new."settled_at")) as "moment" ("at")
          where "moment"."at" is not null
          union
         select to_timestamp(floor(extract(epoch from "refund"."created_at") / 900) * 900)
           from "crypto_payment_refund" as "refund"
          where "refund"."crypto_payment_id" = coalesce(new."id", old."id");
         return null;
       end $function$;`
    )
    this.addSql(
      `create or replace function "crypto_payment_refund_mark_totals"() returns trigger language plpgsql as $function$
       begin
         insert into "crypto_payment_stale_total" ("starts_at")
         select distinct to_timestamp(floor(extract(epoch from "moment"."at") / 900) * 900)
           from (values (old."created_at"), (new."created_at")) as "moment" ("at")
          where "moment"."at" is not null;
         return null;
       end $function$;`
    )
    const isCounted = (row: string) =>
      `${row}."opened_at" is not null or ${row}."paid_at" is not null or ${row}."settled_at" is not null`
    const columns = (row = "") =>
      COUNTED.map((column) => `${row}"${column}"`).join(", ")
    this.addSql(dropTriggers)
    this.addSql(
      `create trigger "crypto_payment_insert_marks_totals" after insert on "crypto_payment" for each row when (${isCounted("new")}) execute function "crypto_payment_mark_totals"();`
    )
    this.addSql(
      `create trigger "crypto_payment_update_marks_totals" after update of ${columns()} on "crypto_payment" for each row when ((${columns("old.")}) is distinct from (${columns("new.")})) execute function "crypto_payment_mark_totals"();`
    )
    this.addSql(
      `create trigger "crypto_payment_delete_marks_totals" after delete on "crypto_payment" for each row when (${isCounted("old")}) execute function "crypto_payment_mark_totals"();`
    )
    this.addSql(
      `create trigger "crypto_payment_refund_marks_totals" after insert or update or delete on "crypto_payment_refund" for each row execute function "crypto_payment_refund_mark_totals"();`
    )
    this.addSql(
      `insert into "crypto_payment_stale_total" ("starts_at")
       select distinct to_timestamp(floor(extract(epoch from "moment"."at") / 900) * 900)
         from (select unnest(array["opened_at", "paid_at", "settled_at"]) as "at" from "crypto_payment"
               union all select "created_at" from "crypto_payment_refund") as "moment"
        where "moment"."at" is not null;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(dropTriggers)
    this.addSql(`drop function if exists "crypto_payment_mark_totals"();`)
    this.addSql(
      `drop function if exists "crypto_payment_refund_mark_totals"();`
    )
    this.addSql(`drop table if exists "crypto_payment_stale_total";`)
    this.addSql(`drop table if exists "crypto_payment_total";`)
    for (const index of [
      "IDX_crypto_payment_opened_at",
      "IDX_crypto_payment_paid_at_id",
      "IDX_crypto_payment_settled_at_id",
      "IDX_crypto_payment_refund_created_at_id",
    ]) {
      this.addSql(`drop index if exists "${index}";`)
    }
  }
}

/** What totals count and sum up, as `ledger/count-totals.ts` says it. */
const COUNTS = [
  ...["opened", "opened_paid", "paid", "received", "timed", "attention"],
  ...["resolved", "short", "over", "orders", "settled"],
  ...["refunds", "booked_refunds", "surplus_refunds"],
]

const AMOUNTS = [
  ...["paid_amount", "received_value", "timed_seconds", "attention_amount"],
  ...["resolved_amount", "short_amount", "over_amount", "settled_amount"],
  ...["refund_amount", "booked_refund_amount", "surplus_refund_amount"],
]

/** What totals read of an attempt. */
const COUNTED = [
  ...["opened_at", "paid_at", "settled_at", "deleted_at"],
  ...["provider_id", "merchant_id", "is_test", "state", "order_id"],
  ...["rest_of", "rest_id", "rest_amount"],
  ...["amount", "currency_code", "gateway_amount", "gateway_currency"],
  ...["crypto_currency", "quoted_crypto_amount", "received_crypto_amount"],
  "received_value",
]

const dropTriggers = `
  drop trigger if exists "crypto_payment_insert_marks_totals" on "crypto_payment";
  drop trigger if exists "crypto_payment_update_marks_totals" on "crypto_payment";
  drop trigger if exists "crypto_payment_delete_marks_totals" on "crypto_payment";
  drop trigger if exists "crypto_payment_refund_marks_totals" on "crypto_payment_refund";`
