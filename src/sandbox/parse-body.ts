import type { z } from "zod"

/** Parses a JSON request body. The message names the first wrong field: "currency: Invalid input". */
export function parseBody<Body>(
  text: string,
  schema: z.ZodType<Body>,
  errorOf: (message: string) => Error
): Body {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw errorOf("body: must be JSON")
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [{ path, message }] = parsed.error.issues
  throw errorOf(`${path.join(".") || "body"}: ${message}`)
}
