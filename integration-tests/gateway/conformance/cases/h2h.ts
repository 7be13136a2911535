import {
  mustAnswer,
  mustBeDecimal,
  mustBeText,
  mustBeTimestamp,
  mustHave,
  mustSucceed,
} from "../expectations"
import { type ConformanceCase, must, Skipped } from "../verdict"

/** contract §4, `POST /v1/payments/h2h`. */
export const h2hCases: ConformanceCase[] = [
  {
    section: "4",
    name: "an inline payment answers with wallet_address, crypto amount and currency",
    run: async (conditions) => {
      const { request, answer } = await conditions.makeH2h()
      const { external_id, target_currency } = request
      mustSucceed(answer)
      mustHave(answer.fields, { external_id, currency: target_currency })
      mustBeText(answer.fields, ["id", "status", "wallet_address"])
      mustBeDecimal(answer.fields, "amount")
      mustBeTimestamp(answer.fields, "created_at")
      must(
        typeof answer.fields.is_test === "boolean",
        "is_test is missing, or no boolean"
      )
    },
  },
  {
    section: "4",
    name: "an inline payment takes auto_trace and callback_url",
    run: async (conditions) => {
      const answer = await conditions.create("h2h", {
        ...conditions.freshFields(),
        target_currency: await conditions.testCoin(),
        auto_trace: true,
        callback_url: "https://shop.example/hooks/crypto",
      })
      mustSucceed(answer)
    },
  },
  {
    section: "4",
    name: "the same external_id again returns the inline payment already made",
    run: async (conditions) => {
      const { id, request } = await conditions.makeH2h()
      const again = await conditions.create("h2h", request)
      mustSucceed(again)
      mustHave(again.fields, { id })
    },
  },
  {
    section: "7",
    name: "an inline payment's external_id with another amount is refused with 400",
    run: async (conditions) => {
      const { request } = await conditions.makeH2h()
      const other = { ...request, amount: 11.5 }
      mustAnswer(await conditions.create("h2h", other), 400)
    },
  },
  {
    section: "7",
    name: "an inline payment without target_currency is refused with 400",
    run: async (conditions) => {
      const fields = conditions.freshFields()
      mustAnswer(await conditions.create("h2h", fields), 400)
    },
  },
  {
    section: "7",
    name: "an inline payment in an unknown coin is refused with 404",
    run: async (conditions) => {
      const answer = await conditions.create("h2h", {
        ...conditions.freshFields(),
        target_currency: "NO_SUCH_COIN_AT_ALL",
      })
      mustAnswer(answer, 404)
    },
  },
  {
    section: "7",
    name: "an inline payment in a coin without a wallet is refused with 400",
    run: async (conditions) => {
      const { walletlessCurrency } = conditions.target
      if (walletlessCurrency === undefined) {
        throw new Skipped("name a coin with --walletless-currency")
      }
      const answer = await conditions.create("h2h", {
        ...conditions.freshFields(),
        target_currency: walletlessCurrency,
      })
      mustAnswer(answer, 400)
    },
  },
]
