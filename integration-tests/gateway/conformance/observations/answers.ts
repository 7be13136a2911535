import { type Observation, seen } from "./observation"

/** What answers look like beyond the contract. */
export const answerObservations: Observation[] = [
  {
    fact: "an error's body is { code, message }, with the code of section 7",
    look: async ({ probe }) => {
      const { fields } = await probe.send({
        line: "GET /v1/payments/noSuchPayment0000000000",
      })
      return seen(
        fields.code === "PAYMENT_NOT_FOUND" &&
          typeof fields.message === "string"
      )
    },
  },
  {
    fact: "reads carry the priced amount with the digits that were sent",
    look: async (conditions) => {
      const { id, request } = await conditions.makeWidget()
      const { fields } = await conditions.probe.send({
        line: `GET /v1/payments/${encodeURIComponent(id)}`,
      })
      return seen(
        Number(fields.original_amount) === request.amount &&
          fields.original_currency === request.currency
      )
    },
  },
  {
    fact: "a payment id has 22 characters",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      return seen(id.length === 22)
    },
  },
  {
    fact: "the list is newest first, its items have id and status",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      const { fields } = await conditions.probe.send({
        line: "GET /v1/payments",
      })
      const items: unknown[] = Array.isArray(fields.items) ? fields.items : []
      const [first] = items
      return seen(
        typeof first === "object" &&
          first !== null &&
          "id" in first &&
          first.id === id &&
          "status" in first
      )
    },
  },
  {
    fact: "a currency's blockchain is an object with is_testnet",
    look: async ({ probe }) => {
      const { json } = await probe.send({ line: "GET /v1/currencies" })
      const coins: unknown[] = Array.isArray(json) ? json : []
      return coins.length === 0
        ? "not seen"
        : seen(coins.every((coin) => isTestnetOf(coin) !== undefined))
    },
  },
  {
    fact: "GET /v1/currencies?is_test=true lists coins of test networks only",
    look: async ({ probe }) => {
      const { json } = await probe.send({
        line: "GET /v1/currencies",
        query: [["is_test", "true"]],
      })
      const coins: unknown[] = Array.isArray(json) ? json : []
      return coins.length === 0
        ? "not seen"
        : seen(coins.every((coin) => isTestnetOf(coin) === true))
    },
  },
]

function isTestnetOf(coin: unknown): unknown {
  const blockchain: unknown =
    typeof coin === "object" && coin !== null && "blockchain" in coin
      ? coin.blockchain
      : undefined
  return typeof blockchain === "object" &&
    blockchain !== null &&
    "is_testnet" in blockchain
    ? blockchain.is_testnet
    : undefined
}
