import { MedusaError } from "@medusajs/framework/utils"

/** @throws MedusaError UNEXPECTED_STATE for a refund that Medusa did not book. */
export function refuseIfUnbooked({
  booking_error,
}: {
  booking_error: string | null
}): void {
  if (booking_error === null) return
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The refund is recorded, but Medusa did not book it on the order: ${booking_error} Record the same refund (same transaction, same amount) once more to finish.`
  )
}
