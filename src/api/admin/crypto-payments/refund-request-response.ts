import type { MedusaContainer } from "@medusajs/framework/types"
import type { Query } from "../../../medusa-query"
import {
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
  paymentUri,
  type RefundRequest,
  requestState,
} from "../../../modules/crypto-payment"
import type {
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
} from "./types"

/** The requests with their orders, with two queries for all of them. Never the link. */
export async function describeRefundRequests(
  container: MedusaContainer,
  requests: readonly RefundRequest[]
): Promise<AdminCryptoRefundRequest[]> {
  if (requests.length === 0) return []
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const ids = [...new Set(requests.map((each) => each.crypto_payment_id))]
  const attempts = await ledger.listCryptoPayments(
    { id: ids },
    { select: ["id", "order_id"] }
  )
  const orderIds = new Map(attempts.map((each) => [each.id, each.order_id]))
  const numbers = await readOrderNumbers(
    container.resolve("query"),
    attempts.flatMap(({ order_id }) => order_id ?? [])
  )
  return requests.map((request) => {
    const order_id = orderIds.get(request.crypto_payment_id) ?? null
    const order_display_id = numbers.get(order_id ?? "") ?? null
    return toRefundRequest(request, { order_id, order_display_id })
  })
}

/** One request. */
export async function describeRefundRequest(
  container: MedusaContainer,
  request: RefundRequest
): Promise<AdminCryptoRefundRequest> {
  const [described] = await describeRefundRequests(container, [request])
  return described
}

/** A request with its link, for the one response that shows it. */
export async function describeWithLink(
  container: MedusaContainer,
  request: RefundRequest,
  token: string
): Promise<AdminCryptoRefundRequestLinkResponse> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  return {
    refund_request: await describeRefundRequest(container, request),
    link: await linkOf(ledger, request, token),
    token,
  }
}

async function linkOf(
  { attempts, merchants }: CryptoPaymentModuleService,
  { crypto_payment_id }: RefundRequest,
  token: string
): Promise<string | null> {
  const { provider_id } = await attempts.retrieve(crypto_payment_id)
  const provider = merchants.provider(provider_id)
  return provider ? merchants.refundPageUrl(provider.merchantKey, token) : null
}

async function readOrderNumbers(query: Query, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>()
  const { data } = await query.graph({
    entity: "order",
    fields: ["id", "display_id"],
    filters: { id: [...new Set(ids)] },
  })
  const orders: { id: string; display_id: number }[] = data
  return new Map(orders.map(({ id, display_id }) => [id, display_id]))
}

function toRefundRequest(
  request: RefundRequest,
  order: Pick<AdminCryptoRefundRequest, "order_id" | "order_display_id">
): AdminCryptoRefundRequest {
  const { address } = request
  return {
    id: request.id,
    crypto_payment_id: request.crypto_payment_id,
    ...order,
    kind: request.kind,
    state: requestState(request),
    amount: request.amount,
    currency_code: request.currency_code,
    crypto_amount: request.crypto_amount,
    crypto_currency: request.crypto_currency,
    crypto_name: request.crypto_name,
    crypto_network: request.crypto_network,
    policy: request.policy,
    rate: request.rate,
    address,
    payment_uri: address === null ? null : paymentUri({ ...request, address }),
    note: request.note,
    transaction_hash: request.transaction_hash,
    created_at: request.created_at.toISOString(),
    created_by: request.created_by,
    expires_at: request.expires_at.toISOString(),
    address_entered_at: request.address_entered_at?.toISOString() ?? null,
    sent_at: request.sent_at?.toISOString() ?? null,
    revoked_at: request.revoked_at?.toISOString() ?? null,
  }
}
