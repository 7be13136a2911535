import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { SenderLimit, senderOf } from "../../../rate-limit"
import {
  type AddressFault,
  type CheckedAddress,
  hasAddressTag,
} from "../../../../coins/addresses"
import { invalidData } from "../../../../medusa-errors"
import { readOrderNumbers } from "../../../../medusa/orders"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import {
  type LinkedRequest,
  unknownRefundLink,
} from "../../../../modules/crypto-payment/refunds/links"
import type { RefundRequest } from "../../../../modules/crypto-payment/refunds/rows"
import { pick } from "../../../../pick"
import { enterRefundAddress } from "../../../../workflows/refund-crypto-payment"

/** By who tries them. Links that exist do not count. */
const unknownLinks = new SenderLimit(20)

/** In a header: paths and queries stand in logs, also those of preflights and refused requests. */
const SECRET_HEADER = "x-crypto-refund-secret"

const bodySchema = z.strictObject({
  // What has spaces inside is no address, and may be a recovery phrase: nothing may log it. A memo
  // that follows may have some.
  address: z
    .string()
    .trim()
    .regex(/^[^\s:?]+(?:[:?].*)?$/su),
  address_tag: z.string().trim().nullish(),
  confirm: z.boolean(),
})

/**
 * A refund, for whoever has its link: `{ crypto_refund }`. The link's secret is in the header
 * `x-crypto-refund-secret`. Changes nothing, since mail scanners open links. 404 for a link that is
 * not known, was revoked, or whose time is over; 429 for too many unknown ones.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const request = await findRequest(req, res)
  if (!request) return
  const crypto_refund = await readStoreCryptoRefund(req.scope, request)
  res.json({ crypto_refund })
}

/**
 * Checks the address that a customer entered for a refund, and writes nothing. With `confirm: true`
 * it is saved, once: `{ crypto_refund }`; the same address again changes nothing, another one is
 * refused.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const request = await findRequest(req, res)
  if (!request) return
  const body = bodySchema.safeParse(req.body)
  if (!body.success) {
    throw invalidData(
      "Invalid request: address (a text without spaces) and confirm (true or false) are needed, and address_tag (a text) can be given."
    )
  }
  const { confirm, ...address } = body.data
  if (confirm) {
    const entered = await enterRefundAddress(req.scope, request, address)
    const crypto_refund = await readStoreCryptoRefund(req.scope, entered)
    res.json({ crypto_refund })
    return
  }
  const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const judged = await refundRequests.judgeAddress(request, address)
  const crypto_refund = await readStoreCryptoRefund(req.scope, request)
  res.json({ crypto_refund, ...describeJudged(judged) })
}

/** A fault has a code alone: the storefront has the sentence in the customer's language. */
export function describeJudged(judged: CheckedAddress | AddressFault) {
  const fault = "code" in judged ? judged : null
  const right = "code" in judged ? null : judged
  return {
    checked_address: right?.address ?? null,
    checked_address_tag: right?.address_tag ?? null,
    checked: right?.checked ?? false,
    address_fault: fault,
  }
}

/**
 * Undefined where 429 was answered, to who tries too many unknown links. Links that exist are
 * always served: others may be tried from the same address, which may be that of a storefront's
 * server.
 */
async function findRequest(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<LinkedRequest | undefined> {
  const { refundRequests } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const request = await refundRequests.findByLink(
    req.params.id,
    req.get(SECRET_HEADER) ?? ""
  )
  if (request) return request
  const client = senderOf(req)
  const seconds = unknownLinks.secondsToWait(client, Date.now())
  if (seconds === 0) {
    unknownLinks.count(client, Date.now())
    throw unknownRefundLink()
  }
  res.set("retry-after", String(seconds))
  res.status(429).json({
    type: MedusaError.Types.NOT_ALLOWED,
    message: "Too many refund links that are not valid. Try again in a minute.",
  })
}

/** What whoever has the link of a refund may know: neither the merchant's note nor other ids. */
export async function readStoreCryptoRefund(
  container: MedusaContainer,
  request: RefundRequest
) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const { order_id } = await ledger.attempts.retrieve(request.crypto_payment_id)
  const numbers = await readOrderNumbers(container.resolve("query"), [order_id])
  const now = await ledger.now()
  const { state } = request
  if (state === "revoked") throw unknownRefundLink()
  return {
    state,
    ...pick(request, ["kind", "amount", "currency_code", "crypto_amount"]),
    ...pick(request, ["crypto_currency", "crypto_name", "crypto_network"]),
    ...pick(request, ["address", "address_tag", "transaction_hash"]),
    has_address_tag: hasAddressTag(request),
    order_display_id: numbers.get(order_id ?? "") ?? null,
    expires_at: request.expires_at.toISOString(),
    address_entered_at: request.address_entered_at?.toISOString() ?? null,
    sent_at: request.sent_at?.toISOString() ?? null,
    server_time: now.toISOString(),
  }
}
