import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { PolicyOperation } from "@medusajs/framework/utils"

import { listConfig, retrieveConfig } from "./query-config"
import {
  AdminAdoptCryptoPayment,
  AdminCheckCryptoPayments,
  AdminGetCryptoPaymentParams,
  AdminGetCryptoPaymentsParams,
  AdminNoBody,
  AdminRecordCryptoRefund,
  AdminResolveCryptoPayment,
  AdminTestCryptoWebhook,
} from "./validators"

// Where RBAC is on: the rights that core requires for its own payments and refunds.
const readsPayment = { resource: "payment", operation: PolicyOperation.read }
const updatesPayment = {
  resource: "payment",
  operation: PolicyOperation.update,
}
const createsRefund = { resource: "refund", operation: PolicyOperation.create }

/** For the routes that respond with one payment. */
const selectFields = validateAndTransformQuery(
  AdminGetCryptoPaymentParams,
  retrieveConfig
)

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
    middlewares: [selectFields],
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
  {
    matcher: "/admin/crypto-payments/adopt",
    methods: ["POST"],
    middlewares: [
      validateAndTransformBody(AdminAdoptCryptoPayment),
      selectFields,
    ],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/check",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminCheckCryptoPayments)],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/check",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminNoBody), selectFields],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/retry-order",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminNoBody), selectFields],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/resolve",
    methods: ["POST"],
    middlewares: [
      validateAndTransformBody(AdminResolveCryptoPayment),
      selectFields,
    ],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/refunds",
    methods: ["POST"],
    middlewares: [
      validateAndTransformBody(AdminRecordCryptoRefund),
      selectFields,
    ],
    policies: [createsRefund],
  },
]
