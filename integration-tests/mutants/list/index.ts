import type { Mutant } from "../mutant"
import { jobMutants } from "./jobs"
import { kitMutants } from "./kit"
import { ledgerMutants } from "./ledger"
import { providerMutants } from "./provider"
import { refundMutants } from "./refunds"
import { routeMutants } from "./routes"
import { workflowMutants } from "./workflows"
import { unpaidOrderMutants } from "./unpaid-orders"
import { worldMutants } from "./world"

export const mutants: Mutant[] = [
  ...ledgerMutants,
  ...refundMutants,
  ...workflowMutants,
  ...providerMutants,
  ...routeMutants,
  ...jobMutants,
  ...kitMutants,
  ...unpaidOrderMutants,
  ...worldMutants,
]
