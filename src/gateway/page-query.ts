import { GatewayValidationError } from "./errors"
import type { QueryParameter } from "./request-signature"

/**
 * The query of `GET /v1/payments`; only what is given is sent, the gateway
 * has its own defaults (merchant-api.md section 8).
 *
 * @throws GatewayValidationError when a number is not a whole one, or negative
 */
export function pageQuery(
  { limit, offset }: { limit?: number; offset?: number },
  action: string
): QueryParameter[] {
  const query: QueryParameter[] = []
  for (const [name, value] of Object.entries({ limit, offset })) {
    if (value !== undefined) {
      if (!Number.isSafeInteger(value) || value < 0) {
        throw new GatewayValidationError(
          `Could not ${action}: ${name} must be a whole number, not ${value}`
        )
      }
      query.push([name, String(value)])
    }
  }
  return query
}
