import { Migration } from "@medusajs/framework/mikro-orm/migrations"

/** Comparisons of ledger, Medusa and gateway. */
export class Migration20261125074000 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_books_comparison" ("id" text not null, "first_day" text not null, "last_day" text not null, "time_zone" text not null, "state" text check ("state" in ('running', 'completed', 'failed')) not null default 'running', "error" text null, "result" jsonb null, "differences" jsonb null, "difference_count" integer not null default 0, "created_by" text null, "completed_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_books_comparison_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_books_comparison_deleted_at" ON "crypto_books_comparison" ("deleted_at") WHERE deleted_at IS NULL;`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_books_comparison_created_at" ON "crypto_books_comparison" ("created_at") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_books_comparison" cascade;`)
  }
}
