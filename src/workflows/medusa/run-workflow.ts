import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import type { StepFailure } from "../../medusa/errors"

const outcome = z.object({
  errors: z.array(
    z.object({ action: z.string().optional(), error: z.unknown() })
  ),
})

/**
 * Runs a workflow of core by its name: it undoes its steps where one fails.
 * @returns what failed
 */
export async function runWorkflow(
  container: MedusaContainer,
  workflowId: string,
  input: object
): Promise<StepFailure[]> {
  const ended: unknown = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(workflowId, { input, throwOnError: false })
  return outcome.parse(ended).errors
}
