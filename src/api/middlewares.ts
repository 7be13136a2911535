import {
  defineMiddlewares,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
} from "@medusajs/framework/http"

import { countWebhookAnswer } from "../modules/crypto-payment"
import { adminCryptoPaymentsMiddlewares } from "./admin/crypto-payments/middlewares"
import { bodyParserMiddlewares } from "./request-body"
import { requestTextMiddlewares } from "./request-text"
import { storePaymentCollectionsMiddlewares } from "./store/payment-collections/middlewares"

export default defineMiddlewares({
  routes: [
    ...bodyParserMiddlewares,
    ...requestTextMiddlewares,
    {
      matcher: "/hooks/crypto/:provider_id",
      methods: ["POST"],
      middlewares: [countResponse],
    },
    ...storePaymentCollectionsMiddlewares,
    ...adminCryptoPaymentsMiddlewares,
  ],
})

/** Counts the status of every response to a webhook, also of Medusa's own errors. */
function countResponse(
  _req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  res.once("finish", () => countWebhookAnswer(res.statusCode))
  next()
}
