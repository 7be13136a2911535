import { MedusaError } from "@medusajs/framework/utils"

// Of the types below, and of UNAUTHORIZED, Medusa's HTTP layer keeps the message.
const { INVALID_DATA, NOT_ALLOWED, NOT_FOUND, UNEXPECTED_STATE } =
  MedusaError.Types

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

/** 404 */
export const notFound = (message: string) => new MedusaError(NOT_FOUND, message)

/** 500 */
export const unexpectedState = (message: string, code?: string) =>
  new MedusaError(UNEXPECTED_STATE, message, code)
