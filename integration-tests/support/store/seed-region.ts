import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createRegionsWorkflow,
  createTaxRegionsWorkflow,
} from "@medusajs/medusa/core-flows"

/** A region of one country, its payment providers and its tax. */
export async function seedRegion(
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
