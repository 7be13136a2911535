import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { EnteredAddress } from "../coins/addresses"
import { isGatewayError } from "../gateway"
import { unexpectedState } from "../medusa-errors"
import type { ShownAttempt } from "../modules/crypto-payment/admin-actions/allowed-actions"
import type { RefundPart } from "../modules/crypto-payment/column-values"
import type { Attempt } from "../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../modules/crypto-payment/module-key"
import type { AskedRefund } from "../modules/crypto-payment/refunds/limits"
import {
  type LinkedRequest,
  newRefundLink,
} from "../modules/crypto-payment/refunds/links"
import type { NewRefundRequest } from "../modules/crypto-payment/refunds/requests"
import type { RefundRequest } from "../modules/crypto-payment/refunds/rows"
import type CryptoPaymentModuleService from "../modules/crypto-payment/service"
import { type Booking, bookRefunds } from "./book-crypto-refunds"
import {
  deliverCryptoPaymentEventStep,
  deliverEvents,
} from "./deliver-crypto-payment-events"
import { withAdminLease } from "./settle/locks"
import { actUnlessOrderPlaced } from "./settle/session-steps"

const requestCryptoRefundWorkflowId = "request-crypto-refund"

/** With the hash of its link's secret, which workflows do not get to know. */
type RequestCryptoRefundInput = {
  id: string
  token_hash: string
  request: Omit<NewRefundRequest, "price_kind">
}

/** Not undone when a later step fails: the request is made. */
const createRequestStep = createStep(
  "create-crypto-refund-request",
  async (input: RequestCryptoRefundInput, { container }) => {
    const { id, token_hash } = input
    const { request, event } = await withAdminLease(container, id, () =>
      actUnlessOrderPlaced(container, id, ({ refundRequests }, price_kind) =>
        refundRequests.create(id, { ...input.request, price_kind }, token_hash)
      )
    )
    return new StepResponse({ id: request.id, event })
  }
)

/**
 * Runs under the attempt's lease and the cart's lock: no order is placed for the money meanwhile.
 */
const requestCryptoRefundWorkflow = createWorkflow(
  requestCryptoRefundWorkflowId,
  (input: RequestCryptoRefundInput) => {
    const created = createRequestStep(input)
    deliverCryptoPaymentEventStep(created.event)
    return new WorkflowResponse({ id: created.id })
  }
)

/** The secret of the link is returned once: nobody can read it again. */
export async function requestCryptoRefund(
  container: MedusaContainer,
  id: string,
  asked: AskedRefund & { note?: string | null; shown?: ShownAttempt },
  by: string
): Promise<{ request: RefundRequest; secret: string }> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await ledger.attempts.retrieve(id)
  const { secret, token_hash } = newRefundLink()
  const { note, shown, ...refund } = asked
  const { result } = await requestCryptoRefundWorkflow(container).run({
    input: {
      id,
      token_hash,
      request: {
        asked: refund,
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
 * @throws MedusaError UNEXPECTED_STATE where the list cannot be read: no address could be checked.
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
 * Saves the address that a customer confirmed, once.
 * @throws MedusaError for another one, or too late
 */
export async function enterRefundAddress(
  container: MedusaContainer,
  request: LinkedRequest,
  entered: EnteredAddress
): Promise<RefundRequest> {
  const { refundRequests } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const saved = await refundRequests.enterAddress(request, entered)
  if (saved.event) await deliverEvents(container, [saved.event])
  return saved.request
}

export const recordCryptoRefundWorkflowId = "record-crypto-refund"

/**
 * Numbers are decimal strings: `amount` in the payment's priced currency, `crypto_amount` in coins
 * for the kind `surplus`. With `request`, the refund that this request of the payment says, sent to
 * `address`.
 */
export type RecordCryptoRefundInput = {
  id: string
  /** @default "price" */
  kind?: RefundPart
  amount?: string
  crypto_amount?: string
  request?: { id: string; address: string; address_tag?: string | null }
  /** The transaction that sent the coins back; of no other refund in this coin. */
  transaction_hash: string
  note?: string | null
  actor_id: string
  /** What that person decided about. */
  shown?: ShownAttempt
}

/** `booking_error`: why Medusa did not book the refund; it is recorded anyway. */
export type RecordCryptoRefundResult = Booking & {
  id: string
  /** The whole amount is recorded as refunded, which resolved the attempt. */
  resolved: boolean
}

/** Not undone when a later step fails: the coins were sent. */
const recordRefundStep = createStep(
  "record-crypto-refund",
  async (input: RecordCryptoRefundInput, { container }) => {
    const { id, note, actor_id, ...refund } = input
    const report = { ...refund, note: note ?? null, by: actor_id }
    const recorded = await withAdminLease(container, id, async () => {
      const { resolved, sent } = await actUnlessOrderPlaced(
        container,
        id,
        ({ adminActions }, price_kind) =>
          adminActions.recordRefund(id, { ...report, price_kind })
      )
      const booking_error = await bookRefunds(container, id)
      const events = [resolved?.event ?? null, sent]
      return { resolved: resolved !== null, events, booking_error }
    })
    return new StepResponse(recorded)
  }
)

/**
 * Records coins that the merchant sent back, and books them in Medusa where the money became a
 * payment there, so that the order shows it; a surplus never did. The same transaction with the
 * same amount twice is one refund; recorded again, it finishes a booking that failed.
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED where nothing is left to refund, the state forbids it,
 * or another run works on the payment; INVALID_DATA for an invalid amount.
 */
export const recordCryptoRefundWorkflow = createWorkflow(
  recordCryptoRefundWorkflowId,
  (input: RecordCryptoRefundInput) => {
    const { resolved, events, booking_error } = recordRefundStep(input)
    deliverCryptoPaymentEventStep(events)
    return new WorkflowResponse<RecordCryptoRefundResult>({
      id: input.id,
      resolved,
      booking_error,
    })
  }
)
