import { Client } from "pg"

/**
 * What a database held at one moment, to be put back as often as wanted. Rows
 * are put back inside the database while its users stay connected: some tens of
 * milliseconds, where dropping and copying a whole one takes a second.
 */
export class DatabaseSnapshot {
  private constructor(
    private readonly url: string,
    private readonly putBack: string
  ) {}

  /** Keeps copies of all rows in a schema of their own, in place of older ones. */
  static async take(
    url: string,
    schema = "snapshot"
  ): Promise<DatabaseSnapshot> {
    return withClient(url, async (client) => {
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
      await client.query(`CREATE SCHEMA ${schema}`)
      const tables = await client.query<Table>(TABLES)
      const statements: string[] = []
      for (const { name, columns } of tables.rows) {
        statements.push(`DELETE FROM public.${name}`)
        const { rowCount } = await client.query(
          `SELECT FROM public.${name} LIMIT 1`
        )
        // Most are empty, and a table costs several files.
        if (!rowCount) continue
        const copy = `${schema}.${name}`
        await client.query(
          `CREATE UNLOGGED TABLE ${copy} AS SELECT ${columns} FROM public.${name}`
        )
        statements.push(
          `INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM ${copy}`
        )
      }
      const sequences = await client.query<{ statement: string }>(SEQUENCES)
      statements.push(...sequences.rows.map(({ statement }) => statement))
      return new DatabaseSnapshot(url, statements.join(";\n"))
    })
  }

  /** All tables and sequences are as they were; no foreign key is looked at. */
  async restore(): Promise<void> {
    await withClient(this.url, (client) =>
      client.query(
        `BEGIN; SET LOCAL session_replication_role = replica; ${this.putBack}; COMMIT`
      )
    )
  }
}

type Table = { name: string; columns: string }

const TABLES = `
  SELECT quote_ident(c.relname) AS name,
         string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
    FROM pg_class AS c
    JOIN pg_attribute AS a
      ON a.attrelid = c.oid AND a.attnum > 0
     AND NOT a.attisdropped AND a.attgenerated = ''
   WHERE c.relnamespace = 'public'::regnamespace
     AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   GROUP BY c.oid, c.relname`

const SEQUENCES = `
  SELECT format('SELECT setval(%L, %s, %L)',
                format('%I.%I', schemaname, sequencename),
                coalesce(last_value, start_value),
                last_value IS NOT NULL) AS statement
    FROM pg_sequences
   WHERE schemaname = 'public'`

async function withClient<Result>(
  url: string,
  act: (client: Client) => Promise<Result>
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
