import { mustAnswer, mustHave, mustSucceed } from "../expectations"
import type { ProbeRequest } from "../probe"
import { type ConformanceCase, Skipped } from "../verdict"

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

/** contract §5, rules 1 to 3. */
export const authenticationCases: ConformanceCase[] = [
  {
    section: "4",
    name: "GET /v1/merchants shows whose credentials they are",
    run: async ({ probe, target }) => {
      const answer = await probe.send(who)
      mustSucceed(answer)
      mustHave(answer.fields, { id: target.merchantId })
    },
  },
  {
    section: "5",
    name: "every endpoint refuses a call without a credential with 401",
    run: async ({ probe, target }) => {
      const headers = { "x-merchant-id": target.merchantId }
      for (const request of everyEndpoint) {
        mustAnswer(await probe.send({ ...request, headers }), 401)
      }
    },
  },
  {
    section: "5",
    name: "an unknown merchant id is refused with 401",
    run: async ({ probe, target }) => {
      const kind = target.apiKey === undefined ? "x-sign" : "x-api-key"
      const headers = {
        ...probe.credentials(kind, who),
        "x-merchant-id": unknownMerchant,
      }
      mustAnswer(await probe.send({ ...who, headers }), 401)
    },
  },
  {
    section: "5",
    name: "a wrong API key is refused with 401",
    run: async ({ probe, target }) => {
      const headers = {
        "x-merchant-id": target.merchantId,
        "x-api-key": "ct_live_this_is_no_key",
      }
      mustAnswer(await probe.send({ ...who, headers }), 401)
    },
  },
  {
    section: "5",
    name: "a wrong signature is refused with 401",
    run: async ({ probe, target }) => {
      const headers = {
        "x-merchant-id": target.merchantId,
        "x-sign": "ab".repeat(256),
      }
      mustAnswer(await probe.send({ ...who, headers }), 401)
    },
  },
  {
    section: "5",
    name: "a good key beside a bad signature is accepted: only the key counts",
    run: async ({ probe, target }) => {
      if (target.apiKey === undefined) {
        throw new Skipped("needs --api-key")
      }
      const headers = {
        ...probe.credentials("x-api-key", who),
        "x-sign": "ab".repeat(256),
      }
      mustSucceed(await probe.send({ ...who, headers }))
    },
  },
]
