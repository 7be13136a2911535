import { randomUUID } from "node:crypto"
import { request } from "undici"
import { signWebhook } from "../../../gateway"
import { isTimeout } from "./connection"

/** What a sample sent through the public address came to; `message` is for a person. */
export type SelfTestResult = { ok: boolean; status?: number; message: string }

const PATIENCE_MS = 10_000
const MAX_ANSWER_BYTES = 4 * 1024

/** The whole of a sample, byte for byte: no room for anything that a payment has. */
const SAMPLE = /^\{"medusa_payment_crypto_self_test":"([0-9a-f-]{36})"\}$/
const MAX_SAMPLE_BYTES = 100

/**
 * The token of a self-test, if these bytes are one. Never confused with a
 * webhook, which has an id and a status (contract §6).
 */
export function readSelfTest(rawBody: Buffer): string | undefined {
  if (rawBody.length > MAX_SAMPLE_BYTES) return undefined
  return SAMPLE.exec(rawBody.toString("latin1"))?.[1]
}

/** How the webhook route answers a genuine sample. */
export function selfTestAnswer(token: string) {
  return { self_test: token }
}

/** Posts a signed sample to a webhook address. Redirects are not followed, as the gateway may not either. */
export async function sendSelfTest(
  webhookUrl: string,
  secret: string
): Promise<SelfTestResult> {
  const token = randomUUID()
  const rawBody = `{"medusa_payment_crypto_self_test":"${token}"}`
  const timestampSeconds = Math.floor(Date.now() / 1000)
  try {
    const { statusCode, body } = await request(webhookUrl, {
      method: "POST",
      headers: { ...signWebhook({ rawBody, secret, timestampSeconds }) },
      body: rawBody,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await textOf(body)
    const echoed = text === JSON.stringify(selfTestAnswer(token))
    return { ...judge(statusCode, echoed), status: statusCode }
  } catch (error) {
    return { ok: false, message: unreachable(error) }
  }
}

function judge(status: number, echoed: boolean): SelfTestResult {
  if (status === 200 && echoed) {
    return {
      ok: true,
      message:
        "Your own server reached the webhook address, with your own secret. Whether the gateway can is shown by its last delivery.",
    }
  }
  const message =
    FAULTS[status] ??
    `The webhook address answered ${status}. A proxy or firewall on the way may be why; the gateway needs a 200.`
  return { ok: false, message }
}

const FAULTS: Readonly<Partial<Record<number, string>>> = {
  200: "Something answered at the webhook address, but it was not this plugin. Check callbackBaseUrl.",
  401: "The sample arrived, but its signature did not fit: another server has another webhookSecret, or a proxy on the way changes the body or its headers.",
  404: "There is no webhook route at this address. Check callbackBaseUrl, and that a proxy passes /hooks/crypto on to Medusa.",
}

function unreachable(error: unknown): string {
  if (isTimeout(error)) {
    return `The webhook address did not answer within ${PATIENCE_MS} ms.`
  }
  const code = error instanceof Error && "code" in error ? error.code : ""
  const why = typeof code === "string" && code ? ` (${code})` : ""
  return `The webhook address could not be reached from this server${why}. Check callbackBaseUrl, DNS, TLS and firewall.`
}

/** As much of an answer as ours could have. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) break
  }
  return Buffer.concat(chunks).toString("utf8")
}
