import {
  DEFAULT_MERCHANT_KEY,
  type PlaceOrder,
  providerOptionsSchema,
} from "./options"

/** Identifiers of our two payment providers: hosted page and inline. */
export const PROVIDER_IDENTIFIERS = {
  widget: "crypto",
  h2h: "crypto-h2h",
} as const

export type Flow = keyof typeof PROVIDER_IDENTIFIERS

/** Whether a payment provider is one of ours, configured or not any more. */
export function isCryptoProvider(providerId: string): boolean {
  return Object.values(PROVIDER_IDENTIFIERS).some((identifier) =>
    providerId.startsWith(`pp_${identifier}_`)
  )
}

/** A payment provider of ours as the store configured it. */
export type ConfiguredProvider = {
  provider_id: string
  flow: Flow
  merchantKey: string
  /** Unset: as its merchant has it. */
  placeOrder?: PlaceOrder
  /** Unset: as its merchant has them. */
  coins?: string[]
}

type ProviderEntry = { id?: unknown; options?: unknown }

/**
 * Which merchant a provider id (`pp_crypto_<id>`, `pp_crypto-h2h_<id>`) pays to: the
 * `options: { merchant: "eu" }` of its entry in medusa-config, else the only one.
 */
export function configuredProvider(
  providerId: string,
  entries: readonly ProviderEntry[]
): ConfiguredProvider | undefined {
  for (const flow of ["widget", "h2h"] as const) {
    const prefix = `pp_${PROVIDER_IDENTIFIERS[flow]}_`
    if (!providerId.startsWith(prefix)) continue
    const id = providerId.slice(prefix.length)
    const entry = entries.find((candidate) => candidate.id === id)
    if (!entry) return undefined
    return {
      provider_id: providerId,
      flow,
      merchantKey: merchantKeyOf(entry.options),
      ...overridesOf(entry.options),
    }
  }
  return undefined
}

/** What a provider entry has in place of its merchant's options. */
function overridesOf(
  options: unknown
): Pick<ConfiguredProvider, "placeOrder" | "coins"> {
  const { placeOrder, coins } =
    providerOptionsSchema.safeParse(options).data ?? {}
  return { placeOrder, coins }
}

/** The merchant that a provider entry's options name. */
export function merchantKeyOf(options: unknown): string {
  return (
    providerOptionsSchema.safeParse(options).data?.merchant ??
    DEFAULT_MERCHANT_KEY
  )
}
