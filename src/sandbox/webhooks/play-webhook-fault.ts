import type { WebhookAnswer } from "./send-webhook"
import type { WebhookFault } from "./webhook-faults"

/** What a fault needs to be played on an attempt. */
export type FaultyAttempt = {
  /** Sends the webhook, if need be with a flaw. */
  send: (flaw?: {
    corrupt?: boolean
    ageSeconds?: number
  }) => Promise<WebhookAnswer>
  pause: (seconds: number) => Promise<void>
  /** Resolves when another webhook was sent, or after so many seconds. */
  untilNextIsSent: (atMostSeconds: number) => Promise<void>
}

/** Plays a fault on one attempt, and tells what the gateway saw of it. */
export async function playWebhookFault(
  fault: WebhookFault,
  { send, pause, untilNextIsSent }: FaultyAttempt
): Promise<WebhookAnswer> {
  switch (fault.kind) {
    case "drop":
      return { http_status: null, error: "dropped on the way" }
    case "delay":
      await pause(fault.seconds ?? 5)
      return send()
    case "duplicate": {
      const [first] = await Promise.all([send(), send()])
      return first
    }
    case "reorder":
      await untilNextIsSent(fault.seconds ?? 5)
      return send()
    case "corrupt":
      return send({ corrupt: true })
    case "stale":
      return send({ ageSeconds: fault.seconds ?? 3_600 })
    case "lose_answer":
      await send()
      return { http_status: null, error: "the answer was lost" }
  }
}
