import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { actionRoute } from "../../action-route"
import {
  assertRefundBooked,
  describeWithLink,
  describeAfter,
} from "../../crypto-payment-response"
import type {
  AdminCreateCryptoRefundRequestBody,
  AdminDecideCryptoPaymentBody,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../../../types"
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

function decideBy(decide: typeof acceptShortfall) {
  return describeAfter<AdminDecideCryptoPaymentBody>(async (req) => {
    const { scope, params, auth_context, validatedBody } = req
    await decide(scope, params.id, auth_context.actor_id, validatedBody.shown)
  })
}

/** What a person does about one payment. */
export const POST = actionRoute({
  /** Reads the payment from the gateway and settles it: `{ crypto_payment }`. */
  check: describeAfter(async ({ scope, params, auth_context }) => {
    await checkNow(scope, params.id, auth_context.actor_id)
  }),

  /** Accepts an underpaid payment and settles it: `{ crypto_payment }`, whose state shows the result. */
  accept: decideBy(acceptShortfall),

  /** Tries to place the order again: `{ crypto_payment }`, whose state shows the result. */
  "retry-order": decideBy(retryOrder),

  /**
   * Marks a payment that needed attention as resolved: `{ crypto_payment }`. As `refunded` it records
   * what is left as a refund, which needs the permission `refund:create` too.
   */
  resolve: describeAfter<AdminResolveCryptoPaymentBody>(async (req) => {
    const { id } = req.params
    const { actor_id } = req.auth_context
    const { result } = await resolveCryptoPaymentWorkflow(req.scope).run({
      input: { ...req.validatedBody, id, actor_id },
    })
    assertRefundBooked(result)
  }),

  /** Records coins that the merchant sent back: `{ crypto_payment }`. */
  refunds: describeAfter<AdminRecordCryptoRefundBody>(async (req) => {
    const { id } = req.params
    const { actor_id } = req.auth_context
    const { result } = await recordCryptoRefundWorkflow(req.scope).run({
      input: { ...req.validatedBody, id, actor_id },
    })
    assertRefundBooked(result)
  }),

  /**
   * Decides to send money back, to an address that the customer enters at a link:
   * `{ refund_request, link, token }`. Link and token are answered once; `link` is null where no
   * storefront is known.
   */
  "refund-requests": async (
    req: AuthenticatedMedusaRequest<AdminCreateCryptoRefundRequestBody>,
    res: MedusaResponse
  ) => {
    const { scope, params, validatedBody, auth_context } = req
    const { request, secret } = await requestCryptoRefund(
      scope,
      params.id,
      validatedBody,
      auth_context.actor_id
    )
    res.set("cache-control", "no-store")
    return await describeWithLink(scope, request, secret)
  },
})
