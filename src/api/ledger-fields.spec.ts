import {
  type MedusaRequest,
  type MedusaResponse,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import middlewares from "./middlewares"

/** The `fields` of a query, as a route without a list of allowed fields takes them. */
async function selected(prefix: string, fields: string): Promise<string[]> {
  const restricted: string[] = []
  const request = {
    query: { fields },
    allowed: [],
    // Medusa makes it for each request under /store and /admin.
    restrictedFields: {
      list: () => restricted,
      add: (more: string[]) => restricted.push(...more),
    },
  }
  const req = request as unknown as MedusaRequest
  const res = {} as MedusaResponse
  const next = (error?: unknown) => {
    if (error) throw error
  }
  for (const { matcher, middlewares: handlers = [] } of middlewares.routes ??
    []) {
    if (matcher !== prefix) continue
    for (const handler of handlers) await handler(req, res, next)
  }
  const schema = z.object({ fields: z.string() })
  const config = { defaults: ["id"], isList: false }
  await validateAndTransformQuery(schema, config)(req, res, next)
  return req.queryConfig.fields
}

describe.each(["/store", "/admin"])(
  "the fields of an order that a query under %s selects",
  (prefix) => {
    it.each([
      "*crypto_payments",
      "+crypto_payments.id",
      "crypto_payments.*",
      "*crypto_payment",
      "+crypto_payment.wallet_address",
      "id,*items,*items.order.crypto_payments",
    ])("have nothing of the ledger: %s", async (fields) => {
      const found = await selected(prefix, fields)
      expect(found.join()).not.toContain("crypto_payment")
    })

    it("are otherwise as they were", async () => {
      const fields = await selected(prefix, "+email,*items")
      expect(fields).toEqual(["id", "email", "items.*"])
    })
  }
)
