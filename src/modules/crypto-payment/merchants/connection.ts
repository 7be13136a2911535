import { randomUUID } from "node:crypto"
import { request } from "undici"
import {
  type GatewayClient,
  type GatewayError,
  isGatewayError,
  signWebhook,
} from "../../../gateway"
import type { ReceivableCurrencies, ReceivableCurrency } from "./currencies"
import { DEFAULT_MERCHANT_KEY, type MerchantOptions } from "./options"

export type ConnectionProblem =
  | "wrong_merchant_id"
  | "wrong_key"
  | "unreachable"
  | "timeout"
  | "rate_limited"
  | "unexpected_answer"

type FixableOption =
  "merchantId" | "apiKey" | "privateKey" | "baseUrl" | "timeoutMs"

/** What `GET /v1/merchants` (contract §4) came to, and which option to fix. */
export type Connection =
  | {
      ok: true
      merchant_name: string
      balance: string
      /** Observed, not promised by the contract. */
      balance_currency: "USD"
    }
  | {
      ok: false
      problem: ConnectionProblem
      option?: FixableOption
      message: string
    }

type BrokenConnection = Extract<Connection, { ok: false }>

const CALL_MS = 5_000

/**
 * Never throws for what the gateway does. `isKeyAccepted` also where the connection is not `ok` for
 * its list of currencies.
 */
export async function testConnection(
  merchants: {
    gateway(key: string): Pick<GatewayClient, "getMerchant">
    options(key: string): MerchantOptions
  },
  currencies: Pick<ReceivableCurrencies, "list">,
  merchantKey: string
): Promise<{
  connection: Connection
  currencies: ReceivableCurrency[]
  isKeyAccepted: boolean
}> {
  let isKeyAccepted = false
  const options = merchants.options(merchantKey)
  const limitMs = Math.min(CALL_MS, options.timeoutMs)
  try {
    const { name, balance } = await merchants.gateway(merchantKey).getMerchant({
      maxAttempts: 1,
      // The signal alone ends the call: its error distinguishes a time-out from a
      // connection that failed.
      signal: AbortSignal.timeout(limitMs),
      timeoutMs: 2 * limitMs,
    })
    isKeyAccepted = true
    return {
      connection: {
        ok: true,
        merchant_name: name,
        balance,
        balance_currency: "USD",
      },
      currencies: await currencies.list(merchantKey),
      isKeyAccepted,
    }
  } catch (error) {
    const connection = explain(error, options, limitMs)
    return { connection, currencies: [], isKeyAccepted }
  }
}

function explain(error: unknown, options: MerchantOptions, limitMs: number) {
  if (isGatewayError(error)) return explainGatewayError(error, options)
  if (isTimeout(error)) {
    const message = `The gateway did not answer within ${limitMs} ms.`
    const option = limitMs < CALL_MS ? "timeoutMs" : "baseUrl"
    return broken("timeout", message, option)
  }
  // The client refuses credentials that cannot be used at all, by option name.
  if (error instanceof TypeError) {
    return broken("wrong_key", error.message, credentialOf(options))
  }
  throw error
}

/** Of rejected credentials, by the option that holds them. */
export function explainRejection(
  error: GatewayError,
  merchantKey: string,
  options: MerchantOptions
) {
  const { problem, option } = explainGatewayError(error, options)
  const isOnly = merchantKey === DEFAULT_MERCHANT_KEY
  const path = isOnly ? option : `merchants.${merchantKey}.${option}`
  const text = `the gateway rejected the option ${path}; see "Setup and status" of the crypto payments in the admin`
  return { problem, text }
}

function explainGatewayError(
  { kind, status, code, message }: GatewayError,
  options: MerchantOptions
): BrokenConnection {
  switch (kind) {
    case "authentication":
      return code === "MERCHANT_NOT_FOUND"
        ? broken(
            "wrong_merchant_id",
            "The gateway knows no merchant with this id.",
            "merchantId"
          )
        : broken(
            "wrong_key",
            "The gateway rejected the credentials: the key is wrong or was replaced, or the merchant is suspended.",
            credentialOf(options)
          )
    case "rate_limited":
      return broken(
        "rate_limited",
        "Rate limited by the gateway. Try again in a minute."
      )
    case "outcome_unknown":
      return broken("unreachable", message, "baseUrl")
    case "server":
      return status !== undefined && status < 500
        ? broken("unreachable", message, "baseUrl")
        : broken("unexpected_answer", message)
    case "not_found":
    case "validation":
    case "unexpected_answer":
      return broken("unexpected_answer", message, "baseUrl")
  }
}

function broken(
  problem: ConnectionProblem,
  message: string,
  option?: FixableOption
): BrokenConnection {
  return { ok: false, problem, message, ...(option ? { option } : {}) }
}

function credentialOf(options: MerchantOptions): "apiKey" | "privateKey" {
  return options.apiKey === undefined ? "privateKey" : "apiKey"
}

/** Whether `AbortSignal.timeout` ended it. By name: the class may be another realm's. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "name" in error &&
    error.name === "TimeoutError"
  )
}

/** `message` is for a person. */
export type SelfTestResult = { ok: boolean; status?: number; message: string }

const SAMPLE_MS = 10_000
const MAX_ANSWER_BYTES = 4 * 1024

/** The whole of a sample, byte for byte: no room for anything that a payment has. */
const SAMPLE = /^\{"medusa_payment_crypto_self_test":"([0-9a-f-]{36})"\}$/
const MAX_SAMPLE_BYTES = 100

/** Never confused with a webhook, which has an id and a status (contract §6). */
export function readSelfTest(rawBody: Buffer): string | undefined {
  if (rawBody.length > MAX_SAMPLE_BYTES) return undefined
  return SAMPLE.exec(rawBody.toString("latin1"))?.[1]
}

export function selfTestAnswer(token: string) {
  return { self_test: token }
}

/** Redirects are not followed, as the gateway may not either. */
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
      signal: AbortSignal.timeout(SAMPLE_MS),
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
    return `The webhook address did not answer within ${SAMPLE_MS} ms.`
  }
  const code = error instanceof Error && "code" in error ? error.code : ""
  const why = typeof code === "string" && code ? ` (${code})` : ""
  return `The webhook address could not be reached from this server${why}. Check callbackBaseUrl, DNS, TLS and firewall.`
}

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

/** A gateway that is down, slow or limits us tells nothing about the key. */
export function rejectsKey({ kind }: Pick<GatewayError, "kind">): boolean {
  return kind === "authentication"
}
