import { hasPermission } from "@medusajs/framework"
import {
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import {
  ContainerRegistrationKeys,
  type FlagRouter,
  MedusaError,
} from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import {
  AdminCheckCryptoPayments,
  AdminCreateCryptoRefundRequest,
  AdminDecideCryptoPayment,
  AdminDecideCryptoRefundRequest,
  AdminFilterCryptoPayments,
  AdminGetCryptoPaymentParams,
  AdminGetCryptoPaymentsParams,
  AdminGetCryptoRefundRequestsParams,
  AdminNameCryptoGateway,
  AdminNoBody,
  AdminRecordCryptoRefund,
  AdminResolveCryptoPayment,
  AdminSendCryptoRefund,
  listConfig,
  retrieveConfig,
} from "./validators"
import type { AdminResolveCryptoPaymentBody } from "../../types"

// Where RBAC is on: the rights that core requires for its own payments and refunds.
const readsPayment = [{ resource: "payment", operation: "read" }]
const updatesPayment = [{ resource: "payment", operation: "update" }]
const placesOrder = [
  ...updatesPayment,
  { resource: "order", operation: "create" },
]
const createsRefund = [{ resource: "refund", operation: "create" }]

type Handler = NonNullable<MiddlewareRoute["middlewares"]>[number]

/** Resolving a payment as refunded records a refund, which has a right of its own. */
const requireRefundRight = async (
  req: AuthenticatedMedusaRequest<AdminResolveCryptoPaymentBody>,
  _res: MedusaResponse,
  next: MedusaNextFunction
) => {
  const { auth_context, validatedBody, scope: container } = req
  const flags = container.resolve<FlagRouter>(
    ContainerRegistrationKeys.FEATURE_FLAG_ROUTER
  )
  const roles: unknown = auth_context.app_metadata?.roles
  const isAllowed =
    validatedBody.kind !== "refunded" ||
    // RBAC is a part of Medusa's Enterprise Edition: not called where it is off.
    !flags.isFeatureEnabled("rbac") ||
    (await hasPermission({
      roles: Array.isArray(roles) ? roles.map(String) : [],
      actions: createsRefund,
      container,
    }))
  if (isAllowed) return next()
  // As core says it.
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    "Insufficient permissions. Required policies: refund:create"
  )
}

/** For the routes that respond with one payment. */
const selectFields = validateAndTransformQuery(
  AdminGetCryptoPaymentParams,
  retrieveConfig
)

/** A route that changes nothing. */
const read = (path: string, ...middlewares: Handler[]): MiddlewareRoute => ({
  matcher: `/admin/crypto-payments${path}`,
  methods: ["GET"],
  middlewares,
  policies: readsPayment,
})

/** A route that takes a body. */
const action = (
  path: string,
  body: z.ZodType,
  policies: MiddlewareRoute["policies"],
  ...more: Handler[]
): MiddlewareRoute => ({
  matcher: `/admin/crypto-payments/${path}`,
  methods: ["POST"],
  middlewares: [validateAndTransformBody(body), ...more],
  policies,
})

export const adminCryptoPaymentsMiddlewares: MiddlewareRoute[] = [
  read("", validateAndTransformQuery(AdminGetCryptoPaymentsParams, listConfig)),
  read("/:id", selectFields),
  read("/gateway"),
  read("/orders/:order_id"),
  read(
    "/summary",
    validateAndTransformQuery(AdminFilterCryptoPayments, { isList: true })
  ),
  read(
    "/refund-requests",
    validateAndTransformQuery(AdminGetCryptoRefundRequestsParams, {
      isList: true,
    })
  ),
  action("export", AdminFilterCryptoPayments, readsPayment),
  action("gateway/move", AdminNameCryptoGateway, updatesPayment),
  action("gateway/self-test", AdminNameCryptoGateway, readsPayment),
  action("check", AdminCheckCryptoPayments, updatesPayment),
  action(":id/check", AdminNoBody, updatesPayment, selectFields),
  action(":id/accept", AdminDecideCryptoPayment, placesOrder, selectFields),
  action(
    ":id/retry-order",
    AdminDecideCryptoPayment,
    placesOrder,
    selectFields
  ),
  action(
    ":id/resolve",
    AdminResolveCryptoPayment,
    updatesPayment,
    selectFields,
    requireRefundRight
  ),
  action(":id/refunds", AdminRecordCryptoRefund, createsRefund, selectFields),
  action(":id/refund-requests", AdminCreateCryptoRefundRequest, createsRefund),
  action(
    "refund-requests/:request_id/revoke",
    AdminDecideCryptoRefundRequest,
    createsRefund
  ),
  action(
    "refund-requests/:request_id/send",
    AdminSendCryptoRefund,
    createsRefund
  ),
]
