import type { Context } from "hono"
import type { z } from "zod"
import { ControlError } from "./control-error"

/** The JSON body by its schema; an empty one counts as `{}`. Throws 400. */
export async function bodyOf<Body>(
  c: Context,
  schema: z.ZodType<Body>
): Promise<Body> {
  const text = await c.req.text()
  const parsed = schema.safeParse(jsonOf(text === "" ? "{}" : text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join(".") || "body"
    throw new ControlError(400, `${field}: ${issue?.message ?? "invalid"}`)
  }
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ControlError(400, "body: must be JSON")
  }
}
