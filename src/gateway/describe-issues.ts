import type { z } from "zod"

/** What is wrong with a parsed value, in one line that names fields and quotes no values. */
export function describeIssues(error: z.ZodError): string {
  const shown = error.issues.slice(0, MAX_SHOWN).map(({ path, message }) => {
    return path.length === 0 ? message : `${path.join(".")}: ${message}`
  })
  const hidden = error.issues.length - shown.length
  return hidden > 0
    ? `${shown.join("; ")}; and ${hidden} more`
    : shown.join("; ")
}

const MAX_SHOWN = 3
