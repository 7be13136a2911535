import {
  validateAndTransformQuery,
  type MiddlewareRoute,
} from "@medusajs/framework/http"

import { cryptoPaymentActionMiddlewares } from "./[id]/middlewares"
import { listConfig, retrieveConfig } from "./query-config"
import {
  AdminGetCryptoPaymentParams,
  AdminGetCryptoPaymentsParams,
} from "./validators"

export const adminCryptoPaymentsMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/crypto-payments",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(AdminGetCryptoPaymentsParams, listConfig),
    ],
  },
  {
    matcher: "/admin/crypto-payments/:id",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(AdminGetCryptoPaymentParams, retrieveConfig),
    ],
  },
  ...cryptoPaymentActionMiddlewares,
]
