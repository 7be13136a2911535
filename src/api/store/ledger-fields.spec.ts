import {
  type MedusaRequest,
  type MedusaResponse,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import middlewares from "../middlewares"

/** The `fields` of a shopper, as a route without a list of allowed fields takes them. */
async function selected(fields: string): Promise<string[]> {
  const restricted: string[] = []
  const request = {
    query: { fields },
    allowed: [],
    // Medusa makes it for each request under /store.
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
    if (matcher !== "/store") continue
    for (const handler of handlers) await handler(req, res, next)
  }
  const schema = z.object({ fields: z.string() })
  const config = { defaults: ["id"], isList: false }
  await validateAndTransformQuery(schema, config)(req, res, next)
  return req.queryConfig.fields
}

describe("the fields of an order that a shopper selects", () => {
  it.each([
    ...["*crypto_payments", "+crypto_payments.id", "crypto_payments.*"],
    ...["*crypto_payment", "+crypto_payment.wallet_address"],
    "id,*items,*items.order.crypto_payments",
  ])("have nothing of the ledger: %s", async (fields) => {
    const found = await selected(fields)
    expect(found.join()).not.toContain("crypto_payment")
  })

  it("are otherwise as they were", async () => {
    expect(await selected("+email,*items")).toEqual(["id", "email", "items.*"])
  })
})
