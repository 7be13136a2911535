import {
  mustAnswer,
  mustBeDecimal,
  mustBeText,
  mustBeTimestamp,
  mustHave,
  mustLack,
  mustSucceed,
} from "../expectations"
import { type ConformanceCase, must } from "../verdict"

/** contract §4, the reading endpoints. */
export const readingCases: ConformanceCase[] = [
  {
    section: "4",
    name: "a created payment reads without amount, currency and wallet_address",
    run: async (conditions) => {
      const { id, request } = await conditions.makeWidget()
      const answer = await conditions.probe.send({
        line: `GET /v1/payments/${encodeURIComponent(id)}`,
      })
      mustSucceed(answer)
      const { external_id } = request
      mustHave(answer.fields, { id, external_id, status: "created" })
      mustHave(answer.fields, { is_test: true })
      mustBeTimestamp(answer.fields, "created_at")
      mustLack(answer.fields, ["amount", "currency", "wallet_address"])
    },
  },
  {
    section: "7",
    name: "an unknown payment id is answered 404",
    run: async ({ probe }) => {
      const line = "GET /v1/payments/noSuchPayment0000000000"
      mustAnswer(await probe.send({ line }), 404)
    },
  },
  {
    section: "8",
    name: "the list has limit 20 and offset 0 by default",
    run: async (conditions) => {
      await conditions.makeWidget()
      const answer = await conditions.probe.send({ line: "GET /v1/payments" })
      mustSucceed(answer)
      mustHave(answer.fields, { limit: 20, offset: 0 })
      const { items, total } = answer.fields
      must(Array.isArray(items), "items is no array")
      must(typeof total === "number" && total > 0, "total counts no payment")
      must(
        items.length === Math.min(20, total),
        `${items.length} items of ${total}`
      )
    },
  },
  {
    section: "4",
    name: "the list takes limit and offset",
    run: async (conditions) => {
      await conditions.makeWidget()
      await conditions.makeWidget()
      const answer = await conditions.probe.send({
        line: "GET /v1/payments",
        query: [
          ["limit", "1"],
          ["offset", "1"],
        ],
      })
      mustSucceed(answer)
      mustHave(answer.fields, { limit: 1, offset: 1 })
      const { items } = answer.fields
      must(Array.isArray(items) && items.length === 1, "not one item came")
    },
  },
  {
    section: "4",
    name: "the currencies have code, name and blockchain",
    run: async ({ probe }) => {
      const answer = await probe.send({ line: "GET /v1/currencies" })
      mustSucceed(answer)
      const coins: unknown = answer.json
      must(Array.isArray(coins), "the answer is no array")
      for (const coin of coins) {
        must(typeof coin === "object" && coin !== null, "an item is no object")
        mustBeText({ ...coin }, ["code", "name"])
        // A string by the contract; an object is observed, and reported there.
        must("blockchain" in coin, "blockchain is missing")
      }
    },
  },
  {
    section: "2",
    name: "the merchant has id, name, balance and created_at",
    run: async ({ probe }) => {
      const answer = await probe.send({ line: "GET /v1/merchants" })
      mustSucceed(answer)
      mustBeText(answer.fields, ["id", "name"])
      mustBeDecimal(answer.fields, "balance")
      mustBeTimestamp(answer.fields, "created_at")
    },
  },
]
