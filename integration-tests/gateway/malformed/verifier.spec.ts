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
    fc.assert(
      fc.property(malformedWebhook(receiver), (request) => {
        const reason = judge(request)
        reasons.add(reason)
        return reason !== "accepted"
      }),
      { numRuns: COUNT, seed: SEED }
    )
    expect([...reasons].sort()).toEqual([
      "invalid_event",
      "malformed_signature",
      "malformed_timestamp",
      "missing_signature",
      "missing_timestamp",
      "not_json",
      "not_object",
      "not_utf8",
      "signature_mismatch",
    ])
  })

  it("are malformed by their flaw alone: without one they are accepted", () => {
    fc.assert(
      fc.property(eventBody, (body) => {
        expect(judge(delivery(receiver, body))).toBe("accepted")
      }),
      { numRuns: 500, seed: SEED }
    )
  })
})
