import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { updateStoresWorkflow } from "@medusajs/medusa/core-flows"
import { DEFAULT_CATALOGUE, type ProductInput } from "./catalogue"
import { type SeededProduct, seedProducts } from "./seed-products"
import { seedRegion } from "./seed-region"
import { seedSalesChannel } from "./seed-sales-channel"
import { type SeededShipping, seedShipping } from "./seed-shipping"

export type StoreOptions<Input extends ProductInput> = {
  /**
   * Name of all that is created, so that several stores fit in one database.
   * @default "Europe"
   */
  name?: string
  /** @default "eur" */
  currencyCode?: string
  /**
   * The one country of the region; a country has room in one region only.
   * @default "de"
   */
  countryCode?: string
  /**
   * Payment providers enabled in the region.
   * @default ["pp_crypto_crypto"]
   */
  providers?: string[]
  /** @default 0 */
  taxRatePercent?: number
  /**
   * Flat price of the shipping option, in whole units of the currency.
   * @default 3
   */
  shippingPrice?: number
  /** @default a shirt (10, stock 1000, shipped) and an e-book (5) */
  products?: Input[]
}

export type SeededStore<Handle extends string = string> = SeededShipping & {
  currencyCode: string
  countryCode: string
  regionId: string
  salesChannelId: string
  /** For the header `x-publishable-api-key`. */
  publishableKey: string
  products: Record<Handle, SeededProduct>
}

type DefaultProduct = (typeof DEFAULT_CATALOGUE)[number]

/**
 * Makes a store that sells: region, channel, warehouse, shipping, tax and
 * products. Runs wherever there is a container, `medusa exec` included.
 */
export function seedStore(
  container: MedusaContainer,
  options?: StoreOptions<never>
): Promise<SeededStore<DefaultProduct["handle"]>>
export function seedStore<Input extends ProductInput>(
  container: MedusaContainer,
  options: StoreOptions<Input> & { products: Input[] }
): Promise<SeededStore<Input["handle"]>>
export async function seedStore(
  container: MedusaContainer,
  {
    name = "Europe",
    currencyCode = "eur",
    countryCode = "de",
    providers = ["pp_crypto_crypto"],
    taxRatePercent = 0,
    shippingPrice = 3,
    products = DEFAULT_CATALOGUE,
  }: StoreOptions<ProductInput> = {}
): Promise<SeededStore> {
  const channel = await seedSalesChannel(container, name)
  const regionId = await seedRegion(container, {
    name,
    currencyCode,
    countryCode,
    providers,
    taxRatePercent,
  })
  const shipping = await seedShipping(container, {
    name,
    salesChannelId: channel.salesChannelId,
    countryCode,
    currencyCode,
    price: shippingPrice,
  })
  await setStoreDefaults(container, {
    currencyCode,
    regionId,
    salesChannelId: channel.salesChannelId,
  })
  return {
    ...channel,
    ...shipping,
    currencyCode,
    countryCode,
    regionId,
    products: await seedProducts(container, products, {
      currencyCode,
      salesChannelId: channel.salesChannelId,
      ...shipping,
    }),
  }
}

/** The admin shows prices only in currencies that the store supports. */
async function setStoreDefaults(
  container: MedusaContainer,
  defaults: { currencyCode: string; regionId: string; salesChannelId: string }
): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: stores } = await query.graph({
    entity: "store",
    fields: ["id"],
  })
  await updateStoresWorkflow(container).run({
    input: {
      selector: { id: stores.map(({ id }) => id) },
      update: {
        supported_currencies: [
          { currency_code: defaults.currencyCode, is_default: true },
        ],
        default_region_id: defaults.regionId,
        default_sales_channel_id: defaults.salesChannelId,
      },
    },
  })
}
