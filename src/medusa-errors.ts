import { MedusaError } from "@medusajs/framework/utils"

// Of the types below, and of UNAUTHORIZED, Medusa's HTTP layer keeps the message.
const {
  INVALID_DATA,
  NOT_ALLOWED,
  NOT_FOUND,
  PAYMENT_AUTHORIZATION_ERROR,
  UNEXPECTED_STATE,
} = MedusaError.Types

/** 400 */
export const invalidData = (message: string) =>
  new MedusaError(INVALID_DATA, message)

/** 400 */
export const notAllowed = (message: string) =>
  new MedusaError(NOT_ALLOWED, message)

/** `code` of an error about something that changed since a person decided. */
export const CHANGED = "changed"

/** 409, from an `actionRoute`: Medusa replaces the message of its own type for 409. */
export const changedMeanwhile = (message: string) =>
  new MedusaError(NOT_ALLOWED, message, CHANGED)

/** `code` of an error about the text that was entered for a transaction's hash. */
export const HASH_INVALID = "transaction_hash_invalid"

/** 422, from an `actionRoute`. */
export const hashInvalid = (message: string) =>
  new MedusaError(INVALID_DATA, message, HASH_INVALID)

/**
 * 422, with the `code` "opening_failed": the gateway did not open a payment, and another try would
 * end so, too. Clients act on the status: of an error js-sdk hands on nothing else but the message.
 */
export const openingRejected = (message: string) =>
  new MedusaError(PAYMENT_AUTHORIZATION_ERROR, message, "opening_failed")

/** 404 */
export const notFound = (message: string) => new MedusaError(NOT_FOUND, message)

/** PostgreSQL's codes for a table and a column that is not there. */
const MISSING = ["42P01", "42703"]

export const NOT_MIGRATED =
  "The database does not have the plugin's tables as this version needs them. Run npx medusa db:migrate."

export function isNotMigrated(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    MISSING.includes(String(error.code)) &&
    error.message.includes("crypto_")
  )
}

/** 500 */
export const unexpectedState = (message: string, code?: string) =>
  new MedusaError(UNEXPECTED_STATE, message, code)
