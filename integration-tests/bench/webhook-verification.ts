import { createHmac, timingSafeEqual } from "node:crypto"
import { signWebhook, verifyWebhook } from "../../src/gateway"
import { webhookEvents } from "../../src/gateway/testing"
import { type Figure, atLeast } from "./figure"
import { ratios, timeRounds } from "./rounds"

/** Verification of a genuine webhook, against the bare HMAC and comparison. */
export async function benchWebhookVerification(): Promise<Figure[]> {
  const secret = "whsec_of_the_bench"
  const rawBody = Buffer.from(JSON.stringify(webhookEvents.confirmed))
  const now = new Date()
  const headers = signWebhook({
    rawBody,
    secret,
    timestampSeconds: Math.floor(now.getTime() / 1000),
  })
  const timestamp = headers["x-webhook-timestamp"]
  const signature = headers["x-webhook-signature"]
  const secrets = [secret]

  const rounds = await timeRounds(
    {
      verifyWebhook: (times) => {
        for (let left = times; left > 0; left -= 1) {
          const input = { rawBody, timestamp, signature, secrets, now }
          if (!verifyWebhook(input).verified) {
            throw new Error("A genuine webhook was refused")
          }
        }
      },
      crypto: (times) => {
        for (let left = times; left > 0; left -= 1) {
          const expected = createHmac("sha256", secret)
            .update(`${timestamp}.`)
            .update(rawBody)
            .digest()
          if (!timingSafeEqual(expected, Buffer.from(signature, "hex"))) {
            throw new Error("A genuine webhook was refused")
          }
        }
      },
    },
    { rounds: 15, times: 40_000 }
  )
  return [
    atLeast(
      0.8,
      "webhook verifications per second / bare node:crypto",
      ratios(rounds, "verifyWebhook", "crypto")
    ),
  ]
}
