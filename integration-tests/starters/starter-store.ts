import path from "node:path"
import type { HttpTypes } from "@medusajs/framework/types"
import { PACKED_STORE_ADMIN } from "../package/packed-store"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { RunningProgram } from "../support/running-program"
import { logInAsAdmin, type SeededStore } from "../support/store"

/** The starter's own product, which its warehouse counts. */
const SKU = "SHIRT-S-BLACK"

/** What the starter's backend at this address seeds. */
export async function readStore(url: string): Promise<SeededStore> {
  const admin = await logInAsAdmin(url, PACKED_STORE_ADMIN)
  const { api_keys } = await admin.get<HttpTypes.AdminApiKeyListResponse>(
    "/admin/api-keys?type=publishable"
  )
  const { regions } =
    await admin.get<HttpTypes.AdminRegionListResponse>("/admin/regions")
  const { sales_channels } =
    await admin.get<HttpTypes.AdminSalesChannelListResponse>(
      "/admin/sales-channels"
    )
  const { shipping_options } =
    await admin.get<HttpTypes.AdminShippingOptionListResponse>(
      "/admin/shipping-options"
    )
  const { variants } =
    await admin.get<HttpTypes.AdminProductVariantListResponse>(
      `/admin/product-variants?sku=${SKU}&fields=id,product_id,inventory_items.inventory.id,inventory_items.inventory.location_levels.location_id`
    )
  const [{ id: variantId, product_id, inventory_items }] = variants
  const inventory = inventory_items?.[0].inventory
  return {
    currencyCode: "eur",
    countryCode: "dk",
    regionId: regions[0].id,
    salesChannelId: sales_channels[0].id,
    publishableKey: api_keys[0].token,
    shippingOptionId: shipping_options[0].id,
    shippingProfileId: shipping_options[0].shipping_profile_id,
    stockLocationId: String(inventory?.location_levels?.[0].location_id),
    products: {
      shirt: {
        productId: String(product_id),
        variantId,
        inventoryItemId: String(inventory?.id),
      },
    },
  }
}

/**
 * A starter's storefront of Next.js, built and started as its scripts do; Medusa must be running.
 */
export async function startStorefront(
  folder: string,
  port: number,
  { medusaUrl, publishableKey }: { medusaUrl: string; publishableKey: string }
): Promise<{ url: string; stop(): Promise<void> }> {
  const next = path.join(folder, "node_modules/.bin/next")
  const url = `http://localhost:${port}`
  const env = cleanEnvironment({
    NODE_ENV: "production",
    // The older starter reads the first, the set-up command's pieces the second.
    MEDUSA_BACKEND_URL: medusaUrl,
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: medusaUrl,
    NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: publishableKey,
    NEXT_PUBLIC_BASE_URL: url,
    NEXT_PUBLIC_DEFAULT_REGION: "dk",
    NEXT_TELEMETRY_DISABLED: "1",
  })
  await runCommand(next, ["build"], { cwd: folder, env })
  const server = new RunningProgram(next, ["start", "-p", String(port)], {
    cwd: folder,
    env,
    hasChildren: true,
  })
  // Not a page: the older starter redirects those to themselves without cookies.
  await server.answers(`${url}/favicon.ico`).catch(async (error) => {
    await server.stop()
    throw error
  })
  return { url, stop: () => server.stop() }
}
