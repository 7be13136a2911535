import type { Conditions } from "../conditions"

/** What a look at a fact beyond the contract gave. */
export type Observed = "yes" | "no" | "not seen"

/**
 * A fact that gateways of this kind were seen to have and the contract does
 * not promise. Whatever it is here, no case fails over it.
 */
export type Observation = {
  fact: string
  look: (conditions: Conditions) => Promise<Observed>
}

/** The verdict on something that was there to be seen. */
export function seen(holds: boolean): Observed {
  return holds ? "yes" : "no"
}
