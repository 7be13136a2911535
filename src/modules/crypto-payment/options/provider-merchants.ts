import { defaultMerchantKey } from "./parse-options"

/** Identifiers of our two payment providers: hosted page and inline. */
export const providerIdentifiers = {
  widget: "crypto",
  h2h: "crypto-h2h",
} as const

export type Flow = keyof typeof providerIdentifiers

/** A payment provider of ours as the store configured it. */
export type ConfiguredProvider = {
  provider_id: string
  flow: Flow
  merchantKey: string
}

type ProviderEntry = { id?: unknown; options?: unknown }

/**
 * Which merchant a payment provider id (`pp_crypto_<id>`, `pp_crypto-h2h_<id>`)
 * pays to, read from the Payment Module's `providers` in medusa-config:
 * `options: { merchant: "eu" }` on the entry, else the only merchant.
 */
export function configuredProvider(
  providerId: string,
  entries: readonly ProviderEntry[]
): ConfiguredProvider | undefined {
  for (const flow of ["widget", "h2h"] as const) {
    const prefix = `pp_${providerIdentifiers[flow]}_`
    if (!providerId.startsWith(prefix)) continue
    const id = providerId.slice(prefix.length)
    const entry = entries.find((candidate) => candidate.id === id)
    if (!entry) return undefined
    return {
      provider_id: providerId,
      flow,
      merchantKey: merchantKeyOf(entry.options),
    }
  }
  return undefined
}

/** The merchant that a provider entry's options name. */
export function merchantKeyOf(options: unknown): string {
  if (typeof options !== "object" || options === null) return defaultMerchantKey
  if (!("merchant" in options)) return defaultMerchantKey
  const { merchant } = options
  return typeof merchant === "string" ? merchant : defaultMerchantKey
}
