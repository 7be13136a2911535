import { defineMiddlewares } from "@medusajs/framework/http"

import { adminCryptoPaymentsMiddlewares } from "./admin/crypto-payments/middlewares"
import { countAnswer } from "./hooks/crypto/count-answer"

export default defineMiddlewares({
  routes: [
    {
      // The route reads the bytes itself: they are what the signature covers.
      matcher: "/hooks/crypto/:provider_id",
      methods: ["POST"],
      bodyParser: false,
      middlewares: [countAnswer],
    },
    ...adminCryptoPaymentsMiddlewares,
  ],
})
