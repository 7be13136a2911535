import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import { Skipped } from "../sight"
import {
  field,
  must,
  mustBeDecimal,
  mustBeText,
  mustBeTimestamp,
  mustHave,
  mustRefuse,
  mustSucceed,
  namesOf,
} from "../expectations"

const FIELDS =
  "amount, created_at, currency, external_id, id, is_test, status, wallet_address"

/** Contract §4, `POST /v1/payments/h2h`. */
export const h2hCases: ConformanceCase[] = [
  {
    section: "4",
    name: "status of an inline creation",
    contract: "2xx",
    published: "200",
    look: async (conditions) => {
      const { answer } = await conditions.makeH2h()
      return { seen: mustSucceed(answer), asPublished: answer.status === 200 }
    },
  },
  {
    section: "4",
    name: "fields of an inline creation",
    contract: "those of section 4",
    look: async (conditions) => {
      const { request, answer } = await conditions.makeH2h()
      const { fields } = answer
      const { external_id, target_currency } = request
      mustSucceed(answer)
      mustHave(fields, { external_id, currency: target_currency })
      mustBeText(fields, ["id", "status", "wallet_address"])
      mustBeDecimal(fields, "amount")
      mustBeTimestamp(fields, "created_at")
      must(typeof fields.is_test === "boolean", field("is_test", fields))
      const names = namesOf(fields)
      return names === FIELDS
        ? "those of section 4"
        : { seen: names, asPublished: false }
    },
  },
  {
    section: "2",
    name: "is_test of an inline creation",
    contract: NOT_DOCUMENTED,
    published: "is_test: true",
    look: async (conditions) => {
      const { fields } = (await conditions.makeH2h()).answer
      const seen = field("is_test", fields)
      return { seen, asPublished: fields.is_test === true }
    },
  },
  {
    section: "4",
    name: "auto_trace and callback_url, inline",
    contract: "accepted",
    look: async (conditions) => {
      const { answer } = await conditions.makeH2h({
        auto_trace: true,
        callback_url: "https://shop.example/hooks/crypto",
      })
      return mustSucceed(answer)
    },
  },
  {
    section: "7",
    name: "the same external_id with another amount, inline",
    contract: "400",
    published: "400 PAYMENT_ALREADY_EXISTS",
    look: async (conditions) => {
      const { request } = await conditions.makeH2h()
      const other = { ...request, amount: 11.5 }
      const answer = await conditions.create("h2h", other)
      return mustRefuse(answer, 400, "PAYMENT_ALREADY_EXISTS")
    },
  },
  {
    section: "7",
    name: "an inline creation without target_currency",
    contract: "400",
    published: "400 VALIDATION_ERROR",
    look: async (conditions) => {
      const fields = conditions.freshFields()
      const answer = await conditions.create("h2h", fields)
      return mustRefuse(answer, 400, "VALIDATION_ERROR")
    },
  },
  {
    section: "7",
    name: "an inline creation in an unknown coin",
    contract: "404",
    published: "404 CURRENCY_NOT_FOUND",
    look: async (conditions) => {
      const answer = await conditions.create("h2h", {
        ...conditions.freshFields(),
        target_currency: "NO_SUCH_COIN_AT_ALL",
      })
      return mustRefuse(answer, 404, "CURRENCY_NOT_FOUND")
    },
  },
  {
    section: "7",
    name: "an inline creation in a coin without a wallet",
    contract: "400",
    published: "400 WALLET_NOT_FOUND",
    look: async (conditions) => {
      const { walletlessCurrency } = conditions.target
      if (walletlessCurrency === undefined) {
        throw new Skipped("needs --walletless-currency")
      }
      const answer = await conditions.create("h2h", {
        ...conditions.freshFields(),
        target_currency: walletlessCurrency,
      })
      return mustRefuse(answer, 400, "WALLET_NOT_FOUND")
    },
  },
]
