import type {
  MedusaRequestHandler,
  MiddlewareRoute,
} from "@medusajs/framework/http"

/** The address of a refund is public; what is answered depends on a header. */
const neverStore: MedusaRequestHandler = (_req, res, next) => {
  res.set("cache-control", "no-store")
  next()
}

export const storeCryptoRefundsMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/crypto-refunds", middlewares: [neverStore] },
]
