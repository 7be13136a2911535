import { writeFileSync } from "node:fs"
import type { ExecArgs } from "@medusajs/framework/types"
import { createAdminUser, seedStore } from "../support/store"
import { DEMO_CATALOGUE } from "./catalogue"

/**
 * For `medusa exec`, with the admin's e-mail and password and the file to
 * write the seeded store to (JSON) as arguments.
 */
export default async function seed({ container, args }: ExecArgs) {
  const [email, password, resultFile] = args
  const store = await seedStore(container, {
    name: "Demo shop",
    providers: ["pp_crypto_crypto", "pp_crypto-h2h_crypto"],
    shippingPrice: 4.9,
    products: DEMO_CATALOGUE,
  })
  await createAdminUser(container, { email, password })
  writeFileSync(resultFile, JSON.stringify(store))
}
