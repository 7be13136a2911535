import type { z } from "@medusajs/framework/zod"
import {
  assertRefundBooked,
  describeAfter,
  describeWithLink,
} from "../../crypto-payment-response"
import { actionRoute, guarded, permissions } from "../../guarded-route"
import {
  AdminCreateCryptoRefundRequest,
  AdminDecideCryptoPayment,
  AdminGetCryptoPaymentParams,
  AdminNoBody,
  AdminRecordCryptoRefund,
  AdminResolveCryptoPayment,
  retrieveConfig,
} from "../../validators"
import {
  acceptShortfall,
  checkNow,
  resolveCryptoPaymentWorkflow,
  retryOrder,
} from "../../../../../workflows/act-on-crypto-payment"
import {
  recordCryptoRefundWorkflow,
  requestCryptoRefund,
} from "../../../../../workflows/refund-crypto-payment"

/** Of the actions that respond with the payment. */
const selectsFields = {
  query: AdminGetCryptoPaymentParams,
  fields: retrieveConfig,
}

const decideBy = (decide: typeof acceptShortfall) =>
  describeAfter<z.infer<typeof AdminDecideCryptoPayment>>(async (req) => {
    const { scope, params, auth_context, validatedBody } = req
    await decide(scope, params.id, auth_context.actor_id, validatedBody.shown)
  })

/** What a person does about one payment. */
export const POST = actionRoute({
  /** Reads the payment from the gateway and settles it: `{ crypto_payment }`. */
  check: guarded(
    {
      policies: permissions.updatesPayment,
      body: AdminNoBody,
      ...selectsFields,
    },
    describeAfter(async ({ scope, params, auth_context }) => {
      await checkNow(scope, params.id, auth_context.actor_id)
    })
  ),

  /**
   * Accepts an underpaid payment and settles it:
   * `{ crypto_payment }`, whose state shows the result.
   */
  accept: guarded(
    {
      policies: permissions.placesOrder,
      body: AdminDecideCryptoPayment,
      ...selectsFields,
    },
    decideBy(acceptShortfall)
  ),

  /** Tries to place the order again: `{ crypto_payment }`, whose state shows the result. */
  "retry-order": guarded(
    {
      policies: permissions.placesOrder,
      body: AdminDecideCryptoPayment,
      ...selectsFields,
    },
    decideBy(retryOrder)
  ),

  /**
   * Marks a payment that needed attention as resolved: `{ crypto_payment }`. As `refunded` it
   * records what is left as a refund, which needs the permission `refund:create` too.
   */
  resolve: guarded(
    {
      policies: permissions.updatesPayment,
      policiesOf: ({ kind }) =>
        kind === "refunded" ? permissions.createsRefund : [],
      body: AdminResolveCryptoPayment,
      ...selectsFields,
    },
    describeAfter(async ({ scope, params, auth_context, validatedBody }) => {
      const { result } = await resolveCryptoPaymentWorkflow(scope).run({
        input: {
          ...validatedBody,
          id: params.id,
          actor_id: auth_context.actor_id,
        },
      })
      assertRefundBooked(result)
    })
  ),

  /** Records coins that the merchant sent back: `{ crypto_payment }`. */
  refunds: guarded(
    {
      policies: permissions.createsRefund,
      body: AdminRecordCryptoRefund,
      ...selectsFields,
    },
    describeAfter(async ({ scope, params, auth_context, validatedBody }) => {
      const { result } = await recordCryptoRefundWorkflow(scope).run({
        input: {
          ...validatedBody,
          id: params.id,
          actor_id: auth_context.actor_id,
        },
      })
      assertRefundBooked(result)
    })
  ),

  /**
   * Decides to send money back, to an address that the customer enters at a link:
   * `{ refund_request, link, token }`. Link and token are answered once; `link` is null where no
   * storefront is known.
   */
  "refund-requests": guarded(
    {
      policies: permissions.createsRefund,
      body: AdminCreateCryptoRefundRequest,
    },
    async ({ scope, params, validatedBody, auth_context }) => {
      const { request, secret } = await requestCryptoRefund(
        scope,
        params.id,
        validatedBody,
        auth_context.actor_id
      )
      return await describeWithLink(scope, request, secret)
    }
  ),
})
