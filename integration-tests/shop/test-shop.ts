import { randomUUID } from "node:crypto"
import path from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"
import { freePort } from "../postgres"
import { createMigratedDatabase } from "../setup/migrated-template"
import { farFromNow } from "../store/far-from-now"

const REPOSITORY = path.resolve(__dirname, "../..")

/** Whatever plays the gateway: the sandbox, or the minimal stand-in. */
export type GatewayAccess = {
  url: string
  merchantId: string
  apiKey: string
  webhookSecret: string
  close(): Promise<void>
}

export type TestShop<Gateway extends GatewayAccess> = {
  /** These four are there once the suite's hooks and tests run. */
  gateway(): Gateway
  container(): MedusaContainer
  /** Address of Medusa; also the callback address the plugin gives out. */
  baseUrl(): string
  /** Resolves when no workflow is running any more. */
  workflowsToEnd(): Promise<void>
}

/**
 * Registers a suite that runs against this repository's Medusa over HTTP,
 * with the plugin pointed at a gateway of its own. What `beforeAll` of the
 * suite writes is there in each test; what a test writes is not there in the
 * next one (the database is restored; the gateway is not).
 */
export function testShop<Gateway extends GatewayAccess>(options: {
  startGateway: () => Promise<Gateway>
  /**
   * Variables that medusa-config.ts reads, over the ones set here.
   * @default the gateway's credentials, live mode, no reconcile job by itself
   */
  environment?: Record<string, string>
  suite: (shop: TestShop<Gateway>) => void
}): void {
  describe("", () => {
    const dbName = `shop-${randomUUID()}`
    let gateway: Gateway | undefined
    let baseUrl: string | undefined

    // Before the runner's own hook: it reads medusa-config.ts first of all,
    // and applies its `env` option only after that.
    beforeAll(async () => {
      gateway = await options.startGateway()
      const port = await freePort()
      baseUrl = `http://localhost:${port}`
      Object.assign(process.env, {
        PORT: String(port),
        CRYPTO_GATEWAY_URL: gateway.url,
        CRYPTO_MERCHANT_ID: gateway.merchantId,
        CRYPTO_API_KEY: gateway.apiKey,
        CRYPTO_WEBHOOK_SECRET: gateway.webhookSecret,
        CRYPTO_CALLBACK_BASE_URL: baseUrl,
        CRYPTO_TEST_MODE: "false",
        CRYPTO_RECONCILE_SCHEDULE: farFromNow(),
        ...options.environment,
      })
      await createMigratedDatabase(dbName)
    })

    afterAll(() => gateway?.close())

    medusaIntegrationTestRunner({
      cwd: REPOSITORY,
      dbName,
      testSuite: ({ getContainer, utils }) =>
        options.suite({
          gateway: () => started(gateway),
          baseUrl: () => started(baseUrl),
          container: getContainer,
          workflowsToEnd: utils.waitWorkflowExecutions,
        }),
    })
  })
}

function started<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("The shop is not there before the suite's hooks run.")
  }
  return value
}
