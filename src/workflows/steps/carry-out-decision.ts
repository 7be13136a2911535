import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

import { carryOut } from "../settle/carry-out"
import type { Lease } from "./lease-crypto-payment"

/**
 * Acts on what is known of a leased attempt. Not undone when a later step
 * fails: what core did with the money stands, and the next run finds it.
 */
export const carryOutDecisionStep = createStep(
  "carry-out-crypto-payment-decision",
  async (lease: Lease, { container }) =>
    new StepResponse(await carryOut(container, lease.id))
)
