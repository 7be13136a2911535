import { z } from "zod"
import { findMany, findOne, linkedMany, type Query, record } from "./query"

/** What tells by which providers a customer of a region can pay. */
export const regionShape = {
  payment_providers: linkedMany({ id: z.string(), is_enabled: z.boolean() }),
}

const REGION = record("region", {
  id: z.string(),
  name: z.string(),
  ...regionShape,
})

export async function findRegion(query: Query, id: string) {
  return await findOne(query, REGION, id)
}

export async function findRegions(query: Query) {
  return await findMany(query, REGION)
}

const ENABLED_PROVIDER = record("payment_provider", { id: z.string() })

export async function findEnabledProviderIds(query: Query): Promise<string[]> {
  const providers = await findMany(query, ENABLED_PROVIDER, {
    is_enabled: true,
  })
  return providers.map(({ id }) => id)
}

const OFFERED = record("region_payment_provider", { region_id: z.string() })

/** The regions in which a provider is offered. */
export async function findRegionsOffering(
  query: Query,
  payment_provider_id: string
): Promise<string[]> {
  const links = await findMany(query, OFFERED, { payment_provider_id })
  return links.map(({ region_id }) => region_id)
}
