import type { Instrument } from "./client-options"
import { answer, closeServed, createdPayment, hangUp, serve } from "./fixtures"

afterEach(closeServed)

const { id, external_id } = createdPayment
const found = answer(200, createdPayment)

/** Each request with what came of it. */
function recorder(): { seen: string[]; instrument: Instrument } {
  const seen: string[] = []
  const instrument: Instrument = async ({ method, route }, send) => {
    try {
      const answer = await send()
      seen.push(`${method} ${route} ${answer.status}`)
      return answer
    } catch (error) {
      seen.push(`${method} ${route} no answer`)
      throw error
    }
  }
  return { seen, instrument }
}

describe("a client that is measured", () => {
  it("reports each request, retries included, without ids", async () => {
    const { seen, instrument } = recorder()
    const { client } = await serve([hangUp, answer(503), found], { instrument })
    await client.getPayment({ id })
    expect(seen).toEqual([
      "GET /v1/payments/{id} no answer",
      "GET /v1/payments/{id} 503",
      "GET /v1/payments/{id} 200",
    ])
  })

  it("names the endpoint of a creation, of an expiry and of a list", async () => {
    const { seen, instrument } = recorder()
    const { client } = await serve(
      [
        found,
        answer(200, { status: "expired" }),
        answer(200, { items: [], total: 0 }),
      ],
      { instrument }
    )
    await client.createWidgetPayment({
      amount: "19.90",
      currency: "EUR",
      external_id,
    })
    await client.expirePayment({ id })
    await client.listPayments({ limit: 5 }).catch(() => {})
    expect(seen).toEqual([
      "POST /v1/payments/widget 200",
      "DELETE /v1/payments/{id} 200",
      "GET /v1/payments 200",
    ])
  })

  it("fails as it would unmeasured", async () => {
    const { instrument } = recorder()
    const { client } = await serve([hangUp], { instrument })
    await expect(
      client.getPayment({ id }, { maxAttempts: 1 })
    ).rejects.toMatchObject({ kind: "outcome_unknown" })
  })
})
