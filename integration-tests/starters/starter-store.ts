import { PACKED_STORE_ADMIN, PackedStore } from "../package/packed-store"
import {
  type HttpClient,
  logInAsAdmin,
  type SeededStore,
} from "../support/store"
import { StoreDriver } from "../support/store-driver"

/** The starter's own product, which its warehouse counts. */
const SKU = "SHIRT-S-BLACK"

/** The starter's backend with the plugin and its sandbox. */
export type StarterStore = {
  driver: StoreDriver
  gatewayUrl: string
  stop(): Promise<void>
}

/** Builds, migrates and starts the backend, which seeds itself. */
export async function startStarterStore(
  backend: string,
  databaseUrl: string,
  storefrontUrls: string[]
): Promise<StarterStore> {
  const packed = await PackedStore.prepare(backend, databaseUrl, {
    STORE_CORS: storefrontUrls.join(","),
    ADMIN_CORS: "http://localhost:9000",
    AUTH_CORS: storefrontUrls.join(","),
  })
  try {
    await packed.migrate()
    await packed.addAdmin()
    await packed.build()
    await packed.start()
    const url = packed.baseUrl
    const admin = await logInAsAdmin(url, PACKED_STORE_ADMIN)
    const { url: gatewayUrl, control_url: controlUrl } = packed.sandbox
    const driver = await new StoreDriver({
      url,
      databaseUrl,
      adminUser: PACKED_STORE_ADMIN,
      sandbox: { controlUrl },
      store: await readStore(admin),
    }).open()
    const stop = () => driver.close().finally(() => packed.stop())
    return { driver, gatewayUrl, stop }
  } catch (error) {
    await packed.stop()
    throw error
  }
}

/** What the starter seeds. */
async function readStore(admin: HttpClient): Promise<SeededStore> {
  type Listed<Name extends string, Item> = Record<Name, Item[]>
  type WithId = { id: string }
  const { api_keys } = await admin.get<Listed<"api_keys", { token: string }>>(
    "/admin/api-keys?type=publishable"
  )
  const { regions } =
    await admin.get<Listed<"regions", WithId>>("/admin/regions")
  const { sales_channels } = await admin.get<Listed<"sales_channels", WithId>>(
    "/admin/sales-channels"
  )
  const { shipping_options } = await admin.get<
    Listed<"shipping_options", WithId & { shipping_profile_id: string }>
  >("/admin/shipping-options")
  const { variants } = await admin.get<
    Listed<
      "variants",
      WithId & {
        product_id: string
        inventory_items: {
          inventory: WithId & { location_levels: { location_id: string }[] }
        }[]
      }
    >
  >(
    `/admin/product-variants?sku=${SKU}&fields=id,product_id,inventory_items.inventory.id,inventory_items.inventory.location_levels.location_id`
  )
  const [{ id: variantId, product_id: productId, inventory_items }] = variants
  const [{ inventory }] = inventory_items
  return {
    currencyCode: "eur",
    countryCode: "dk",
    regionId: regions[0].id,
    salesChannelId: sales_channels[0].id,
    publishableKey: api_keys[0].token,
    shippingOptionId: shipping_options[0].id,
    shippingProfileId: shipping_options[0].shipping_profile_id,
    stockLocationId: inventory.location_levels[0].location_id,
    products: {
      shirt: { productId, variantId, inventoryItemId: inventory.id },
    },
  }
}
