import type { HttpClient } from "../support/store"

const PROVIDERS = [
  "pp_crypto_crypto",
  "pp_crypto-h2h_crypto",
  "pp_system_default",
]

/** A region of the store, by a country of it: Europe in EUR, or the United States in USD. */
export type Region = "dk" | "us"

/**
 * Enables crypto beside the manual provider in the region that the starter
 * seeds, and adds a second region with another currency.
 *
 * @returns the ids of both
 */
export async function enablePayments(
  admin: HttpClient
): Promise<Record<Region, string>> {
  const { regions } = await admin.get<{ regions: { id: string }[] }>(
    "/admin/regions"
  )
  const [europe] = regions
  await admin.post(`/admin/regions/${europe.id}`, {
    payment_providers: PROVIDERS,
  })
  const { region } = await admin.post<{ region: { id: string } }>(
    "/admin/regions",
    {
      name: "United States",
      currency_code: "usd",
      countries: ["us"],
      payment_providers: PROVIDERS,
    }
  )
  await admin.post("/admin/tax-regions", {
    country_code: "us",
    provider_id: "tp_system",
  })
  await addShipping(admin)
  return { dk: europe.id, us: region.id }
}

/** To the United States, from the starter's only warehouse. */
async function addShipping(admin: HttpClient): Promise<void> {
  const { stock_locations } = await admin.get<{
    stock_locations: { fulfillment_sets: { id: string }[] }[]
  }>("/admin/stock-locations?fields=id,fulfillment_sets.id")
  const [{ fulfillment_sets }] = stock_locations
  const { fulfillment_set } = await admin.post<{
    fulfillment_set: { service_zones: { id: string; name: string }[] }
  }>(`/admin/fulfillment-sets/${fulfillment_sets[0].id}/service-zones`, {
    name: "United States",
    geo_zones: [{ type: "country", country_code: "us" }],
  })
  const zone = fulfillment_set.service_zones.find(
    ({ name }) => name === "United States"
  )
  const { shipping_profiles } = await admin.get<{
    shipping_profiles: { id: string }[]
  }>("/admin/shipping-profiles")
  await admin.post("/admin/shipping-options", {
    name: "Standard Shipping",
    service_zone_id: zone?.id,
    shipping_profile_id: shipping_profiles[0].id,
    provider_id: "manual_manual",
    price_type: "flat",
    type: { label: "Standard", description: "By post.", code: "standard-us" },
    prices: [{ currency_code: "usd", amount: 10 }],
    rules: [
      { attribute: "enabled_in_store", operator: "eq", value: "true" },
      { attribute: "is_return", operator: "eq", value: "false" },
    ],
  })
}
