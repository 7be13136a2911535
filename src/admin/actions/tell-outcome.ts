import { toast } from "@medusajs/ui"

/**
 * Hands on what came of an action, or tells that it failed with the server's
 * sentence about it. By the promise, since React Query's own callbacks are not
 * called where the button is gone by then, as one that did its work often is.
 */
export function tellOutcome<Result>(
  action: Promise<Result>,
  onDone: (result: Result) => void,
  failure: string
): void {
  action.then(onDone, (error: Error) =>
    toast.error(failure, { description: error.message })
  )
}
