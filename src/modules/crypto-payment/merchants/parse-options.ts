import { z } from "@medusajs/framework/zod"
import { type MerchantOptions, merchantOptionsSchema } from "./options"
import type { LoaderOptions } from "@medusajs/framework/types"
import { invalidData } from "../../../medusa-errors"
import { callbackFault } from "./callback-fault"

/** Key of the one merchant when the options are flat. */
export const DEFAULT_MERCHANT_KEY = "default"

/** Validated merchants by key. */
export type OptionsByMerchant = ReadonlyMap<string, MerchantOptions>

/**
 * Validates the plugin's options. One message names every faulty option;
 * values, and so secrets, are never printed.
 * @throws MedusaError INVALID_DATA
 */
export function parseOptions(input: unknown): OptionsByMerchant {
  const { entries, faults } = readEntries(ownOptions(input))
  const merchants = new Map<string, MerchantOptions>()
  for (const { key, path, options } of entries) {
    const parsed = merchantOptionsSchema.safeParse(options, {
      reportInput: true,
    })
    if (parsed.success) merchants.set(key, parsed.data)
    else {
      const { issues } = parsed.error
      faults.push(...issues.flatMap((issue) => describe(path, issue)))
    }
    faults.push(...credentialFaults(path, options))
  }
  if (faults.length > 0) {
    throw invalidData(
      `medusa-payment-crypto: the plugin's options have ${faults.length} fault(s):\n` +
        faults.map((fault) => `  - ${fault}`).join("\n")
    )
  }
  return merchants
}

type Entry = { key: string; path: string; options: unknown }

function readEntries(options: Record<string, unknown>): {
  entries: Entry[]
  faults: string[]
} {
  if (!("merchants" in options)) {
    const entry = { key: DEFAULT_MERCHANT_KEY, path: "", options }
    return { entries: [entry], faults: [] }
  }
  const { merchants, ...beside } = options
  const faults = Object.keys(beside).map(
    (key) => `${key}: is not an option beside merchants`
  )
  const named = isRecord(merchants) ? Object.entries(merchants) : []
  if (named.length === 0) faults.push("merchants: names no merchant")
  const entries = named.map(([key, merchant]) => ({
    key,
    path: `merchants.${key}.`,
    options: merchant,
  }))
  return { entries, faults }
}

/** Medusa hands each module the database's settings among its options. */
function ownOptions(input: unknown): Record<string, unknown> {
  if (!isRecord(input)) return {}
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => key !== "database")
  )
}

/** Apart from the schema: zod skips such a rule while a field is wrong. */
function credentialFaults(path: string, options: unknown): string[] {
  if (!isRecord(options)) return []
  const { apiKey, privateKey } = options
  if (apiKey && privateKey) {
    return [`${path}apiKey: give apiKey or privateKey, not both`]
  }
  const named = apiKey !== undefined || privateKey !== undefined
  return named ? [] : [`${path}apiKey: is missing (or give privateKey)`]
}

function describe(path: string, issue: z.core.$ZodIssue): string[] {
  const nameOf = (keys: readonly PropertyKey[]) => `${path}${keys.join(".")}`
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map(
      (key) => `${nameOf([...issue.path, key])}: is not an option`
    )
  }
  const option = nameOf(issue.path).replace(/\.$/, "")
  if (issue.input === undefined) return [`${option}: is missing`]
  return [`${option}: ${issue.message}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

/**
 * Stops Medusa at start, with every fault named, when the options are wrong. An address at which no
 * webhook can arrive stops it in production, and is a warning else.
 */
export default async function checkOptions({ options, logger }: LoaderOptions) {
  const merchants = [...parseOptions(options)]
  const faults = merchants.flatMap(([key, merchant]) => {
    const fault = callbackFault(merchant)
    return fault ? [`merchant "${key}": ${fault}`] : []
  })
  if (faults.length === 0) return
  const message = `medusa-payment-crypto: ${faults.join("\n")}`
  if (process.env.NODE_ENV === "production") throw invalidData(message)
  logger?.warn(message)
}
