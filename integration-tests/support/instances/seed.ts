import { readFileSync, writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { createAdminUser, seedStore } from "../store"

/**
 * For `medusa exec`, with the admin's e-mail and password as arguments, and a
 * JSON file that holds the store's options before, and the seeded store after.
 */
export default async function seed({ container, args }: ExecArgs) {
  const [email, password, file] = args
  const store = await seedStore(container, {
    name: "Instances",
    providers: ["pp_crypto_crypto", "pp_system_default"],
    ...JSON.parse(readFileSync(file, "utf8")),
  })
  await createAdminUser(container, { email, password })
  writeFileSync(file, JSON.stringify(store))
}
