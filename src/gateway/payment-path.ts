import { GatewayValidationError } from "./errors"

/**
 * Where one payment is. An empty id, or dots, would address another resource
 * than meant: `/v1/payments/` is the list.
 *
 * @returns also the path with the id left out, for whoever measures
 * @throws GatewayValidationError
 */
export function paymentPath(
  id: string,
  action: string
): { path: string; route: string } {
  if (/^\.{0,2}$/.test(id)) {
    throw new GatewayValidationError(
      `Could not ${action}: ${JSON.stringify(id)} is not an id`
    )
  }
  return {
    path: `/v1/payments/${encodeURIComponent(id)}`,
    route: "/v1/payments/{id}",
  }
}
