import path from "node:path"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { Client, type QueryResultRow } from "pg"

import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
} from "../../src/modules/crypto-payment"

const modulePath = path.resolve(__dirname, "../../src/modules/crypto-payment")

export type LedgerSuite = {
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

/**
 * Runs specs against the ledger alone: its service, its migration, and a
 * PostgreSQL that is fresh for each test. No Medusa around it.
 *
 * @param merchant options of the merchant; read before each test.
 */
export function describeLedger(
  name: string,
  specs: (suite: LedgerSuite) => void,
  merchant: Record<string, unknown> = merchantOptions
): void {
  describe(name, () => {
    moduleIntegrationTestRunner<CryptoPaymentModuleService>({
      moduleName: CRYPTO_PAYMENT_MODULE,
      resolve: modulePath,
      pathToMigrations: path.join(modulePath, "migrations"),
      // By its own object: specs may still change what is in it.
      moduleOptions: { merchants: { default: merchant } },
      injectedDependencies: { configModule },
      testSuite: ({ service, dbConfig }) => {
        const connect = async () => {
          const client = new Client({ connectionString: dbConfig.clientUrl })
          await client.connect()
          return client
        }
        specs({
          ledger: service,
          url: dbConfig.clientUrl,
          connect,
          async sql<T extends QueryResultRow>(
            text: string,
            values?: unknown[]
          ) {
            const client = await connect()
            try {
              return (await client.query<T>(text, values)).rows
            } finally {
              await client.end()
            }
          },
        })
      },
    })
  })
}

/** A merchant whose gateway cannot be reached. */
export const merchantOptions = {
  baseUrl: "http://localhost:9",
  merchantId: "merchant-1",
  apiKey: "key-1",
  webhookSecret: "whsec-1",
  callbackBaseUrl: "http://localhost:9000",
}

/** What the service reads of a store's medusa-config. */
const configModule = {
  modules: { payment: { options: { providers: [{ id: "crypto" }] } } },
  projectConfig: { http: { storeCors: "http://localhost:8000" } },
}
