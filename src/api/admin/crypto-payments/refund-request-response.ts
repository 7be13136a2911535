import type { MedusaContainer } from "@medusajs/framework/types"
import {
  buildTransferUri,
  planTransfer,
  type TokenSettings,
  transactionUrl,
} from "../../../coins"
import { readOrderNumbers } from "../../../medusa-order"
import {
  type CoinNetwork,
  coinNetwork,
} from "../../../modules/crypto-payment/merchants/coin-network"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import { taggedAddressUri } from "../../../modules/crypto-payment/refunds/addresses"
import type { RefundRequest } from "../../../modules/crypto-payment/refunds/ledger"
import { requestState } from "../../../modules/crypto-payment/refunds/refund-request"
import { formatLinkToken } from "../../../modules/crypto-payment/refunds/requests"

/** The requests with their orders, with two queries for all of them. Never the link. */
export async function describeRefundRequests(
  container: MedusaContainer,
  requests: readonly RefundRequest[]
) {
  if (requests.length === 0) return []
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const ids = [...new Set(requests.map((each) => each.crypto_payment_id))]
  const attempts = await ledger.listCryptoPayments(
    { id: ids },
    { select: ["id", "order_id", "provider_id", "is_test"] }
  )
  const byId = new Map(attempts.map((each) => [each.id, each]))
  const numbers = await readOrderNumbers(
    container.resolve("query"),
    attempts.map(({ order_id }) => order_id)
  )
  return requests.map((request) => {
    const attempt = byId.get(request.crypto_payment_id)
    const order_id = attempt?.order_id ?? null
    const provider = ledger.merchants.provider(attempt?.provider_id ?? "")
    const options = provider && ledger.merchants.options(provider.merchantKey)
    const is_test = attempt?.is_test ?? null
    const network = coinNetwork({ ...request, is_test })
    return toRefundRequest(request, {
      order_id,
      order_display_id: numbers.get(order_id ?? "") ?? null,
      address_checked: request.address === null ? null : network !== null,
      payment_uri:
        network && paymentUri(request, network, is_test, options?.tokens),
      transaction_url:
        request.transaction_hash === null
          ? null
          : transactionUrl(request.transaction_hash, {
              network: request.crypto_network,
              isTest: is_test,
            }),
    })
  })
}

/** One request. */
export async function describeRefundRequest(
  container: MedusaContainer,
  request: RefundRequest
) {
  const [described] = await describeRefundRequests(container, [request])
  return described
}

/** A request with its link, for who may make one. */
export async function describeWithLink(
  container: MedusaContainer,
  request: RefundRequest,
  secret: string
) {
  const { attempts, merchants } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const attempt = await attempts.retrieve(request.crypto_payment_id)
  const token = formatLinkToken(request.id, secret)
  return {
    refund_request: await describeRefundRequest(container, request),
    link: merchants.refundPageOf(attempt, token),
    token,
  }
}

/** As the storefront kit builds the link of a payment. */
function paymentUri(
  request: RefundRequest,
  network: CoinNetwork,
  isTest: boolean | null,
  tokens: TokenSettings | undefined
): string | null {
  const { address, address_tag, crypto_amount: amount } = request
  if (address === null) return null
  if (address_tag !== null) {
    return taggedAddressUri(address, address_tag, network)
  }
  const coin = {
    code: request.crypto_currency,
    name: request.crypto_name,
    network: request.crypto_network,
    isTest,
  }
  const transfer = planTransfer(coin, { address, amount }, tokens)
  return transfer && buildTransferUri(transfer)
}

/** What the request itself does not have. */
type RequestContext = {
  order_id: string | null
  order_display_id: number | null
  /** False where the form of the network's addresses is not known; null without an address. */
  address_checked: boolean | null
  /** For a wallet's link or a QR code; null where the coin has no such scheme, or the address was not checked. */
  payment_uri: string | null
  /** In a block explorer; null where none is known. */
  transaction_url: string | null
}

function toRefundRequest(request: RefundRequest, context: RequestContext) {
  return {
    id: request.id,
    crypto_payment_id: request.crypto_payment_id,
    ...context,
    kind: request.kind,
    state: requestState(request),
    amount: request.amount,
    currency_code: request.currency_code,
    crypto_amount: request.crypto_amount,
    crypto_currency: request.crypto_currency,
    crypto_name: request.crypto_name,
    crypto_network: request.crypto_network,
    address: request.address,
    address_tag: request.address_tag,
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
