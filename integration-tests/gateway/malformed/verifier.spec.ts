import fc from "fast-check"
import { parseWebhook, verifyWebhook } from "../../../src/gateway"
import { eventBody } from "./bodies"
import { malformedWebhook } from "./malformed-webhook"
import { carry, sign, type WebhookRequest } from "./webhook-request"

const COUNT = 20_000
const SEED = 20_260_115

const receiver = {
  path: "/hook",
  secret: "whsec_of_the_shop",
  nowSeconds: 1_768_478_400,
}

/** What the receiving code makes of a request, with headers as node:http hands them over. */
function judge({ headers, body }: WebhookRequest) {
  const of = (name: string) => {
    const values = headers.filter(([each]) => each === name)
    return values.length > 0
      ? values.map(([, value]) => value).join(", ")
      : undefined
  }
  const verdict = verifyWebhook({
    rawBody: body,
    timestamp: of("x-webhook-timestamp"),
    signature: of("x-webhook-signature"),
    secrets: [receiver.secret, "whsec_of_before"],
    now: new Date(receiver.nowSeconds * 1000),
  })
  return { verdict, accepted: verdict.verified && parseWebhook(body).ok }
}

describe(`${COUNT} malformed webhooks`, () => {
  const requests = fc.sample(malformedWebhook(receiver), {
    numRuns: COUNT,
    seed: SEED,
  })

  it("are refused by the verifier or the parser, none of which throws", () => {
    const accepted = requests.filter((request) => judge(request).accepted)
    expect(accepted.slice(0, 3)).toEqual([])
    expect(requests).toHaveLength(COUNT)
  })

  it("meet every reason for a error", () => {
    const reasons = new Set(
      requests.map((request) => {
        const { verdict } = judge(request)
        if (!verdict.verified) {
          return verdict.reason
        }
        const parsed = parseWebhook(request.body)
        return parsed.ok ? "none" : parsed.reason
      })
    )
    expect(reasons).toEqual(
      new Set([
        "missing_timestamp",
        "missing_signature",
        "malformed_timestamp",
        "malformed_signature",
        "signature_mismatch",
        "not_utf8",
        "not_json",
        "not_object",
        "invalid_event",
      ])
    )
  })

  it("are malformed by their flaw alone: without one they are accepted", () => {
    const genuine = fc.sample(eventBody, { numRuns: 500, seed: SEED })
    for (const body of genuine) {
      const request = carry("none", receiver, sign(receiver, body))
      expect(judge(request).accepted).toBe(true)
    }
  })
})
