import type { Mutant } from "../mutant"
import { entryMutants } from "./entries"
import { ledgerMutants } from "./ledger"
import { workflowMutants } from "./workflows"

/** What Stryker cannot make: a missing lock, merchant or check outside of the pure rules. */
export const mutants: Mutant[] = [
  ...ledgerMutants,
  ...workflowMutants,
  ...entryMutants,
]
