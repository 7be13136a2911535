import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import {
  CRYPTO_PAYMENT_MODULE,
  type LinkedRequest,
  unknownRefundLink,
} from "../../../modules/crypto-payment/internal"
import { UnknownLinks } from "./unknown-links"

const unknownLinks = new UnknownLinks()

/** In a header: paths and queries stand in logs, also those of preflights and refused requests. */
const SECRET_HEADER = "x-crypto-refund-secret"

/**
 * The request whose id is in the path, for who has the secret of its link. Undefined where 429 was answered, to who tries too many
 * unknown links. Links that exist are served whoever tries others from the same address, which may
 * be that of a storefront's server.
 * @throws MedusaError NOT_FOUND for an unknown, replaced or revoked link.
 */
export async function findRequest(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<LinkedRequest | undefined> {
  const { refundLinks } = req.scope.resolve(CRYPTO_PAYMENT_MODULE)
  const request = await refundLinks.find(
    req.params.id,
    req.get(SECRET_HEADER) ?? ""
  )
  if (request) return request
  const seconds = unknownLinks.count(req.ip ?? "", Date.now())
  if (seconds === 0) throw unknownRefundLink()
  res.set("retry-after", String(seconds))
  res.status(429).json({
    type: MedusaError.Types.NOT_ALLOWED,
    message: "Too many refund links that are not valid. Try again in a minute.",
  })
}
