import type { BigNumberInput, MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import type { Completion } from "../modules/crypto-payment/settling/completions"

/** Of a step that ended, what core keeps to undo it. */
function ended<Undone extends z.ZodType>(compensateInput: Undone) {
  return z.object({ output: z.object({ compensateInput }) }).optional()
}

const promotionUse = z.object({
  computedActions: z.array(
    z.object({ code: z.string(), amount: z.custom<BigNumberInput>() })
  ),
  registrationContext: z.object({
    customer_id: z.string().nullable(),
    customer_email: z.string().nullable(),
  }),
})

/** As core counted it, or is to give it back. */
export type PromotionUse = z.infer<typeof promotionUse>

const storedCompletion = z.object({
  state: z.string(),
  created_at: z.coerce.date(),
  execution: z.object({
    steps: z
      .record(
        z.string(),
        z.object({ compensate: z.object({ state: z.string() }).optional() })
      )
      .optional(),
  }),
  context: z.object({
    data: z.object({
      invoke: z.object({
        "create-orders": ended(z.array(z.string())),
        "register-usage": ended(promotionUse),
      }),
    }),
  }),
})

/** `used`: the use of promotions that it counted, and has not given back. */
type StoredCompletion = Completion & { used: PromotionUse | null }

/**
 * The runs of core's completion of a cart, as its workflow engine keeps them: one that ended or
 * failed for three days, one that was killed for good.
 */
export async function findCompletions(
  container: MedusaContainer,
  cart_id: string,
  order_id: string
): Promise<StoredCompletion[]> {
  const ofCart: object = {
    workflow_id: completeCartWorkflowId,
    context: { data: { payload: { id: cart_id } } },
  }
  const executions = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .listWorkflowExecutions(ofCart)
  return executions.map((execution) => {
    const stored = storedCompletion.parse(execution)
    const { state, created_at, execution: flow } = stored
    const { invoke } = stored.context.data
    const created = invoke["create-orders"]
    const [, counting] =
      Object.entries(flow.steps ?? {}).find(([name]) =>
        name.endsWith(".register-usage")
      ) ?? []
    const isGivenBack = counting?.compensate?.state === "reverted"
    return {
      state,
      began: created_at,
      created: created?.output.compensateInput.includes(order_id) ?? false,
      named: JSON.stringify(execution.context).includes(order_id),
      used: isGivenBack
        ? null
        : (invoke["register-usage"]?.output.compensateInput ?? null),
    }
  })
}
