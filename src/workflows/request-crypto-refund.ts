import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { isGatewayError } from "../gateway"
import { unexpectedState } from "../medusa-errors"
import type { ShownAttempt } from "../modules/crypto-payment/admin-actions/allowed-actions"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { EnteredAddress } from "../modules/crypto-payment/refunds/addresses"
import type { RefundRequest } from "../modules/crypto-payment/refunds/ledger"
import type { AskedRefund } from "../modules/crypto-payment/refunds/limits"
import {
  type LinkedRequest,
  newRefundLink,
  type NewRefundRequest,
} from "../modules/crypto-payment/refunds/requests"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import {
  deliverCryptoPaymentEventStep,
  deliverEvents,
} from "./deliver-crypto-payment-events"
import { leaseForAdminStep, releaseLeaseStep } from "./settle/locks"
import { actUnlessOrderPlaced } from "./settle/sessions"

const requestCryptoRefundWorkflowId = "request-crypto-refund"

/** With the hash of its link's secret, which workflows do not get to know. */
export type RequestCryptoRefundInput = {
  id: string
  token_hash: string
  request: NewRefundRequest
}

/** Not undone when a later step fails: the request is made. */
const createRequestStep = createStep(
  "create-crypto-refund-request",
  async (input: RequestCryptoRefundInput, { container }) => {
    const { id, token_hash } = input
    const { refundRequests } = container.resolve(CRYPTO_PAYMENT_MODULE)
    const { request, event } = await actUnlessOrderPlaced(container, id, () =>
      refundRequests.create(id, input.request, token_hash)
    )
    return new StepResponse({ id: request.id, event })
  }
)

/**
 * Makes a refund request, under the attempt's lease and the cart's lock, so that no order is placed
 * for the money meanwhile.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where so much cannot be given back, or another run
 * works on the payment; INVALID_DATA for an invalid number.
 */
export const requestCryptoRefundWorkflow = createWorkflow(
  requestCryptoRefundWorkflowId,
  (input: RequestCryptoRefundInput) => {
    const leased = leaseForAdminStep(input)
    const created = createRequestStep(input)
    releaseLeaseStep(leased)
    deliverCryptoPaymentEventStep(
      transform({ created }, ({ created }) => created.event)
    )
    return new WorkflowResponse(
      transform({ created }, ({ created }) => ({ id: created.id }))
    )
  }
)

/** What an admin asks for. */
export type AskedRequest = AskedRefund & {
  note?: string | null
  shown?: ShownAttempt
}

/** A request with the secret of its link, which only the caller gets. */
type RequestWithLink = { request: RefundRequest; secret: string }

/** Makes a refund request and its link, which nobody can read again. */
export async function requestCryptoRefund(
  container: MedusaContainer,
  id: string,
  { note, shown, ...asked }: AskedRequest,
  by: string
): Promise<RequestWithLink> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  const { secret, token_hash } = newRefundLink()
  const { result } = await requestCryptoRefundWorkflow(container).run({
    input: {
      id,
      token_hash,
      request: {
        asked,
        coin: await describeCoin(ledger, attempt),
        note: note ?? null,
        by,
        shown,
      },
    },
  })
  return { request: await ledger.refundRequests.retrieve(result.id), secret }
}

/**
 * Null where the gateway does not list the coin.
 * @throws MedusaError UNEXPECTED_STATE where its list cannot be read: the request keeps the network,
 * and no address could be checked without it.
 */
async function describeCoin(
  { merchants, currencies }: CryptoPaymentModuleService,
  { provider_id, crypto_currency, is_test }: Attempt
): Promise<NewRefundRequest["coin"]> {
  const unknown = { crypto_name: null, crypto_network: null }
  const provider = merchants.provider(provider_id)
  if (!provider || crypto_currency === null) return unknown
  const { merchantKey } = provider
  const listed = await currencies.list(merchantKey).catch((error: unknown) => {
    if (!isGatewayError(error)) throw error
    return null
  })
  const coin = await currencies.describe(merchantKey, crypto_currency, is_test)
  if (coin) return { crypto_name: coin.name, crypto_network: coin.network }
  if (listed) return unknown
  throw unexpectedState(
    "The network of this payment's coin is not known, since the gateway does not list its coins now. Try again in a moment."
  )
}

/**
 * Saves the address that a customer confirmed for a refund, once, and tells other code.
 * @throws MedusaError NOT_FOUND for a link that was replaced; NOT_ALLOWED once another address is
 * confirmed or the time is over; INVALID_DATA for what is no address of the network.
 */
export async function enterRefundAddress(
  container: MedusaContainer,
  request: LinkedRequest,
  entered: EnteredAddress
): Promise<RefundRequest> {
  const { refundLinks } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const saved = await refundLinks.enterAddress(request, entered)
  if (saved.event) await deliverEvents(container, [saved.event])
  return saved.request
}
