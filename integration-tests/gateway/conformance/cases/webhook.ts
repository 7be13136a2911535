import { parseWebhook, verifyWebhook } from "../../../../src/gateway"
import { mustBeDecimal, mustBeText, mustHave } from "../expectations"
import { type ConformanceCase, must, Skipped } from "../verdict"
import { listenForWebhooks } from "../webhook-listener"

/** contract §6. Needs a public address, and test coins. */
export const webhookCases: ConformanceCase[] = [
  {
    section: "6",
    name: "a paid test payment is announced by a signed webhook, and reads as paid",
    run: async (conditions) => {
      const { webhook } = conditions.target
      if (webhook === undefined) {
        throw new Skipped("needs --callback-url, --listen and --webhook-secret")
      }
      const listener = await listenForWebhooks(webhook.port)
      try {
        const { id, request, answer } = await conditions.makeWidget({
          callback_url: webhook.callbackUrl,
        })
        await webhook.pay({ id, url: String(answer.fields.url) })
        const arrived = await listener.waitFor(id, webhook.waitSeconds)
        must(arrived !== undefined, `none in ${webhook.waitSeconds} s`)

        const { headers, rawBody } = arrived
        const verdict = verifyWebhook({
          rawBody,
          timestamp: headers["x-webhook-timestamp"],
          signature: headers["x-webhook-signature"],
          secrets: [webhook.secret],
          now: new Date(),
        })
        must(verdict.verified, `it does not verify: ${JSON.stringify(verdict)}`)
        must(
          headers["content-type"]?.startsWith("application/json") === true,
          `its content-type is ${headers["content-type"]}`
        )
        const parsed = parseWebhook(rawBody)
        must(parsed.ok, "it is no payment event")
        const body: unknown = JSON.parse(rawBody.toString("utf8"))
        const fields = typeof body === "object" ? { ...body } : {}
        mustHave(fields, { id, external_id: request.external_id })
        mustBeText(fields, ["status", "merchant_id", "terminal_id"])
        mustBeText(fields, ["original_currency", "currency"])
        mustBeDecimal(fields, "original_amount")
        mustBeDecimal(fields, "amount")

        const line = `GET /v1/payments/${encodeURIComponent(id)}`
        const read = await conditions.probe.send({ line })
        mustHave(read.fields, { status: parsed.event.status })
        mustBeText(read.fields, ["wallet_address", "currency"])
        mustBeDecimal(read.fields, "amount")
      } finally {
        await listener.close()
      }
    },
  },
]
