import type { Conditions } from "../conditions"
import { mustAnswer, mustHave, mustSucceed } from "../expectations"
import type { ProbeAnswer, ProbeRequest } from "../probe"
import { type ConformanceCase, Skipped } from "../verdict"

/** contract §5, request signing. */
export const signingCases: ConformanceCase[] = [
  {
    section: "5",
    name: "a signed request without query and body is accepted",
    run: async (conditions) => {
      mustSucceed(await signed(conditions, { line: "GET /v1/merchants" }))
    },
  },
  {
    section: "5",
    name: "a signed request with a query is accepted",
    run: async (conditions) => {
      const answer = await signed(conditions, {
        line: "GET /v1/payments",
        query: [
          ["offset", "0"],
          ["limit", "1"],
        ],
      })
      mustSucceed(answer)
      mustHave(answer.fields, { limit: 1, offset: 0 })
    },
  },
  {
    section: "5",
    name: "a signed request with a body is accepted, non-ASCII text included",
    run: async (conditions) => {
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
    },
  },
  {
    section: "5",
    name: "a signature of other bytes is refused with 401: path, query, body",
    run: async (conditions) => {
      const payments: ProbeRequest = {
        line: "GET /v1/payments",
        query: [["limit", "1"]],
      }
      const widget = { line: "POST /v1/payments/widget", body: "{}" }
      const pairs: [signed: ProbeRequest, sent: ProbeRequest][] = [
        [{ line: "GET /v1/currencies" }, { line: "GET /v1/merchants" }],
        [payments, { ...payments, query: [["limit", "2"]] }],
        [payments, { line: payments.line }],
        [widget, { ...widget, body: "{} " }],
      ]
      for (const [from, sent] of pairs) {
        mustAnswer(await signed(conditions, sent, from), 401)
      }
    },
  },
  {
    section: "5",
    name: "a wrong key beside a good signature is refused: only the key counts",
    run: async (conditions) => {
      const request = { line: "GET /v1/merchants" }
      const headers = {
        ...signature(conditions, request),
        "x-api-key": "ct_live_this_is_no_key",
      }
      mustAnswer(await conditions.probe.send({ ...request, headers }), 401)
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
  if (target.privateKey === undefined) {
    throw new Skipped("needs --private-key")
  }
  return probe.credentials("x-sign", request)
}
