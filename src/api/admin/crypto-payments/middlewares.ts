import {
  validateAndTransformBody,
  validateAndTransformQuery,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { PolicyOperation } from "@medusajs/framework/utils"

import { cryptoPaymentActionMiddlewares } from "./[id]/middlewares"
import { AdminTestCryptoWebhook } from "./gateway/validators"
import { listConfig, retrieveConfig } from "./query-config"
import {
  AdminGetCryptoPaymentParams,
  AdminGetCryptoPaymentsParams,
} from "./validators"

/** Where RBAC is on: the right that core asks for on its own payments. */
const readsPayment = { resource: "payment", operation: PolicyOperation.read }

export const adminCryptoPaymentsMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/crypto-payments",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(AdminGetCryptoPaymentsParams, listConfig),
    ],
    policies: [readsPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(AdminGetCryptoPaymentParams, retrieveConfig),
    ],
    policies: [readsPayment],
  },
  {
    matcher: "/admin/crypto-payments/gateway",
    methods: ["GET"],
    policies: [readsPayment],
  },
  {
    matcher: "/admin/crypto-payments/gateway/self-test",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminTestCryptoWebhook)],
    policies: [readsPayment],
  },
  ...cryptoPaymentActionMiddlewares,
]
