import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { createAdminUser, seedStore } from "../support/store"

/**
 * For `medusa exec`: makes a store and an admin, and writes what was made to
 * the file that SEED_RESULT names.
 */
export default async function seed({ container }: ExecArgs): Promise<void> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, SEED_RESULT } = process.env
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD || !SEED_RESULT) {
    throw new Error("seed wants ADMIN_EMAIL, ADMIN_PASSWORD and SEED_RESULT.")
  }
  const store = await seedStore(container, {
    providers: ["pp_crypto_crypto", "pp_crypto-h2h_crypto"],
  })
  await createAdminUser(container, {
    email: ADMIN_EMAIL,
    password: ADMIN_PASSWORD,
  })
  writeFileSync(SEED_RESULT, JSON.stringify(store))
}
