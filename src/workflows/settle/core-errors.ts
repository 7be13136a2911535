import { MedusaError } from "@medusajs/framework/utils"

/** Medusa's own words for a cart that cannot become an order as it stands. */
const aboutTheCart: readonly string[] = [
  MedusaError.Types.INVALID_DATA,
  MedusaError.Types.INVALID_ARGUMENT,
  MedusaError.Types.NOT_ALLOWED,
  MedusaError.Types.NOT_FOUND,
  MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
]

/** One failed step of a core workflow, as the engine reports it. */
export type StepFailure = { action?: string; error?: unknown }

/**
 * Why core failed, in one sentence, and whether asking again may help without
 * anyone changing the cart.
 */
export function describeFailures(failures: readonly StepFailure[]): {
  detail: string
  retryable: boolean
} {
  const errors = failures.map(({ error }) => error).filter(Boolean)
  if (errors.length === 0) {
    return { detail: "Medusa reported no error.", retryable: true }
  }
  return {
    detail: [...new Set(errors.map(messageOf))].join(" "),
    retryable: !errors.some(isAboutTheCart),
  }
}

function isAboutTheCart(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "type" in error &&
    typeof error.type === "string" &&
    aboutTheCart.includes(error.type)
  )
}

function messageOf(error: unknown): string {
  return typeof error === "object" &&
    error !== null &&
    "message" in error &&
    typeof error.message === "string"
    ? error.message
    : String(error)
}
