import type { ConformanceCase } from "../case"
import {
  described,
  field,
  isSuccess,
  must,
  mustBeText,
  mustBeTimestamp,
  mustHave,
  mustLack,
  mustRefuse,
  mustSucceed,
  namesOf,
} from "../expectations"

const FIELDS = "created_at, external_id, id, is_test, status, url"

/** Contract §4, `POST /v1/payments/widget`. */
export const widgetCases: ConformanceCase[] = [
  {
    section: "4",
    name: "status of a hosted creation",
    contract: "2xx",
    published: "200",
    look: async (conditions) => {
      const { answer } = await conditions.makeWidget()
      return { seen: mustSucceed(answer), asPublished: answer.status === 200 }
    },
  },
  {
    section: "4",
    name: "fields of a hosted creation",
    contract: "those of section 4",
    look: async (conditions) => {
      const { request, answer } = await conditions.makeWidget()
      const { fields } = answer
      mustSucceed(answer)
      const { external_id } = request
      mustHave(fields, { external_id, status: "created", is_test: true })
      mustBeText(fields, ["id", "url"])
      mustBeTimestamp(fields, "created_at")
      const isWebUrl = /^https?:\/\/./.test(String(fields.url))
      must(isWebUrl, field("url", fields))
      mustLack(fields, ["amount", "currency", "wallet_address"])
      const names = namesOf(fields)
      return names === FIELDS
        ? "those of section 4"
        : { seen: names, asPublished: false }
    },
  },
  {
    section: "4",
    name: "success_url, fail_url and callback_url",
    contract: "accepted",
    look: async (conditions) => {
      const { answer } = await conditions.makeWidget({
        success_url: "https://shop.example/thanks?order=1",
        fail_url: "https://shop.example/again",
        callback_url: "https://shop.example/hooks/crypto",
      })
      return mustSucceed(answer)
    },
  },
  {
    section: "4",
    name: "the same external_id five times at once, hosted",
    contract: "one payment",
    look: async (conditions) => {
      const request = conditions.freshFields()
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => conditions.create("widget", request))
      )
      const ids = answers.filter(isSuccess).map(({ fields }) => fields.id)
      const count = new Set(ids).size
      must(count === 1, `${count} payments`)
      const { length } = ids
      return { seen: `one payment, ${length} times`, asPublished: length === 5 }
    },
  },
  ...["amount", "currency"].map((changed): ConformanceCase => ({
    section: "7",
    name: `the same external_id with another ${changed}, hosted`,
    contract: "400",
    published: "400 PAYMENT_ALREADY_EXISTS",
    look: async (conditions) => {
      const { request } = await conditions.makeWidget()
      const other = request.currency === "EUR" ? "USD" : "EUR"
      const value = changed === "amount" ? 11.5 : other
      const again = { ...request, [changed]: value }
      const answer = await conditions.create("widget", again)
      return mustRefuse(answer, 400, "PAYMENT_ALREADY_EXISTS")
    },
  })),
  ...["amount", "currency", "external_id"].map((missing): ConformanceCase => ({
    section: "7",
    name: `a hosted creation without ${missing}`,
    contract: "400",
    published: "400 VALIDATION_ERROR",
    look: async (conditions) => {
      const request = { ...conditions.freshFields(), [missing]: undefined }
      const answer = await conditions.create("widget", request)
      return mustRefuse(answer, 400, "VALIDATION_ERROR")
    },
  })),
  {
    section: "7",
    name: "a body that is no JSON",
    contract: "400",
    published: "400 VALIDATION_ERROR",
    look: async ({ probe }) => {
      const request = { line: "POST /v1/payments/widget", body: "{ not json" }
      return mustRefuse(await probe.send(request), 400, "VALIDATION_ERROR")
    },
  },
  {
    section: "2",
    name: "an amount as text, hosted",
    contract: "400",
    published: "400 VALIDATION_ERROR",
    look: async (conditions) => {
      const request = { ...conditions.freshFields(), amount: "ten" }
      const answer = await conditions.create("widget", request)
      must(!isSuccess(answer), `accepted: ${described(answer)}`)
      return mustRefuse(answer, 400, "VALIDATION_ERROR")
    },
  },
]
