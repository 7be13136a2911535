import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
  createUsersWorkflow,
  setAuthAppMetadataWorkflow,
} from "@medusajs/medusa/core-flows"
import { DEFAULT_CATALOGUE, type ProductInput } from "./catalogue"

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

/** A region of one country, its payment providers and its tax. */
async function seedRegion(
  container: MedusaContainer,
  options: {
    name: string
    currencyCode: string
    countryCode: string
    providers: string[]
    taxRatePercent: number
  }
): Promise<string> {
  const {
    result: [region],
  } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: options.name,
          currency_code: options.currencyCode,
          countries: [options.countryCode],
          payment_providers: options.providers,
        },
      ],
    },
  })
  await createTaxRegionsWorkflow(container).run({
    input: [
      {
        country_code: options.countryCode,
        provider_id: "tp_system",
        default_tax_rate: {
          name: "Tax",
          code: "tax",
          rate: options.taxRatePercent,
        },
      },
    ],
  })
  return region.id
}

/** A sales channel with the publishable key that storefronts send. */
async function seedSalesChannel(
  container: MedusaContainer,
  name: string
): Promise<{ salesChannelId: string; publishableKey: string }> {
  const {
    result: [salesChannel],
  } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name }] },
  })
  const {
    result: [apiKey],
  } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [{ title: name, type: "publishable", created_by: "" }],
    },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: apiKey.id, add: [salesChannel.id] },
  })
  return { salesChannelId: salesChannel.id, publishableKey: apiKey.token }
}

const MANUAL_FULFILLMENT = "manual_manual"

type SeededShipping = {
  stockLocationId: string
  shippingProfileId: string
  shippingOptionId: string
}

/** A warehouse that sends to one country at a flat price. */
async function seedShipping(
  container: MedusaContainer,
  options: {
    name: string
    salesChannelId: string
    countryCode: string
    currencyCode: string
    price: number
  }
): Promise<SeededShipping> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const fulfillment = container.resolve(Modules.FULFILLMENT)

  const {
    result: [stockLocation],
  } = await createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: options.name }] },
  })
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: stockLocation.id, add: [options.salesChannelId] },
  })

  const fulfillmentSet = await fulfillment.createFulfillmentSets({
    name: options.name,
    type: "shipping",
    service_zones: [
      {
        name: options.name,
        geo_zones: [{ type: "country", country_code: options.countryCode }],
      },
    ],
  })
  await link.create([
    {
      [Modules.STOCK_LOCATION]: { stock_location_id: stockLocation.id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id: MANUAL_FULFILLMENT },
    },
    {
      [Modules.STOCK_LOCATION]: { stock_location_id: stockLocation.id },
      [Modules.FULFILLMENT]: { fulfillment_set_id: fulfillmentSet.id },
    },
  ])

  const {
    result: [shippingProfile],
  } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: options.name, type: "default" }] },
  })
  const {
    result: [shippingOption],
  } = await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Standard shipping",
        price_type: "flat",
        provider_id: MANUAL_FULFILLMENT,
        service_zone_id: fulfillmentSet.service_zones[0].id,
        shipping_profile_id: shippingProfile.id,
        type: { label: "Standard", description: "By post", code: "standard" },
        prices: [
          { currency_code: options.currencyCode, amount: options.price },
        ],
        rules: [
          { attribute: "enabled_in_store", operator: "eq", value: "true" },
          { attribute: "is_return", operator: "eq", value: "false" },
        ],
      },
    ],
  })
  return {
    stockLocationId: stockLocation.id,
    shippingProfileId: shippingProfile.id,
    shippingOptionId: shippingOption.id,
  }
}

export type SeededProduct = {
  productId: string
  variantId: string
  /** Only of a product whose stock is counted. */
  inventoryItemId?: string
}

/** Creates the products and puts them on stock; keyed by handle. */
async function seedProducts<Input extends ProductInput>(
  container: MedusaContainer,
  inputs: Input[],
  options: {
    currencyCode: string
    salesChannelId: string
    stockLocationId: string
    shippingProfileId: string
  }
): Promise<Record<Input["handle"], SeededProduct>> {
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: inputs.map((input) => ({
        title: input.title,
        handle: input.handle,
        description: input.description,
        status: "published" as const,
        sales_channels: [{ id: options.salesChannelId }],
        // Having a profile is what makes Medusa ask for a shipping method.
        shipping_profile_id: input.requiresShipping
          ? options.shippingProfileId
          : undefined,
        options: [{ title: "Size", values: ["One"] }],
        variants: [
          {
            title: "One size",
            sku: input.handle.toUpperCase(),
            manage_inventory: input.stock !== undefined,
            options: { Size: "One" },
            prices: [
              { currency_code: options.currencyCode, amount: input.price },
            ],
          },
        ],
      })),
    },
  })
  const seeded = await withInventoryItems(
    container,
    products.map(({ id }) => id)
  )
  await stockUp(container, inputs, seeded, options.stockLocationId)
  return seeded
}

async function withInventoryItems(
  container: MedusaContainer,
  productIds: string[]
): Promise<Record<string, SeededProduct>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "product",
    fields: [
      "id",
      "handle",
      "variants.id",
      "variants.inventory_items.inventory_item_id",
    ],
    filters: { id: productIds },
  })
  return Object.fromEntries(
    data.map((product) => {
      const [variant] = product.variants
      const [item] = variant.inventory_items ?? []
      return [
        product.handle,
        {
          productId: product.id,
          variantId: variant.id,
          inventoryItemId: item?.inventory_item_id,
        },
      ]
    })
  )
}

async function stockUp(
  container: MedusaContainer,
  inputs: ProductInput[],
  seeded: Record<string, SeededProduct>,
  stockLocationId: string
): Promise<void> {
  const levels = inputs.flatMap(({ handle, stock }) => {
    const inventoryItemId = seeded[handle]?.inventoryItemId
    return stock === undefined || inventoryItemId === undefined
      ? []
      : [
          {
            inventory_item_id: inventoryItemId,
            location_id: stockLocationId,
            stocked_quantity: stock,
          },
        ]
  })
  await createInventoryLevelsWorkflow(container).run({
    input: { inventory_levels: levels },
  })
}

type AdminUser = {
  email: string
  password: string
  /** Ids of roles, where RBAC is on. */
  roles?: string[]
}

/** Creates an admin who can log in, as `medusa user` does. */
export async function createAdminUser(
  container: MedusaContainer,
  { email, password, roles }: AdminUser
): Promise<void> {
  const {
    result: [user],
  } = await createUsersWorkflow(container).run({
    input: { users: [{ email, roles }] },
  })
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(`Could not register ${email}: ${error}`)
  await setAuthAppMetadataWorkflow(container).run({
    input: {
      authIdentityId: authIdentity.id,
      actorType: "user",
      value: user.id,
    },
  })
}
