import type { ConformanceCase } from "../case"
import { type Sight, Skipped } from "../sight"
import {
  described,
  leastPublished,
  mustHave,
  mustRefuse,
  mustSucceed,
} from "../expectations"
import type { ProbeRequest } from "../probe"

const who: ProbeRequest = { line: "GET /v1/merchants" }
const unknownMerchant = "00000000-0000-4000-8000-00000000dead"

const everyEndpoint: ProbeRequest[] = [
  who,
  { line: "GET /v1/currencies" },
  { line: "GET /v1/payments" },
  { line: "GET /v1/payments/any" },
  { line: "POST /v1/payments/widget", body: "{}" },
  { line: "POST /v1/payments/h2h", body: "{}" },
]

/** Contract §5, rules 1 to 3. */
export const authenticationCases: ConformanceCase[] = [
  {
    section: "4",
    name: "GET /v1/merchants",
    contract: "the merchant of the credentials",
    look: async ({ probe, target }) => {
      const answer = await probe.send(who)
      mustSucceed(answer)
      mustHave(answer.fields, { id: target.merchantId })
      return "the merchant of the credentials"
    },
  },
  {
    section: "5",
    name: "no credential, at every endpoint",
    contract: "401",
    published: "401 INVALID_CREDENTIALS",
    look: async ({ probe, target }) => {
      const headers = { "x-merchant-id": target.merchantId }
      const sights: Sight[] = []
      for (const request of everyEndpoint) {
        const answer = await probe.send({ ...request, headers })
        sights.push(mustRefuse(answer, 401, "INVALID_CREDENTIALS"))
      }
      return leastPublished(sights)
    },
  },
  {
    section: "5",
    name: "an unknown merchant id",
    contract: "401",
    published: "401 MERCHANT_NOT_FOUND",
    look: async ({ probe, target }) => {
      const kind = target.apiKey === undefined ? "x-sign" : "x-api-key"
      const headers = {
        ...probe.credentials(kind, who),
        "x-merchant-id": unknownMerchant,
      }
      const answer = await probe.send({ ...who, headers })
      return mustRefuse(answer, 401, "MERCHANT_NOT_FOUND")
    },
  },
  ...[
    ["a wrong API key", "x-api-key", "ct_live_this_is_no_key"],
    ["a wrong signature", "x-sign", "ab".repeat(256)],
  ].map(([name, header, value]): ConformanceCase => ({
    section: "5",
    name,
    contract: "401",
    published: "401 INVALID_CREDENTIALS",
    look: async ({ probe, target: { merchantId } }) => {
      const headers = { "x-merchant-id": merchantId, [header]: value }
      const answer = await probe.send({ ...who, headers })
      return mustRefuse(answer, 401, "INVALID_CREDENTIALS")
    },
  })),
  {
    section: "5",
    name: "a right key beside a wrong signature",
    contract: "accepted",
    look: async ({ probe, target }) => {
      if (target.apiKey === undefined) throw new Skipped("needs --api-key")
      const headers = {
        ...probe.credentials("x-api-key", who),
        "x-sign": "ab".repeat(256),
      }
      const answer = await probe.send({ ...who, headers })
      mustSucceed(answer)
      return `accepted: ${described(answer)}`
    },
  },
]
