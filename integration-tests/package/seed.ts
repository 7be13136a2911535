import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { seedStore } from "../support/store"

/**
 * For `medusa exec`: makes a store, and writes what was made to the file that SEED_RESULT names.
 */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const store = await seedStore(container, {
    providers: ["pp_crypto_crypto", "pp_crypto-inline_crypto"],
  })
  writeFileSync(String(process.env.SEED_RESULT), JSON.stringify(store))
}
