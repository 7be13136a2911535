import { GatewayError, type GatewayErrorKind } from "../../../gateway"
import { rejectsKey } from "./connection"

describe("an error that raises the alarm about the key", () => {
  const expected: Record<GatewayErrorKind, boolean> = {
    authentication: true,
    not_found: false,
    validation: false,
    rate_limited: false,
    server: false,
    outcome_unknown: false,
    unexpected_answer: false,
  }

  it.each(Object.entries(expected) as [GatewayErrorKind, boolean][])(
    "is one of kind %s: %s",
    (kind, isRejected) => {
      expect(rejectsKey(new GatewayError(kind, "x"))).toBe(isRejected)
    }
  )
})
