import type { Mutant } from "../mutant"
import { coinMutants } from "./coins"
import { jobMutants } from "./jobs"
import { kitMutants } from "./kit"
import { ledgerMutants } from "./ledger"
import { providerMutants } from "./provider"
import { refundMutants } from "./refunds"
import { refundRequestMutants } from "./refund-requests"
import { routeMutants } from "./routes"
import { workflowMutants } from "./workflows"
import { unpaidOrderMutants } from "./unpaid-orders"
import { worldMutants } from "./world"

export const mutants: Mutant[] = [
  ...ledgerMutants,
  ...refundMutants,
  ...refundRequestMutants,
  ...workflowMutants,
  ...providerMutants,
  ...routeMutants,
  ...jobMutants,
  ...kitMutants,
  ...coinMutants,
  ...unpaidOrderMutants,
  ...worldMutants,
]
