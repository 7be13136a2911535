import { heard, type Heard } from "./observation"
import { type AttemptState, attemptStates } from "./states"

const rows: Record<AttemptState, { paid: Heard; unpaid: Heard }> = {
  creating: { paid: "paid", unpaid: "words" },
  open: { paid: "paid", unpaid: "words" },
  closed: { paid: "paid", unpaid: "words" },
  paid: { paid: "words", unpaid: "nothing" },
  attention: { paid: "words", unpaid: "nothing" },
  settled: { paid: "words", unpaid: "nothing" },
  resolved: { paid: "words", unpaid: "nothing" },
}

describe.each(attemptStates)(
  "a word of the gateway about a %s attempt",
  (state) => {
    it.each(["confirmed", "confirmed_manual"])(
      `that says %s: ${rows[state].paid}`,
      (status) => {
        expect(heard(state, status)).toBe(rows[state].paid)
      }
    )

    it.each(["created", "pending", "expired", "failed", "a_word_of_tomorrow"])(
      `that says %s: ${rows[state].unpaid}`,
      (status) => {
        expect(heard(state, status)).toBe(rows[state].unpaid)
      }
    )
  }
)
