import type { AttemptState } from "./states"

/**
 * The one transition table: from each state, the states that may follow.
 * Everything that writes an attempt's state goes through it. A paid
 * attempt never returns to an unpaid state: nothing leads from `paid` back to
 * `open` or `closed`. From `settled` back to `paid` leads the later
 * verification alone, where core rolled back what was settled.
 */
export const transitions: Readonly<
  Record<AttemptState, readonly AttemptState[]>
> = {
  creating: ["open", "paid", "closed"],
  open: ["paid", "closed"],
  paid: ["settled", "attention"],
  attention: ["settled", "resolved", "attention"],
  closed: ["paid"],
  settled: ["paid"],
  resolved: [],
}

/** The states from which `to` may be entered. */
export function statesBefore(to: AttemptState): AttemptState[] {
  return (Object.keys(transitions) as AttemptState[]).filter((from) =>
    transitions[from].includes(to)
  )
}

/** Whether an attempt in `from` may go to `to`. */
export function mayFollow(from: AttemptState, to: AttemptState): boolean {
  return transitions[from].includes(to)
}
