import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { ReturnWorkflow } from "@medusajs/framework/workflows-sdk"
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
  createUserAccountWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
  updateStoresWorkflow,
} from "@medusajs/medusa/core-flows"
import { DEFAULT_CATALOGUE, type ProductInput } from "./catalogue"

type DefaultProduct = (typeof DEFAULT_CATALOGUE)[number]

export type StoreOptions<Input extends ProductInput = DefaultProduct> = {
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
  /**
   * Flat price of the shipping option, in whole units of the currency.
   * @default 3
   */
  shippingPrice?: number
  /** @default a shirt (10, stock 1000, shipped) and an e-book (5) */
  products?: Input[]
}

export type SeededStore<Handle extends string = string> = {
  currencyCode: string
  countryCode: string
  regionId: string
  salesChannelId: string
  /** For the header `x-publishable-api-key`. */
  publishableKey: string
  stockLocationId: string
  shippingProfileId: string
  shippingOptionId: string
  products: Record<Handle, SeededProduct>
}

type SeededProduct = {
  productId: string
  variantId: string
  /** Only of a product whose stock is counted. */
  inventoryItemId?: string
}

const MANUAL_FULFILLMENT = "manual_manual"

/**
 * Makes a store that sells: region, channel, warehouse, shipping, tax and
 * products. Runs wherever there is a container, `medusa exec` included.
 */
export async function seedStore<Input extends ProductInput = DefaultProduct>(
  container: MedusaContainer,
  options: StoreOptions<Input> = {}
): Promise<SeededStore<Input["handle"]>> {
  const { name = "Europe", currencyCode = "eur", countryCode = "de" } = options
  const run = runnerIn(container)
  const [channel] = await run(createSalesChannelsWorkflow, {
    salesChannelsData: [{ name }],
  })
  const [apiKey] = await run(createApiKeysWorkflow, {
    api_keys: [{ title: name, type: "publishable", created_by: "" }],
  })
  await run(linkSalesChannelsToApiKeyWorkflow, {
    id: apiKey.id,
    add: [channel.id],
  })
  const [region] = await run(createRegionsWorkflow, {
    regions: [
      {
        name,
        currency_code: currencyCode,
        countries: [countryCode],
        payment_providers: options.providers ?? ["pp_crypto_crypto"],
      },
    ],
  })
  await run(createTaxRegionsWorkflow, [
    {
      country_code: countryCode,
      provider_id: "tp_system",
      default_tax_rate: { name: "Tax", code: "tax", rate: 0 },
    },
  ])
  const [store] = await container.resolve(Modules.STORE).listStores()
  await run(updateStoresWorkflow, {
    selector: { id: store.id },
    update: {
      // The admin shows prices only in currencies that the store supports.
      supported_currencies: [{ currency_code: currencyCode, is_default: true }],
      default_region_id: region.id,
      default_sales_channel_id: channel.id,
    },
  })
  const place = {
    currencyCode,
    countryCode,
    regionId: region.id,
    salesChannelId: channel.id,
    publishableKey: apiKey.token,
  }
  const shipping = await seedShipping(container, place, {
    name,
    price: options.shippingPrice ?? 3,
  })
  const products = await seedProducts(
    container,
    { ...place, ...shipping },
    options.products ?? DEFAULT_CATALOGUE
  )
  return { ...place, ...shipping, products }
}

/** Runs workflows of core for their results. */
function runnerIn(container: MedusaContainer) {
  return async <Input, Result, Hooks extends unknown[]>(
    workflow: ReturnWorkflow<Input, Result, Hooks>,
    input: NoInfer<Input>
  ) => (await workflow(container).run({ input })).result
}

type Place = Pick<
  SeededStore,
  "currencyCode" | "countryCode" | "salesChannelId"
>

type Shipping = Pick<
  SeededStore,
  "stockLocationId" | "shippingProfileId" | "shippingOptionId"
>

