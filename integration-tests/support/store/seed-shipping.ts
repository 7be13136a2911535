import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"

const MANUAL_FULFILLMENT = "manual_manual"

export type SeededShipping = {
  stockLocationId: string
  shippingProfileId: string
  shippingOptionId: string
}

/** A warehouse that sends to one country at a flat price. */
export async function seedShipping(
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
