import { readFileSync, writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { createAdminUser, seedStore } from "../store"

/**
 * For `medusa exec`, with the admin's e-mail and password, a file with the
 * products (JSON) and the file to write the seeded store to as arguments.
 */
export default async function seed({ container, args }: ExecArgs) {
  const [email, password, productsFile, resultFile] = args
  const store = await seedStore(container, {
    name: "Instances",
    providers: ["pp_crypto_crypto", "pp_system_default"],
    products: JSON.parse(readFileSync(productsFile, "utf8")),
  })
  await createAdminUser(container, { email, password })
  writeFileSync(resultFile, JSON.stringify(store))
}
