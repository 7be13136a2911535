import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { Teardown } from "../support/medusa/teardown"
import { startMedusa } from "../support/shop/start-medusa"
import {
  type MinimalGateway,
  startMinimalGateway,
} from "../support/minimal-gateway"
import { type SeededStore, Shopper, seedStore } from "../support/store"

/** A Medusa in this process, so that core's workflows can be called without HTTP. */
export type InProcessShop = {
  container: MedusaContainer
  /** Medusa's connection to its database. */
  db: Knex
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
    const medusa = await startMedusa({
      gateway,
      database: "in-process",
    })
    teardown.add(() => medusa.stop())
    const { container, url } = medusa
    const store = await seedStore(container, {
      providers: ["pp_crypto_crypto", "pp_system_default"],
    })
    const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
    const shopper = new Shopper(url, store)
    return await use({ container, db, gateway, store, shopper, url })
  } finally {
    await teardown.run()
  }
}
