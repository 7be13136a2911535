import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"

import {
  merchantOptionsSchema,
  type MerchantOptions,
  type MerchantOptionsInput,
} from "./schema"

/** The plugin's options: one merchant flat, or several by key. */
export type CryptoPaymentOptions =
  MerchantOptionsInput | { merchants: Record<string, MerchantOptionsInput> }

/** Key of the one merchant when the options are flat. */
export const defaultMerchantKey = "default"

/** Validated merchants by key. */
export type Merchants = ReadonlyMap<string, MerchantOptions>

/**
 * Validates the plugin's options. Faults are gathered into one message, each
 * naming its option; values, and so secrets, are never printed.
 *
 * @throws MedusaError INVALID_DATA
 */
export function parseOptions(input: unknown): Merchants {
  const entries = merchantEntries(input)
  const merchants = new Map<string, MerchantOptions>()
  const faults: string[] = []
  for (const [key, path, options] of entries) {
    const parsed = merchantOptionsSchema.safeParse(options)
    if (parsed.success) merchants.set(key, parsed.data)
    else faults.push(...parsed.error.issues.flatMap((i) => describe(path, i)))
  }
  if (entries.length === 0) faults.push("merchants: names no merchant")
  if (faults.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `medusa-payment-crypto: the plugin's options have ${faults.length} fault(s):\n` +
        faults.map((fault) => `  - ${fault}`).join("\n")
    )
  }
  return merchants
}

function merchantEntries(input: unknown): [string, string, unknown][] {
  const options = ownOptions(input)
  if (!("merchants" in options)) return [[defaultMerchantKey, "", options]]
  const { merchants } = options
  if (typeof merchants !== "object" || merchants === null) return []
  return Object.entries(merchants).map(([key, merchant]) => [
    key,
    `merchants.${key}.`,
    merchant,
  ])
}

/** Medusa hands each module the database's settings among its options. */
function ownOptions(input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null) return {}
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => key !== "database")
  )
}

function describe(path: string, issue: z.core.$ZodIssue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${path}${key}: is not an option`)
  }
  const option = `${path}${issue.path.join(".") || "options"}`
  if (issue.code === "invalid_type" && issue.input === undefined) {
    return [`${option}: is missing`]
  }
  if (issue.code === "custom") return [`${option}: ${issue.message}`]
  if (issue.code === "invalid_union") return [`${option}: is missing or empty`]
  return [`${option}: ${issue.message.toLowerCase()}`]
}
