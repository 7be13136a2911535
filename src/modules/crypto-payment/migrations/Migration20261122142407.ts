import { Migration } from "@medusajs/framework/mikro-orm/migrations"

export class Migration20261122142407 extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table if not exists "crypto_payment_task" ("id" text not null, "due_at" timestamptz not null, "began_at" timestamptz null, "completed_at" timestamptz null, "position" integer not null default 0, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "crypto_payment_task_pkey" primary key ("id"));`
    )
    this.addSql(
      `CREATE INDEX IF NOT EXISTS "IDX_crypto_payment_task_deleted_at" ON "crypto_payment_task" ("deleted_at") WHERE deleted_at IS NULL;`
    )
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "crypto_payment_task" cascade;`)
  }
}
