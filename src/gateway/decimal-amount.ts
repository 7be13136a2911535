import { GatewayValidationError } from "./errors"

/**
 * Checks an amount in the priced currency before it is written into a request:
 * a plain decimal greater than zero, in JSON's own number grammar ("19.90",
 * not "1e3", "+5", ".5" or "05"), so that its digits can be sent as they are.
 *
 * @throws GatewayValidationError naming the amount
 */
export function checkAmount(amount: string): string {
  if (!PLAIN_DECIMAL.test(amount) || !/[1-9]/.test(amount)) {
    throw new GatewayValidationError(
      `Refused to send the amount ${JSON.stringify(amount)}: it must be a plain decimal greater than zero, like "19.90"`
    )
  }
  return amount
}

const PLAIN_DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/
