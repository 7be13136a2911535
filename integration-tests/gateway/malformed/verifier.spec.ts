import fc from "fast-check"
import { parseWebhook, verifyWebhook } from "../../../src/gateway"
import {
  delivery,
  eventBody,
  malformedWebhook,
  type WebhookRequest,
} from "./malformed-webhook"

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
function judge({ headers, body }: WebhookRequest): string {
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
  if (!verdict.verified) return verdict.reason
  const parsed = parseWebhook(body)
  return parsed.ok ? "accepted" : parsed.reason
}

describe(`${COUNT} malformed webhooks`, () => {
  it("are refused by the verifier or the parser, for every reason there is", () => {
    const reasons = new Set<string>()
    const accepted: WebhookRequest[] = []
    for (let made = 0; made < COUNT; made += PART) {
      const numRuns = Math.min(PART, COUNT - made)
      const seed = SEED + made
      const requests = fc.sample(malformedWebhook(receiver), { numRuns, seed })
      expect(requests).toHaveLength(numRuns)
      for (const request of requests) {
        const reason = judge(request)
        reasons.add(reason)
        if (reason === "accepted") accepted.push(request)
      }
    }
    expect(accepted.slice(0, 3)).toEqual([])
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
    for (const body of fc.sample(eventBody, { numRuns: 500, seed: SEED })) {
      expect(judge(delivery(receiver, body))).toBe("accepted")
    }
  })
})
