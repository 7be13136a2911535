import { defineMiddlewares } from "@medusajs/framework/http"

import { adminCryptoPaymentsMiddlewares } from "./admin/crypto-payments/middlewares"
import { countAnswer } from "./hooks/crypto/count-answer"
import { answerPaidCart } from "./store/payment-collections/answer-paid-cart"
import { ownBodies } from "./request-body"
import { requestTextMiddlewares } from "./request-text"

export default defineMiddlewares({
  routes: [
    ...ownBodies,
    ...requestTextMiddlewares,
    {
      matcher: "/hooks/crypto/:provider_id",
      methods: ["POST"],
      middlewares: [countAnswer],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [answerPaidCart],
    },
    ...adminCryptoPaymentsMiddlewares,
  ],
})
