import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { bookRefunds } from "./book-refunds"

/** Null where all that was given back is in Medusa's books, or none belongs there. */
export type Booking = { booking_error: string | null }

/**
 * Books the recorded refunds in Medusa. A failure is told, not thrown: the
 * record stays, and the same request sent again finishes the booking.
 */
export const bookCryptoRefundsStep = createStep(
  "book-crypto-refunds",
  async ({ id }: { id: string }, { container }) =>
    new StepResponse<Booking>({
      booking_error: await bookRefunds(container, id),
    })
)
