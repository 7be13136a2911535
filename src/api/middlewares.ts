import {
  defineMiddlewares,
  type MedusaRequestHandler,
} from "@medusajs/framework/http"
import { adminCryptoPaymentsMiddlewares } from "./admin/crypto-payments/middlewares"
import { requestMiddlewares } from "./requests"
import { storeMiddlewares } from "./store/middlewares"
import { countWebhookAnswer } from "../modules/crypto-payment/telemetry"

/** Counts the status of every response to a webhook, also of Medusa's own errors. */
const countResponse: MedusaRequestHandler = (_req, res, next) => {
  res.once("finish", () => countWebhookAnswer(res.statusCode))
  next()
}

export default defineMiddlewares({
  routes: [
    ...storeMiddlewares,
    ...requestMiddlewares,
    {
      matcher: "/hooks/crypto/:provider_id",
      methods: ["POST"],
      middlewares: [countResponse],
    },
    ...adminCryptoPaymentsMiddlewares,
  ],
})
