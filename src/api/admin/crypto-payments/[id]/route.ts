import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { describeAfter } from "../crypto-payment-response"
import { fillInDetails } from "../../../../workflows/act-on-crypto-payment"

const read = describeAfter(async ({ scope, params }) => {
  await fillInDetails(scope, [params.id])
})

/** One payment with its timeline, oldest entry first: `{ crypto_payment }`. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  res.json(await read(req))
}
