import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { CHANGED } from "../../../medusa-errors"

type Handler<Body> = (
  req: AuthenticatedMedusaRequest<Body>,
  res: MedusaResponse
) => Promise<void>

/**
 * A route of an admin action. Where what was decided about changed meanwhile it answers 409, with
 * the sentence: Medusa has one of its own for that status.
 */
export function refuseChanged<Body = unknown>(
  handle: Handler<Body>
): Handler<Body> {
  return async (req, res) => {
    try {
      await handle(req, res)
    } catch (error) {
      if (!isChanged(error)) throw error
      const { message } = error
      const type = MedusaError.Types.NOT_ALLOWED
      res.status(409).json({ type, code: CHANGED, message })
    }
  }
}

/** Errors of workflows are plain objects. */
function isChanged(error: unknown): error is { message: string } {
  return (
    typeof error === "object" &&
    error !== null &&
    Reflect.get(error, "code") === CHANGED
  )
}
