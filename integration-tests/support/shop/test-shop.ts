import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { Gateway, type GatewayOptions } from "../gateway"
import { DatabaseSnapshot } from "./database-snapshot"
import {
  type RunningRoute,
  startMedusa,
  type StartedMedusa,
} from "./start-medusa"

/** Migrating a database and starting a Medusa, on a machine that is busy with other things. */
const BOOT_LIMIT_MS = 15 * 60_000

export type TestShop = {
  /** It listens, and all else is there, once the suite's hooks and tests run. */
  gateway: Gateway
  container(): MedusaContainer
  /** Address of Medusa; also the callback address the plugin gives out. */
  baseUrl(): string
  /** Connection string of its database. */
  databaseUrl(): string
  /** Each route that Medusa's router has. */
  routes(): RunningRoute[]
  /** Resolves when no workflow is running any more. */
  workflowsToEnd(): Promise<boolean>
}

/** Tests that need a shop; they may seed it in their own `beforeAll`. */
export type ShopSuite = (shop: TestShop) => void

/**
 * Registers suites that run, one after the other, against this repository's
 * Medusa over HTTP, with the plugin pointed at a gateway of its own. Each finds
 * an empty shop. What `beforeAll` of a suite writes is there in each of its
 * tests; what a test writes is not there in the next one (the database is
 * restored; the gateway is not).
 */
export function testShop(options: {
  gateway?: GatewayOptions
  /**
   * Variables that medusa-config.ts reads, over the ones set here.
   * @default the gateway's credentials, live mode, no reconcile job by itself
   */
  environment?: Record<string, string>
  /** True where the environment turns a feature on that has its own tables. */
  hasFlaggedModules?: boolean
  /** Several share one Medusa, since starting it takes as long as ten tests. */
  suites: ShopSuite[]
}): void {
  describe("", () => {
    const gateway = new Gateway(options.gateway)
    let medusa: StartedMedusa | undefined
    let untouched: DatabaseSnapshot | undefined

    beforeAll(async () => {
      await gateway.listen()
      const database = `shop-${randomUUID()}`
      medusa = await startMedusa({ ...options, gateway, database })
      await noteEarlierSearch(medusa, gateway.merchantId)
      untouched = await DatabaseSnapshot.take(medusa.databaseUrl, "untouched")
    }, BOOT_LIMIT_MS)

    afterEach(() => medusa?.workflowsToEnd())

    afterAll(async () => {
      await medusa?.stop()
      await gateway.close()
    })

    for (const suite of options.suites) {
      describe("", () => {
        let seeded: DatabaseSnapshot | undefined

        beforeAll(async () => {
          gateway.startOver()
          await untouched?.restore()
        })

        beforeEach(async () => {
          // The first test finds what the suite's own beforeAll hooks wrote.
          if (seeded) await seeded.restore()
          else seeded = await DatabaseSnapshot.take(started(medusa).databaseUrl)
        })

        suite({
          gateway,
          baseUrl: () => started(medusa).url,
          databaseUrl: () => started(medusa).databaseUrl,
          container: () => started(medusa).container,
          routes: () => started(medusa).routes,
          workflowsToEnd: () => started(medusa).workflowsToEnd(),
        })
      })
    }
  })
}

function started<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("The shop is not there before the suite's hooks run.")
  }
  return value
}

/**
 * As in a shop that has run for a while: its job has searched the gateway's list
 * for unknown payments within the hour, and does not in each test.
 */
async function noteEarlierSearch(
  { container }: StartedMedusa,
  merchantId: string
): Promise<void> {
  await container.resolve(ContainerRegistrationKeys.PG_CONNECTION).raw(
    `INSERT INTO crypto_payment_task (id, due_at, began_at, completed_at)
          VALUES (?, now() + interval '1 hour', now(), now())
     ON CONFLICT (id) DO UPDATE
             SET due_at = excluded.due_at, completed_at = now()`,
    [`list-search:${merchantId}`]
  )
}
