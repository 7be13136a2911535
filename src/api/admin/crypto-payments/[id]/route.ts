import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { describeAfter, fillInDetails } from "../crypto-payment-response"

const read = describeAfter(async ({ scope, params }) => {
  await fillInDetails(scope, { id: params.id })
})

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  res.json(await read(req))
}
