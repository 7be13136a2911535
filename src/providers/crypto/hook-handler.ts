import {
  WorkflowManager,
  type WorkflowDefinition,
} from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"

type Invoke<Input = unknown> = (input: Input, context: HookContext) => unknown
type Compensate = (data: unknown, context: HookContext) => unknown
type HookContext = { container: MedusaContainer }

/** The part of a core workflow that concerns its hooks. */
type HookedWorkflow = {
  getName: () => string
  hooks: Partial<
    Record<string, (invoke: Invoke<never>, compensate?: Compensate) => void>
  >
}

/** The state of a running workflow at a hook. */
type Running = {
  /** The output of an earlier step; undefined where it did not run. */
  stepResult: (name: string) => StepOutput | undefined
  workflowInput: Record<string, unknown> | undefined
}

/** The output of a query step of core, and its record in a running workflow. */
type StepOutput = { data?: unknown }
type StepRecord = { output?: { output?: StepOutput } } | undefined

type HookHandler<Input> = {
  name: string
  /** Throws to stop the workflow. */
  handle: (input: Input, container: MedusaContainer) => Promise<void>
  /** Reads the hook's input where the store registered its handler first. */
  readInput: (running: Running) => Input
}

const added = new WeakMap<object, Set<string>>()

/**
 * Adds a handler to a hook of a core workflow, and leaves the hook free for the
 * store: Medusa allows one handler per hook in the whole application. Ours runs
 * first, then the store's, registered before or after, with its compensation.
 * Adding the same hook twice does nothing.
 */
export function addHookHandler<Input>(
  workflow: object,
  handler: HookHandler<Input>
): void {
  const hooked = workflow as HookedWorkflow
  const names = added.get(workflow) ?? new Set()
  if (names.has(handler.name)) return
  added.set(workflow, names.add(handler.name))
  const register = hooked.hooks[handler.name]
  if (!register) {
    throw new Error(
      `medusa-payment-crypto: this Medusa's workflow ${hooked.getName()} has no hook "${handler.name}".`
    )
  }
  try {
    registerFirst(hooked, handler, register)
  } catch (error) {
    if (!joinRegistered(hooked, handler)) throw error
  }
}

/**
 * Registers ours, and calls the handler that is registered afterwards.
 *
 * @throws Error where another handler was registered before.
 */
function registerFirst<Input>(
  workflow: HookedWorkflow,
  { name, handle }: HookHandler<Input>,
  register: NonNullable<HookedWorkflow["hooks"][string]>
): void {
  let store: { invoke: Invoke<never>; compensate?: Compensate } | undefined
  register(
    async (input: Input, context: HookContext) => {
      await handle(input, context.container)
      return store?.invoke(input as never, context)
    },
    async (data, context) => store?.compensate?.(data, context)
  )
  workflow.hooks[name] = (invoke, compensate) => {
    if (store) {
      throw new Error(
        `Cannot define multiple hook handlers for the ${name} hook`
      )
    }
    store = { invoke, compensate }
  }
}

/** @returns false where no handler was registered before. */
function joinRegistered<Input>(
  workflow: HookedWorkflow,
  { name, handle, readInput }: HookHandler<Input>
): boolean {
  const definition: WorkflowDefinition | undefined =
    WorkflowManager.getWorkflow(workflow.getName())
  const registered = definition?.handlers_.get(name)
  if (!definition || !registered) return false
  definition.handlers_.set(name, {
    ...registered,
    invoke: async (step) => {
      const input = readInput({
        stepResult: (id) => (step.invoke[id] as StepRecord)?.output?.output,
        workflowInput: step.payload as Running["workflowInput"],
      })
      await handle(input, step.container)
      return await registered.invoke(step)
    },
  })
  return true
}
