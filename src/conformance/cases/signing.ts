import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import { type Sight, Skipped } from "../sight"
import type { Conditions } from "../conditions"
import {
  described,
  isSuccess,
  leastPublished,
  mustHave,
  mustRefuse,
  mustSucceed,
} from "../expectations"
import type { ProbeAnswer, ProbeRequest } from "../probe"

const who: ProbeRequest = { line: "GET /v1/merchants" }
const page: ProbeRequest = {
  line: "GET /v1/payments",
  query: [
    ["offset", "0"],
    ["limit", "1"],
  ],
}

/** Contract §5, request signing. */
export const signingCases: ConformanceCase[] = [
  {
    section: "5",
    name: "a signed request without query and body",
    contract: "accepted",
    look: async (conditions) => mustSucceed(await signed(conditions, who)),
  },
  {
    section: "5",
    name: "a signed request with a query",
    contract: "accepted",
    look: async (conditions) => {
      const answer = await signed(conditions, page)
      mustSucceed(answer)
      mustHave(answer.fields, { limit: 1, offset: 0 })
      return described(answer)
    },
  },
  {
    section: "5",
    name: "a signed request with a body, not only ASCII",
    contract: "accepted",
    look: async (conditions) => {
      const { id, request } = await conditions.makeWidget()
      const answer = await signed(conditions, {
        line: "POST /v1/payments/widget",
        body: JSON.stringify({
          ...request,
          is_test: true,
          success_url: "https://shop.example/danke?für=Käse-☕",
        }),
      })
      mustSucceed(answer)
      mustHave(answer.fields, { id })
      return described(answer)
    },
  },
  {
    section: "5",
    name: "a signature of another path, query or body",
    contract: "401",
    published: "401 INVALID_CREDENTIALS",
    look: async (conditions) => {
      const widget = { line: "POST /v1/payments/widget", body: "{}" }
      const pairs: [signed: ProbeRequest, sent: ProbeRequest][] = [
        [{ line: "GET /v1/currencies" }, who],
        [page, { ...page, query: [["limit", "2"]] }],
        [page, { line: page.line }],
        [widget, { ...widget, body: "{} " }],
      ]
      const sights: Sight[] = []
      for (const [from, sent] of pairs) {
        const answer = await signed(conditions, sent, from)
        sights.push(mustRefuse(answer, 401, "INVALID_CREDENTIALS"))
      }
      return leastPublished(sights)
    },
  },
  {
    section: "5",
    name: "a wrong key beside a right signature",
    contract: "401",
    published: "401 INVALID_CREDENTIALS",
    look: async (conditions) => {
      const headers = {
        ...signature(conditions, who),
        "x-api-key": "ct_live_this_is_no_key",
      }
      const answer = await conditions.probe.send({ ...who, headers })
      return mustRefuse(answer, 401, "INVALID_CREDENTIALS")
    },
  },
  {
    section: "5",
    name: "a signature in upper-case hex",
    contract: NOT_DOCUMENTED,
    look: async (conditions) => {
      const { "x-sign": sign, ...others } = signature(conditions, who)
      const headers = { ...others, "x-sign": sign.toUpperCase() }
      const answer = await conditions.probe.send({ ...who, headers })
      return `${isSuccess(answer) ? "accepted" : "refused"}: ${described(answer)}`
    },
  },
]

/** Sends a request under the signature of itself, or of another one. */
function signed(
  conditions: Conditions,
  request: ProbeRequest,
  signedRequest = request
): Promise<ProbeAnswer> {
  const headers = signature(conditions, signedRequest)
  return conditions.probe.send({ ...request, headers })
}

function signature({ probe, target }: Conditions, request: ProbeRequest) {
  if (target.privateKey === undefined) throw new Skipped("needs --private-key")
  return probe.credentials("x-sign", request)
}
