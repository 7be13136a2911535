import fc from "fast-check"
import { parseWebhook, verifyWebhook } from "../../../src/gateway"
import { eventBody } from "./bodies"
import { malformedWebhook } from "./malformed-webhook"
import { carry, sign, type WebhookRequest } from "./webhook-request"

/** More with, for example, `MALFORMED_WEBHOOKS=1000000`. */
const COUNT = Number(process.env.MALFORMED_WEBHOOKS ?? 20_000)
const SEED = Number(process.env.MALFORMED_SEED ?? 20_260_115)
/** Made in parts, so that the requests themselves take little memory. */
const PART = 20_000

jest.setTimeout(60_000 + COUNT)

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
  const part = (made: number) =>
    fc.sample(malformedWebhook(receiver), {
      numRuns: Math.min(PART, COUNT - made),
      seed: SEED + made,
    })

  it("are refused by the verifier or the parser, none of which throws", () => {
    let judged = 0
    for (let made = 0; made < COUNT; made += PART) {
      const requests = part(made)
      const accepted = requests.filter((request) => judge(request).accepted)
      expect(accepted.slice(0, 3)).toEqual([])
      judged += requests.length
    }
    expect(judged).toBe(COUNT)
  })

  it("meet every reason for a error", () => {
    const reasons = new Set(
      part(0).map((request) => {
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
