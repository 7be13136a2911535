import type { Conditions } from "../conditions"
import {
  mustAnswer,
  mustBeText,
  mustBeTimestamp,
  mustHave,
  mustLack,
  mustSucceed,
} from "../expectations"
import { type ConformanceCase, must } from "../verdict"

/** contract §4, `POST /v1/payments/widget`. */
export const widgetCases: ConformanceCase[] = [
  {
    section: "4",
    name: "a hosted payment answers with id, external_id, status, created_at, is_test and url",
    run: async (conditions) => {
      const { request, answer } = await conditions.makeWidget()
      mustSucceed(answer)
      const { external_id } = request
      mustHave(answer.fields, { external_id, status: "created", is_test: true })
      mustBeText(answer.fields, ["id"])
      mustBeTimestamp(answer.fields, "created_at")
      const { url } = answer.fields
      must(
        typeof url === "string" && /^https?:$/.test(new URL(url).protocol),
        "url is no web address"
      )
      mustLack(answer.fields, ["amount", "currency", "wallet_address"])
    },
  },
  {
    section: "4",
    name: "a hosted payment takes success_url, fail_url and callback_url",
    run: async (conditions) => {
      const { answer } = await conditions.makeWidget({
        success_url: "https://shop.example/thanks?order=1",
        fail_url: "https://shop.example/again",
        callback_url: "https://shop.example/hooks/crypto",
      })
      mustSucceed(answer)
    },
  },
  {
    section: "4",
    name: "the same external_id again returns the hosted payment already made",
    run: async (conditions) => {
      const { id, request } = await conditions.makeWidget()
      const again = await conditions.create("widget", request)
      mustSucceed(again)
      mustHave(again.fields, { id, external_id: request.external_id })
    },
  },
  {
    section: "4",
    name: "the same external_id five times at once makes one hosted payment",
    run: async (conditions) => {
      const request = conditions.freshFields()
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => conditions.create("widget", request))
      )
      const ids = new Set(
        answers
          .filter(({ status }) => status < 300)
          .map(({ fields }) => fields.id)
      )
      must(ids.size === 1, `${ids.size} payments were made`)
    },
  },
  {
    section: "7",
    name: "the same external_id with another amount is refused with 400",
    run: async (conditions) => {
      const { request } = await conditions.makeWidget()
      const other = { ...request, amount: 11.5 }
      mustAnswer(await conditions.create("widget", other), 400)
    },
  },
  {
    section: "7",
    name: "the same external_id with another currency is refused with 400",
    run: async (conditions) => {
      const { request } = await conditions.makeWidget()
      const currency = request.currency === "EUR" ? "USD" : "EUR"
      mustAnswer(
        await conditions.create("widget", { ...request, currency }),
        400
      )
    },
  },
  ...["amount", "currency", "external_id"].map((missing): ConformanceCase => ({
    section: "7",
    name: `a hosted payment without ${missing} is refused with 400`,
    run: async (conditions) => {
      const request = { ...conditions.freshFields(), [missing]: undefined }
      mustAnswer(await conditions.create("widget", request), 400)
    },
  })),
  {
    section: "7",
    name: "a body that is no JSON is refused with 400",
    run: async ({ probe }: Conditions) => {
      const request = { line: "POST /v1/payments/widget", body: "{ not json" }
      mustAnswer(await probe.send(request), 400)
    },
  },
]
