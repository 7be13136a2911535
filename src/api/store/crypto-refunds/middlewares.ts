import type {
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"

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

export const storeCryptoRefundsMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/crypto-refunds", middlewares: [hideToken] },
]
