import type {
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { UnknownLinks } from "./unknown-links"

const unknownLinks = new UnknownLinks()

/**
 * The token is a secret: Medusa's log of requests gets the path without it, and nobody stores the
 * answer or passes its address on.
 */
const hideToken: MedusaRequestHandler = (req, res, next) => {
  req.originalUrl = "/store/crypto-refunds/[token]"
  delete req.headers.referer
  delete req.headers.referrer
  res.set("cache-control", "no-store")
  res.set("referrer-policy", "no-referrer")
  next()
}

/** Refuses who tries too many unknown links, before any query of ours. */
const limitUnknownLinks: MedusaRequestHandler = (req, res, next) => {
  const address = req.ip ?? ""
  const seconds = unknownLinks.begin(address, Date.now())
  if (seconds > 0) {
    res.set("retry-after", String(seconds))
    res.status(429).json({
      type: MedusaError.Types.NOT_ALLOWED,
      message:
        "Too many refund links that are not valid. Try again in a minute.",
    })
    return
  }
  res.once("finish", () => {
    if (res.statusCode !== 404) unknownLinks.found(address)
  })
  next()
}

export const storeCryptoRefundsMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/store/crypto-refunds",
    middlewares: [hideToken, limitUnknownLinks],
  },
]
