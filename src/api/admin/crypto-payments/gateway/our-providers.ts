import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type {
  ConfiguredProvider,
  Merchants,
} from "../../../../modules/crypto-payment"

export type Region = { id: string; name: string }

/** A payment provider of ours that is switched on, and where shoppers can choose it. */
export type OurProvider = ConfiguredProvider & { regions: Region[] }

/** Our providers as Medusa registered them, by id. */
export async function ourProviders(
  container: MedusaContainer,
  merchants: Merchants
): Promise<OurProvider[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [providers, regions] = await Promise.all([
    query.graph({
      entity: "payment_provider",
      fields: ["id"],
      filters: { is_enabled: true },
    }),
    query.graph({
      entity: "region",
      fields: ["id", "name", "payment_providers.id"],
    }),
  ])
  return providers.data
    .map(({ id }) => merchants.provider(id))
    .filter((provider) => provider !== undefined)
    .map((provider) => ({
      ...provider,
      regions: regions.data
        .filter(({ payment_providers }) =>
          payment_providers?.some(
            (each?: { id: string } | null) => each?.id === provider.provider_id
          )
        )
        .map(({ id, name }) => ({ id, name })),
    }))
    .sort((a, b) => a.provider_id.localeCompare(b.provider_id))
}
