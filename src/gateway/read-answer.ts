import type { z } from "zod"
import { describeIssues } from "./describe-issues"
import { GatewayUnexpectedAnswerError } from "./errors"
import type { WireAnswer } from "./exchange"

/**
 * Reads the body of a 2xx answer into the promised shape.
 *
 * @param action what the call was for, as "read the payment abc"
 * @throws GatewayUnexpectedAnswerError when it is too large, not JSON, or of another shape
 */
export function readAnswer<T>(
  { status, body }: WireAnswer,
  schema: z.ZodType<T>,
  action: string
): T {
  if (body === undefined) {
    throw unexpected(action, status, "with more than 1 MiB")
  }
  const parsed = schema.safeParse(parseJson(body, action, status))
  if (!parsed.success) {
    const issues = describeIssues(parsed.error)
    throw unexpected(action, status, `in another shape (${issues})`)
  }
  return parsed.data
}

function parseJson(body: string, action: string, status: number): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The parser's own message would quote the body.
    throw unexpected(
      action,
      status,
      body === "" ? "with nothing" : "with something that is not JSON"
    )
  }
}

function unexpected(action: string, status: number, how: string) {
  return new GatewayUnexpectedAnswerError(
    `Could not ${action}: the gateway answered ${status} ${how}`,
    { status }
  )
}
