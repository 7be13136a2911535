import { Client } from "pg"

import {
  ledgerTables,
  tablesOfTotals,
  type Fill,
  type LedgerTable,
  type Row,
} from "./rows"

/** Columns of the first version, of so many old payments: one every ten minutes. */
const manyAttempts = (count: number) => `
  insert into crypto_payment
    (id, provider_id, merchant_id, flow, external_id, gateway_payment_id,
     cart_id, payment_session_id, session_ids, order_id, amount,
     currency_code, crypto_currency, wallet_address, is_test, gateway_status,
     state, paid_at, settled_at, closed_at, created_at, updated_at)
  select 'cpay_many_' || n, 'pp_crypto_crypto', 'merchant-1', 'widget',
         'many_' || n, 'Many' || n, 'cart_many_' || n, 'payses_many_' || n,
         array['payses_many_' || n], case when is_paid then 'order_many_' || n end,
         '19.99', 'eur', case when is_paid then 'USDT' end,
         'TSharedWalletAddress', false,
         case when is_paid then 'confirmed' else 'expired' end,
         case when is_paid then 'settled' else 'closed' end,
         case when is_paid then at end, case when is_paid then at end,
         case when not is_paid then at end, at, at
    from generate_series(1, ${count}) as n,
         lateral (select n % 3 > 0, now() - n * interval '10 minutes') as row (is_paid, at)`

/** The tables of the ledger beside those of a version that it had before. */
export class LedgerDatabase {
  private constructor(private readonly client: Client) {}

  static async connect(connectionString: string): Promise<LedgerDatabase> {
    const client = new Client({ connectionString })
    await client.connect()
    return new LedgerDatabase(client)
  }

  async close(): Promise<void> {
    await this.client.end()
  }

  async sql<Found extends Row>(text: string): Promise<Found[]> {
    return (await this.client.query<Found>(text)).rows
  }

  /** Writes rows, with their own columns only: the others are left to the table. */
  async write(fill: Fill): Promise<void> {
    for (const table of ledgerTables) {
      for (const row of fill[table] ?? []) {
        const columns = Object.keys(row)
        const places = columns.map((_, n) => `$${n + 1}`)
        await this.client.query(
          `insert into ${table} (${columns.join(", ")}) values (${places.join(", ")})`,
          Object.values(row)
        )
      }
    }
  }

  async writeMany(count: number): Promise<void> {
    await this.client.query(manyAttempts(count))
  }

  /** Keeps a copy of all tables, in the place of the last one. */
  async keep(): Promise<void> {
    await this.client.query("drop schema if exists before cascade")
    await this.client.query("create schema before")
    for (const table of await this.tables("public")) {
      await this.client.query(
        `create table before.${table} as table public.${table}`
      )
    }
  }

  /** The ledger's tables, in the order of `ledgerTables`. */
  async tables(schema: "before" | "public"): Promise<LedgerTable[]> {
    const found = await this.sql<{ name: string }>(
      `select table_name as name from information_schema.tables
        where table_schema = '${schema}' and table_name like 'crypto%'`
    )
    const names = found
      .map(({ name }) => name)
      .filter((name) => !tablesOfTotals.includes(name))
    if (names.some((name) => !ledgerTables.some((known) => known === name))) {
      throw new Error(`A table is not in ledgerTables: ${names.join(", ")}`)
    }
    return ledgerTables.filter((table) => names.includes(table))
  }

  /** Rows of the copy that are gone or other by now, and how many came. */
  async changes(
    table: LedgerTable,
    except: readonly string[] = []
  ): Promise<{ lost: Row[]; added: number }> {
    const columns = (await this.columns("before", table))
      .filter((column) => !except.includes(column))
      .join(", ")
    const lost = await this.sql(
      `select ${columns} from before.${table} except select ${columns} from public.${table}`
    )
    const [{ added }] = await this.sql<{ added: number }>(
      `select (select count(*)::int from public.${table}) - (select count(*)::int from before.${table}) as added`
    )
    return { lost, added }
  }

  async columns(
    schema: "before" | "public",
    table: LedgerTable
  ): Promise<string[]> {
    const rows = await this.sql<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_schema = '${schema}' and table_name = '${table}' order by 1`
    )
    return rows.map(({ name }) => name)
  }

  /** Columns, indexes and constraints of the ledger, as PostgreSQL writes them. */
  async schema(): Promise<string[]> {
    const rows = await this.sql<{ line: string }>(
      `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
         from information_schema.columns
        where table_schema = 'public' and table_name like 'crypto%'
        union all
       select indexdef from pg_indexes
        where schemaname = 'public' and tablename like 'crypto%'
        union all
       select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
         from pg_constraint
        where conrelid::regclass::text like 'crypto%' and contype <> 'n'
        order by 1`
    )
    return rows.map(({ line }) => line)
  }
}