/** A warehouse that sends to one country at a flat price. */
async function seedShipping(
  container: MedusaContainer,
  { currencyCode, countryCode, salesChannelId }: Place,
  { name, price }: { name: string; price: number }
): Promise<Shipping> {
  const run = runnerIn(container)
  const [location] = await run(createStockLocationsWorkflow, {
    locations: [{ name }],
  })
  await run(linkSalesChannelsToStockLocationWorkflow, {
    id: location.id,
    add: [salesChannelId],
  })
  const set = await container
    .resolve(Modules.FULFILLMENT)
    .createFulfillmentSets({
      name,
      type: "shipping",
      service_zones: [
        { name, geo_zones: [{ type: "country", country_code: countryCode }] },
      ],
    })
  const from = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } }
  await container
    .resolve(ContainerRegistrationKeys.LINK)
    .create(
      [
        { fulfillment_provider_id: MANUAL_FULFILLMENT },
        { fulfillment_set_id: set.id },
      ].map((to) => ({ ...from, [Modules.FULFILLMENT]: to }))
    )
  const [profile] = await run(createShippingProfilesWorkflow, {
    data: [{ name, type: "default" }],
  })
  const [option] = await run(createShippingOptionsWorkflow, [
    {
      name: "Standard shipping",
      price_type: "flat",
      provider_id: MANUAL_FULFILLMENT,
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: "Standard", description: "By post", code: "standard" },
      prices: [{ currency_code: currencyCode, amount: price }],
      rules: [
        { attribute: "enabled_in_store", operator: "eq", value: "true" },
        { attribute: "is_return", operator: "eq", value: "false" },
      ],
    },
  ])
  return {
    stockLocationId: location.id,
    shippingProfileId: profile.id,
    shippingOptionId: option.id,
  }
}

/** Creates the products and puts them on stock; keyed by handle. */
async function seedProducts(
  container: MedusaContainer,
  place: Place & Shipping,
  inputs: ProductInput[]
): Promise<Record<string, SeededProduct>> {
  const run = runnerIn(container)
  const created = await run(createProductsWorkflow, {
    products: inputs.map((input) => ({
      title: input.title,
      handle: input.handle,
      description: input.description,
      status: "published" as const,
      sales_channels: [{ id: place.salesChannelId }],
      // Having a profile is what makes Medusa ask for a shipping method.
      shipping_profile_id: input.requiresShipping
        ? place.shippingProfileId
        : undefined,
      options: [{ title: "Size", values: ["One"] }],
      variants: [
        {
          title: "One size",
          sku: input.handle.toUpperCase(),
          manage_inventory: input.stock !== undefined,
          options: { Size: "One" },
          prices: [{ currency_code: place.currencyCode, amount: input.price }],
        },
      ],
    })),
  })
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "product",
      fields: [
        "id",
        "handle",
        "variants.id",
        "variants.inventory_items.inventory_item_id",
      ],
      filters: { id: created.map(({ id }) => id) },
    })
  const seeded: Record<string, SeededProduct> = Object.fromEntries(
    data.map(({ id, handle, variants: [variant] }) => [
      handle,
      {
        productId: id,
        variantId: variant.id,
        inventoryItemId: variant.inventory_items?.[0]?.inventory_item_id,
      },
    ])
  )
  await run(createInventoryLevelsWorkflow, {
    inventory_levels: inputs.flatMap(({ handle, stock }) => {
      const { inventoryItemId } = seeded[handle]
      if (inventoryItemId === undefined) return []
      return {
        inventory_item_id: inventoryItemId,
        location_id: place.stockLocationId,
        stocked_quantity: stock,
      }
    }),
  })
  return seeded
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
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { email, password } })
  if (!authIdentity) throw new Error(`Could not register ${email}: ${error}`)
  await runnerIn(container)(createUserAccountWorkflow, {
    authIdentityId: authIdentity.id,
    userData: { email, roles },
  })
}
