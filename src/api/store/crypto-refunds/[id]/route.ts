import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { invalidData } from "../../../../medusa-errors"
import {
  type AddressFault,
  type CheckedAddress,
  CRYPTO_PAYMENT_MODULE,
} from "../../../../modules/crypto-payment/internal"
import { enterRefundAddress } from "../../../../workflows/enter-refund-address"
import { findRequest } from "../find-request"
import { readStoreCryptoRefund } from "../store-crypto-refund"

const bodySchema = z.strictObject({
  address: z.string().trim().min(1),
  address_tag: z.string().trim().nullish(),
  confirm: z.boolean(),
})

/**
 * A refund, for whoever has its link: `{ crypto_refund }`. The link's secret is in the header
 * `x-crypto-refund-secret`. Changes nothing, since mail scanners
 * open links. 404 for a link that is not known, was replaced or revoked; 429 for too many unknown ones.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const request = await findRequest(req, res)
  if (!request) return
  const crypto_refund = await readStoreCryptoRefund(req.scope, request)
  res.json({ crypto_refund })
}

/**
 * Checks the address that a customer entered for a refund, and writes nothing:
 * `{ crypto_refund, checked_address, checked_address_tag, checked, address_fault }`. With `confirm: true` it is saved, once:
 * `{ crypto_refund }`; the same address again changes nothing, another one is refused.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse) {
  const request = await findRequest(req, res)
  if (!request) return
  const body = bodySchema.safeParse(req.body)
  if (!body.success) {
    throw invalidData(
      "Invalid request: address (a text) and confirm (true or false) are needed, and address_tag (a text) can be given."
    )
  }
  const { confirm, ...address } = body.data
  if (confirm) {
    const entered = await enterRefundAddress(req.scope, request, address)
    const crypto_refund = await readStoreCryptoRefund(req.scope, entered)
    res.json({ crypto_refund })
    return
  }
  const { refundLinks } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const judged = await refundLinks.judgeAddress(request, address)
  const crypto_refund = await readStoreCryptoRefund(req.scope, request)
  res.json({ crypto_refund, ...describeJudged(judged) })
}

/** With a code where it cannot be the address, since the storefront has the sentence in the customer's language. */
export function describeJudged(judged: CheckedAddress | AddressFault) {
  return "code" in judged
    ? {
        checked_address: null,
        checked_address_tag: null,
        checked: false,
        address_fault: judged,
      }
    : {
        checked_address: judged.address,
        checked_address_tag: judged.address_tag,
        checked: judged.checked,
        address_fault: null,
      }
}
