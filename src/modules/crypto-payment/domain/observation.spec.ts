import { observationEffect, type ObservationEffect } from "./observation"
import { type AttemptState, attemptStates } from "./states"

const rows: Record<
  AttemptState,
  { paid: ObservationEffect; unpaid: ObservationEffect }
> = {
  creating: { paid: "paid", unpaid: "update" },
  open: { paid: "paid", unpaid: "update" },
  closed: { paid: "paid", unpaid: "update" },
  paid: { paid: "update", unpaid: "none" },
  attention: { paid: "update", unpaid: "none" },
  settled: { paid: "update", unpaid: "none" },
  resolved: { paid: "update", unpaid: "none" },
}

describe.each(attemptStates)("an observation of a %s attempt", (state) => {
  it.each(["confirmed", "confirmed_manual"])(
    `with the status %s: ${rows[state].paid}`,
    (status) => {
      expect(observationEffect(state, status)).toBe(rows[state].paid)
    }
  )

  it.each(["created", "pending", "expired", "failed", "status_of_tomorrow"])(
    `with the status %s: ${rows[state].unpaid}`,
    (status) => {
      expect(observationEffect(state, status)).toBe(rows[state].unpaid)
    }
  )
})
