import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"

import { describeGateways } from "./describe-gateways"

/**
 * Each of our payment providers and how it fares: connection, currencies,
 * webhooks, regions, counts: `{ gateways }`. Asks each merchant's gateway once.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  res.json({ gateways: await describeGateways(req.scope) })
}
