import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { CHANGED, notFound } from "../../../medusa-errors"

/** Returns what is answered. */
type Action = (
  req: AuthenticatedMedusaRequest<never>,
  res: MedusaResponse
) => Promise<object>

/** Errors of workflows are plain objects. */
function isChanged(error: unknown): error is { message: string } {
  return (
    typeof error === "object" &&
    error !== null &&
    Reflect.get(error, "code") === CHANGED
  )
}

/**
 * By the last segment of the path; 404 for one without an action. Where what was decided about
 * changed meanwhile, it answers 409 with the sentence: Medusa has one of its own for that status.
 */
export function actionRoute(actions: Readonly<Record<string, Action>>) {
  const known = new Map(Object.entries(actions))
  return async (
    req: AuthenticatedMedusaRequest<never>,
    res: MedusaResponse
  ) => {
    const act = known.get(req.params.action)
    if (!act) throw notFound("There is no such action.")
    try {
      res.json(await act(req, res))
    } catch (error) {
      if (!isChanged(error)) throw error
      const { message } = error
      const type = MedusaError.Types.NOT_ALLOWED
      res.status(409).json({ type, code: CHANGED, message })
    }
  }
}
