import { isNativeError } from "node:util/types"
import { type Dispatcher, request } from "undici"
import { signWebhook } from "../../gateway/testing"

/** One signed POST. */
export type WebhookPost = {
  url: string
  body: string
  secret: string
  timestampSeconds: number
  timeoutMs: number
  dispatcher: Dispatcher
  /** Ends the attempt when the sandbox stops. */
  stopped: AbortSignal
  /** Changes a byte after signing. */
  corrupt: boolean
}

/** The receiver's status, or why there was none. */
export type WebhookAnswer =
  { http_status: number; error: null } | { http_status: null; error: string }

/** Signs and sends one webhook (merchant-api.md §6); follows no redirect. */
export async function sendWebhook(post: WebhookPost): Promise<WebhookAnswer> {
  const rawBody = Buffer.from(post.body)
  const headers = signWebhook({
    rawBody,
    secret: post.secret,
    timestampSeconds: post.timestampSeconds,
  })
  try {
    const answer = await request(post.url, {
      method: "POST",
      headers: { ...headers },
      body: post.corrupt ? corrupted(rawBody) : rawBody,
      dispatcher: post.dispatcher,
      signal: AbortSignal.any([
        AbortSignal.timeout(post.timeoutMs),
        post.stopped,
      ]),
    })
    await answer.body.dump()
    return { http_status: answer.statusCode, error: null }
  } catch (error) {
    return {
      http_status: null,
      error: isNativeError(error) ? error.message : String(error),
    }
  }
}

function corrupted(body: Buffer): Buffer {
  const changed = Buffer.from(body)
  const middle = changed.length >> 1
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
  return changed
}
