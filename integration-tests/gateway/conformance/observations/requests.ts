import { Skipped } from "../verdict"
import { type Observation, seen } from "./observation"

/** What the gateway understands and refuses beyond the contract. */
export const requestObservations: Observation[] = [
  {
    fact: "the inline flow understands is_test",
    look: async (conditions) => {
      try {
        const { answer } = await conditions.makeH2h()
        return seen(answer.fields.is_test === true)
      } catch (error) {
        if (error instanceof Skipped) {
          return "not seen"
        }
        throw error
      }
    },
  },
  {
    fact: "the inline flow returns the hosted payment of the same external_id",
    look: async (conditions) => {
      try {
        const target_currency = await conditions.testCoin()
        const { id, request } = await conditions.makeWidget()
        const inline = { ...request, target_currency }
        const answer = await conditions.create("h2h", inline)
        return seen(answer.fields.id === id)
      } catch (error) {
        if (error instanceof Skipped) {
          return "not seen"
        }
        throw error
      }
    },
  },
  {
    fact: "metadata takes description, callback_params and products, fee_payer takes payer",
    look: async (conditions) => {
      const answer = await conditions.create("widget", {
        ...conditions.freshFields(),
        fee_payer: "payer",
        metadata: {
          description: "Conformance",
          callback_params: { order: 1 },
          products: [{ name: "Mug", price: 10.5, quantity: 1 }],
        },
      })
      return seen(answer.status < 300)
    },
  },
  {
    fact: "an external_id of 256 characters is refused, one of 255 is not",
    look: async (conditions) => {
      const fields = conditions.freshFields()
      const longest = String(fields.external_id).padEnd(255, "x")
      const taken = await conditions.create("widget", {
        ...fields,
        external_id: longest,
      })
      const refused = await conditions.create("widget", {
        ...fields,
        external_id: `${longest}x`,
      })
      return seen(taken.status < 300 && refused.status === 400)
    },
  },
  {
    fact: "a priced currency other than USD and EUR is refused",
    look: async (conditions) => {
      const fields = { ...conditions.freshFields(), currency: "PLN" }
      const { status } = await conditions.create("widget", fields)
      return seen(status === 400)
    },
  },
  {
    fact: "a list's limit may be 100, and no more",
    look: async ({ probe }) => {
      const line = "GET /v1/payments"
      const most = await probe.send({ line, query: [["limit", "100"]] })
      const more = await probe.send({ line, query: [["limit", "101"]] })
      return seen(most.fields.limit === 100 && more.status === 400)
    },
  },
  {
    fact: "DELETE /v1/payments/{id} expires a payment",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      const path = `/v1/payments/${encodeURIComponent(id)}`
      const { fields } = await conditions.probe.send({ line: `DELETE ${path}` })
      const read = await conditions.probe.send({ line: `GET ${path}` })
      return seen(
        fields.status === "expired" && read.fields.status === "expired"
      )
    },
  },
]
