import {
  validateAndTransformBody,
  validateAndTransformQuery,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { PolicyOperation } from "@medusajs/framework/utils"

import { retrieveConfig } from "../query-config"
import { AdminGetCryptoPaymentParams } from "../validators"
import {
  AdminAdoptCryptoPayment,
  AdminCheckCryptoPayments,
  AdminNoBody,
  AdminRecordCryptoRefund,
  AdminResolveCryptoPayment,
} from "./validators"

const answer = validateAndTransformQuery(
  AdminGetCryptoPaymentParams,
  retrieveConfig
)

/** Where RBAC is on: the rights that core asks for on its own payments and refunds. */
const updatesPayment = {
  resource: "payment",
  operation: PolicyOperation.update,
}
const createsRefund = { resource: "refund", operation: PolicyOperation.create }

export const cryptoPaymentActionMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/crypto-payments/adopt",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminAdoptCryptoPayment), answer],
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
    middlewares: [validateAndTransformBody(AdminNoBody), answer],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/retry-order",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminNoBody), answer],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/resolve",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminResolveCryptoPayment), answer],
    policies: [updatesPayment],
  },
  {
    matcher: "/admin/crypto-payments/:id/refunds",
    methods: ["POST"],
    middlewares: [validateAndTransformBody(AdminRecordCryptoRefund), answer],
    policies: [createsRefund],
  },
]
