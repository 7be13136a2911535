import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { countWebhookAnswer } from "../../../modules/crypto-payment"

/** Counts how a webhook was answered, by whatever came to answer it. */
export function countAnswer(
  _req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  res.once("finish", () => countWebhookAnswer(res.statusCode))
  next()
}
