import path from "node:path"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { Client, Pool, type QueryResultRow } from "pg"

import { CRYPTO_PAYMENT_MODULE } from "../../src/modules/crypto-payment/module-key"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import { migratedDatabase, newDatabaseName } from "./migrated-database"

const modulePath = path.resolve(__dirname, "../../src/modules/crypto-payment")

type LedgerSuite = {
  /** The module's own service, on a database of its own. */
  ledger: CryptoPaymentModuleService
  /** Asks that database past the module. */
  sql: <T extends QueryResultRow>(
    text: string,
    values?: unknown[]
  ) => Promise<T[]>
  /** Connection string of that database. */
  url: string
  /** Another connection, for a transaction of its own; closed by the caller. */
  connect: () => Promise<Client>
}

/** Of the specs of one file; migrating it takes longer than most of them. */
const databaseName = newDatabaseName("ledger")
let migrated: Promise<string> | undefined

/**
 * Runs specs against the ledger alone: its service, its migration, and tables
 * in PostgreSQL that are empty before each test. No Medusa around it.
 *
 * @param merchant options of the merchant; read before each test.
 */
export function describeLedger(
  name: string,
  specs: (suite: LedgerSuite) => void,
  merchant: Record<string, unknown> = merchantOptions
): void {
  describe(name, () => {
    let pool: Pool

    beforeAll(async () => {
      migrated ??= migratedDatabase(databaseName)
      pool = new Pool({ connectionString: await migrated, max: 40 })
    })
    beforeEach(() => pool.query(EMPTY_ALL_TABLES))
    afterAll(() => pool.end())

    moduleIntegrationTestRunner<CryptoPaymentModuleService>({
      moduleName: CRYPTO_PAYMENT_MODULE,
      resolve: modulePath,
      dbName: databaseName,
      // Otherwise it drops and migrates all tables for each test.
      moduleModels: [],
      // By its own object: specs may still change what is in it.
      moduleOptions: { merchants: { default: merchant } },
      injectedDependencies: { configModule },
      testSuite: ({ service, dbConfig }) =>
        specs({
          ledger: service,
          url: dbConfig.clientUrl,
          async connect() {
            const client = new Client({ connectionString: dbConfig.clientUrl })
            await client.connect()
            return client
          },
          sql: async <T extends QueryResultRow>(
            text: string,
            values?: unknown[]
          ) => (await pool.query<T>(text, values)).rows,
        }),
    })
  })
}

const EMPTY_ALL_TABLES = `
  DO $$ BEGIN
    EXECUTE (
      SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ')
             || ' RESTART IDENTITY'
        FROM pg_tables
       WHERE schemaname = 'public' AND tablename <> 'mikro_orm_migrations'
    );
  END $$`

/** A merchant whose gateway cannot be reached. */
export const merchantOptions = {
  baseUrl: "http://localhost:9",
  merchantId: "merchant-1",
  apiKey: "key-1",
  webhookSecret: "whsec-1",
  callbackBaseUrl: "http://localhost:9000",
}

/** What the service reads of a store's medusa-config. */
export const configModule = {
  modules: { payment: { options: { providers: [{ id: "crypto" }] } } },
  projectConfig: { http: { storeCors: "http://localhost:8000" } },
}
