import path from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Teardown } from "../support/medusa/teardown"
import { freePort } from "../support/postgres"
import {
  createMigratedDatabase,
  dropDatabase,
} from "../support/postgres/migrated-template"
import { startMedusa } from "../support/shop/start-medusa"
import {
  type MinimalGateway,
  startMinimalGateway,
} from "../support/minimal-gateway"
import { type SeededStore, Shopper, seedStore } from "../support/store"
import { farFromNow } from "../support/store/far-from-now"

const REPOSITORY = path.resolve(__dirname, "../..")
const DATABASE = "in-process"

/** A provider that places orders before their payment. */
export const ORDER_FIRST = "pp_crypto_first"

/** A Medusa in this process, so that core's workflows can be called without HTTP. */
export type InProcessShop = {
  container: MedusaContainer
  gateway: MinimalGateway
  store: SeededStore<"shirt" | "ebook">
  shopper: Shopper
  /** Address of Medusa. */
  url: string
}

/** Starts one with a database of its own and a gateway that answers at once, and stops it after use. */
export async function withInProcessShop<Result>(
  use: (shop: InProcessShop) => Promise<Result>
): Promise<Result> {
  const teardown = new Teardown()
  try {
    const gateway = await startMinimalGateway()
    teardown.add(() => gateway.close())
    const port = await freePort()
    const databaseUrl = await createMigratedDatabase(DATABASE)
    teardown.add(() => dropDatabase(DATABASE))
    Object.assign(process.env, {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      DISABLE_MEDUSA_ADMIN: "true",
      CRYPTO_GATEWAY_URL: gateway.url,
      CRYPTO_MERCHANT_ID: gateway.merchantId,
      CRYPTO_API_KEY: gateway.apiKey,
      CRYPTO_WEBHOOK_SECRET: gateway.webhookSecret,
      CRYPTO_CALLBACK_BASE_URL: `http://localhost:${port}`,
      CRYPTO_FURTHER_MERCHANTS: JSON.stringify({
        first: { placeOrder: "before_payment" },
      }),
      CRYPTO_RECONCILE_SCHEDULE: farFromNow(),
      CRYPTO_HOUSEKEEPING_SCHEDULE: farFromNow(),
    })
    const medusa = await startMedusa(REPOSITORY)
    teardown.add(() => medusa.stop())
    const { container, url } = medusa
    const store = await seedStore(container, {
      providers: ["pp_crypto_crypto", ORDER_FIRST, "pp_system_default"],
    })
    const shopper = new Shopper(url, store)
    return await use({ container, gateway, store, shopper, url })
  } finally {
    await teardown.run()
  }
}
