import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import {
  described,
  field,
  must,
  mustBeDecimal,
  mustBeText,
  mustBeTimestamp,
  mustHave,
  mustLack,
  mustRefuse,
  mustSucceed,
} from "../expectations"

/** Contract §4, the reading endpoints, and what a read has besides. */
export const readingCases: ConformanceCase[] = [
  {
    section: "4",
    name: "a created payment",
    contract: "no amount, currency, wallet_address",
    look: async (conditions) => {
      const { id, request } = await conditions.makeWidget()
      const answer = await conditions.read(id)
      mustSucceed(answer)
      const { external_id } = request
      mustHave(answer.fields, { id, external_id, status: "created" })
      mustHave(answer.fields, { is_test: true })
      mustBeTimestamp(answer.fields, "created_at")
      mustLack(answer.fields, ["amount", "currency", "wallet_address"])
      return "none of them"
    },
  },
  {
    section: "2",
    name: "url of a created payment, read",
    // The two conflict, so that neither reading is a fault.
    contract: "url",
    published: "no url",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      const { fields } = await conditions.read(id)
      return fields.url === undefined
        ? "no url"
        : { seen: field("url", fields), asPublished: false }
    },
  },
  {
    section: "2",
    name: "priced amount and currency, read",
    contract: NOT_DOCUMENTED,
    published: "as they were sent",
    look: async (conditions) => {
      const { id, request } = await conditions.makeWidget()
      const { fields } = await conditions.read(id)
      const { original_amount, original_currency } = fields
      const asPublished =
        typeof original_amount === "string" &&
        Number(original_amount) === request.amount &&
        original_currency === request.currency
      const seen = `${field("original_amount", fields)}, ${field("original_currency", fields)}`
      return { seen, asPublished }
    },
  },
  {
    section: "2",
    name: "success_url, fail_url and callback_url, read",
    contract: NOT_DOCUMENTED,
    published: "as sent, or null",
    look: async (conditions) => {
      const success_url = "https://shop.example/thanks"
      const { id } = await conditions.makeWidget({ success_url })
      const { fields } = await conditions.read(id)
      const asPublished =
        fields.success_url === success_url && fields.fail_url === null
      const seen = `${field("success_url", fields)}, ${field("fail_url", fields)}`
      return { seen, asPublished }
    },
  },
  {
    section: "7",
    name: "an unknown payment id",
    contract: "404",
    published: "404 PAYMENT_NOT_FOUND",
    look: async (conditions) => {
      const answer = await conditions.read("noSuchPayment0000000000")
      return mustRefuse(answer, 404, "PAYMENT_NOT_FOUND")
    },
  },
  {
    section: "2",
    name: "length of a payment id",
    contract: NOT_DOCUMENTED,
    published: "22",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      return { seen: String(id.length), asPublished: id.length === 22 }
    },
  },
  {
    section: "4",
    name: "DELETE /v1/payments/{id}, then a read",
    contract: NOT_DOCUMENTED,
    published: "200, expired, stays expired",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      const answer = await conditions.expire(id)
      const read = await conditions.read(id)
      return {
        seen: `${described(answer)}, ${String(answer.fields.status)}, then ${String(read.fields.status)}`,
        asPublished: answer.status === 200 && read.fields.status === "expired",
      }
    },
  },
  {
    section: "4",
    name: "the currencies",
    contract: "code, name, blockchain",
    published: "code, name, blockchain { name, is_testnet }",
    look: async ({ probe }) => {
      const answer = await probe.send({ line: "GET /v1/currencies" })
      mustSucceed(answer)
      const coins: unknown = answer.json
      must(Array.isArray(coins), "no array")
      for (const coin of coins as unknown[]) {
        must(typeof coin === "object" && coin !== null, "an item is no object")
        mustBeText({ ...coin }, ["code", "name"])
        must("blockchain" in coin, "no blockchain")
      }
      const areObjects = coins.every((coin) => isTestnet(coin) !== undefined)
      const form = areObjects ? "objects" : "texts"
      const seen = `${coins.length} currencies, blockchain: ${form}`
      return { seen, asPublished: areObjects }
    },
  },
  {
    section: "4",
    name: "the currencies with ?is_test=true",
    contract: NOT_DOCUMENTED,
    published: "those of test networks",
    look: async ({ probe }) => {
      const { json } = await probe.send({
        line: "GET /v1/currencies",
        query: [["is_test", "true"]],
      })
      const coins: unknown[] = Array.isArray(json) ? json : []
      const others = coins.filter((coin) => isTestnet(coin) !== true).length
      return {
        seen: `${coins.length} currencies, ${others} not of a test network`,
        asPublished: coins.length > 0 && others === 0,
      }
    },
  },
  {
    section: "2",
    name: "fields of the merchant",
    contract: "id, name, balance, created_at",
    look: async ({ probe }) => {
      const answer = await probe.send({ line: "GET /v1/merchants" })
      mustSucceed(answer)
      mustBeText(answer.fields, ["id", "name"])
      mustBeDecimal(answer.fields, "balance")
      mustBeTimestamp(answer.fields, "created_at")
      return "all of them"
    },
  },
]

function isTestnet(coin: unknown): unknown {
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
