import {
  type WorkflowDefinition,
  WorkflowManager,
} from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { unexpectedState } from "../medusa-errors"
import { amount } from "./query"

const sessionSchema = z.object({
  id: z.string(),
  provider_id: z.string().nullish(),
  amount: amount.nullish(),
  currency_code: z.string().nullish(),
  status: z.string().nullish(),
})

const collectionSchema = z.object({
  payment_sessions: z
    .array(sessionSchema.nullish())
    .nullish()
    .transform((found) => (found ?? []).filter((each) => each != null)),
})

const cartSchema = z
  .object({
    id: z.string(),
    total: amount.nullish().catch(null),
    currency_code: z.string().nullish().catch(null),
    // Where two are linked, core answers a list, and leaves deleted ones in it empty.
    payment_collection: z.preprocess(
      (found): unknown => (Array.isArray(found) ? found : [found]),
      z
        .array(collectionSchema.nullish())
        .transform((found) => found.filter((each) => each != null))
    ),
  })
  .transform(({ payment_collection, ...cart }) => ({
    ...cart,
    sessions: payment_collection.flatMap((each) => each.payment_sessions),
  }))

/**
 * What core hands to its hooks "validate" of a cart that is not completed, with the sessions of all
 * its collections. The hooks are asked of each cart, also of one without crypto: a sum may be
 * missing, or of a form that is not known, until the guard compares it.
 */
export type HookCart = z.output<typeof cartSchema>

const goneSchema = z.union([
  z.null().or(z.undefined()),
  // For a completed cart core only returns the existing order.
  z.object({ completed_at: z.unknown().refine(Boolean) }),
])

/** @throws MedusaError UNEXPECTED_STATE where it is no cart, or its sessions cannot be read */
function parseCart(value: unknown): HookCart | null {
  if (goneSchema.safeParse(value).success) return null
  const read = cartSchema.safeParse(value)
  if (read.success) return read.data
  const [{ path, message }] = read.error.issues
  throw unexpectedState(
    `The cart that Medusa hands to its hook has a \`${path.join(".")}\` that this version of the plugin does not know: ${message}.`
  )
}

type Guard = (container: MedusaContainer, cart: HookCart | null) => unknown

type Context = { container: MedusaContainer }
type Invoke = (input: { cart?: unknown }, context: Context) => unknown
type Compensate = (data: unknown, context: Context) => unknown

/** Medusa types the hooks of each workflow by its name. */
type HookedWorkflow = {
  getName: () => string
  hooks: { validate?: (invoke: Invoke, compensate?: Compensate) => void }
}

const stepSchema = z
  .object({
    output: z.object({ output: z.object({ data: z.unknown() }).nullish() }),
  })
  .nullish()
  .catch(undefined)

const inputSchema = z.object({ cart: z.unknown() }).nullish().catch(undefined)

// Medusa types it as `any`.
const workflows = WorkflowManager as unknown as {
  getWorkflow: (name: string) => WorkflowDefinition | undefined
}

const guarded = new WeakSet<object>()

/**
 * Asks `guard` at core's hook "validate". Medusa allows one handler per hook in the whole
 * application: ours runs first, then the store's with its compensation. Where the store's was
 * registered first, the cart is read from core's step `cartStep`, or from the workflow's input.
 * @throws where this Medusa's workflow has no such hook
 */
export function guardCart(
  workflow: object,
  cartStep: string,
  guard: Guard
): void {
  if (guarded.has(workflow)) return
  guarded.add(workflow)
  const hooked = workflow as HookedWorkflow
  const name = hooked.getName()
  if (!hooked.hooks.validate) {
    throw new Error(
      `medusa-payment-crypto: this Medusa's workflow ${name} has no hook "validate".`
    )
  }
  let store: { invoke: Invoke; compensate?: Compensate } | undefined
  try {
    hooked.hooks.validate(
      async (input, context) => {
        await guard(context.container, parseCart(input.cart))
        return store?.invoke(input, context)
      },
      async (data, context) => store?.compensate?.(data, context)
    )
  } catch (error) {
    const definition = workflows.getWorkflow(name)
    const registered = definition?.handlers_.get("validate")
    if (!definition || !registered) throw error
    definition.handlers_.set("validate", {
      ...registered,
      invoke: async (step) => {
        const found = stepSchema.parse(step.invoke[cartStep])
        const cart =
          found?.output.output?.data ?? inputSchema.parse(step.payload)?.cart
        await guard(step.container, parseCart(cart))
        return await registered.invoke(step)
      },
    })
    return
  }
  hooked.hooks.validate = (invoke, compensate) => {
    if (store) {
      throw new Error(
        "Cannot define multiple hook handlers for the validate hook"
      )
    }
    store = { invoke, compensate }
  }
}
