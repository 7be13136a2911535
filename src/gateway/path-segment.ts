import { GatewayValidationError } from "./errors"

/**
 * An id as one segment of a path. An empty one, or dots, would address
 * another resource than meant: `/v1/payments/` is the list.
 *
 * @throws GatewayValidationError
 */
export function pathSegment(id: string, action: string): string {
  if (/^\.{0,2}$/.test(id)) {
    throw new GatewayValidationError(
      `Could not ${action}: ${JSON.stringify(id)} is not an id`
    )
  }
  return encodeURIComponent(id)
}
