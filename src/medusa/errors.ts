import { MedusaError } from "@medusajs/framework/utils"
import type { Blocker } from "../modules/crypto-payment/column-values"

/** One failed step of a core workflow, as the engine reports it. */
export type StepFailure = { action?: string; error?: unknown }

/** Core's own, where a cart has to change first; of another type the next try may go well. */
const CART_ERROR_TYPES: readonly string[] = [
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.INVALID_ARGUMENT,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
]

/**
 * What core says in terms that a merchant does not see, by file and line of 2.21.2; the first one
 * is the provider's own.
 */
const BLOCKERS: readonly [RegExp, Blocker][] = [
  [/not enabled in the cart's region/, "crypto_off"],
  // `@medusajs/inventory`, `services/inventory-module.js`, line 86.
  [/not enough stock|out of stock/i, "out_of_stock"],
  // `@medusajs/core-flows`, `cart/steps/validate-shipping.js`, line 57.
  [/shipping profiles that are not satisfied/, "shipping_option_gone"],
]

/** A lock that was not free, by file and line of 2.21.2. */
const LOCK_MESSAGES: readonly RegExp[] = [
  // Where a lock's time-out ended a step that had succeeded: `@medusajs/orchestration`,
  // `transaction/transaction-step.js`, lines 74 and 96.
  /^Updating Stat(?:e|us) from /,
  // `@medusajs/locking`, `providers/in-memory.js`, lines 97 and 140; `locking-postgres`,
  // `advisory-lock.js`, lines 75 and 123; `locking-redis`, `redis-lock.js`, lines 231 and 299.
  /acquir(?:e|ing) lock/,
  // `locking-postgres`, `advisory-lock.js`, line 66.
  /is already locked/,
  // `locking-redis`, `redis-lock.js`, line 205.
  /Lost the lock for/,
  // `CoreLockHeld`, ours.
  /holds the lock of/,
]

/** Without those of a lock that was not free: it is free later, and their messages tell nothing. */
export function besidesLocks(failures: readonly StepFailure[]): StepFailure[] {
  return failures.filter((each) => {
    const message = messageOf([each]) ?? ""
    return !LOCK_MESSAGES.some((pattern) => pattern.test(message))
  })
}

/** What core reported, each message once; null where it reported nothing. */
export function messageOf(failures: readonly StepFailure[]): string | null {
  const errors = failures.map(({ error }) => error).filter(Boolean)
  const messages = errors.map((each) => textOf(each, "message") ?? String(each))
  return [...new Set(messages)].join(" ") || null
}

/** What keeps core from placing the order, where it says so. */
export function blockerOf(message: string | null): Blocker | undefined {
  return BLOCKERS.find(([pattern]) => pattern.test(message ?? ""))?.[1]
}

export function isCartError({ error }: StepFailure): boolean {
  const type = textOf(error, "type")
  return type !== undefined && CART_ERROR_TYPES.includes(type)
}

/** Errors come back from the workflow engine as plain objects. */
function textOf(error: unknown, key: "message" | "type"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined
  const value: unknown = Reflect.get(error, key)
  return typeof value === "string" ? value : undefined
}
