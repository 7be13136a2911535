import { type GatewayError, isGatewayError } from "../../../gateway"
import type { ReceivableCurrencies, ReceivableCurrency } from "./currencies"
import type { Merchants } from "./merchants"
import type { MerchantOptions } from "./options"

/** Why a gateway cannot be used, as far as the plugin can find out. */
export type ConnectionProblem =
  | "wrong_merchant_id"
  | "wrong_key"
  | "unreachable"
  | "timeout"
  | "rate_limited"
  | "unexpected_answer"

type FixableOption =
  "merchantId" | "apiKey" | "privateKey" | "baseUrl" | "timeoutMs"

/**
 * What `GET /v1/merchants` (contract §4) came to, and which option to fix,
 * where there is one. Nothing secret is in it.
 */
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

const PATIENCE_MS = 5_000

/** A merchant's connection, and the coins it can receive: none where it is broken. */
export type MerchantConnection = {
  connection: Connection
  currencies: ReceivableCurrency[]
}

/** Reads which merchant this is and what it can receive. Never throws for what the gateway does. */
export async function testConnection(
  merchants: Pick<Merchants, "gateway" | "options">,
  currencies: Pick<ReceivableCurrencies, "list">,
  merchantKey: string
): Promise<MerchantConnection> {
  const options = merchants.options(merchantKey)
  const limitMs = Math.min(PATIENCE_MS, options.timeoutMs)
  try {
    const { name, balance } = await merchants.gateway(merchantKey).getMerchant({
      maxAttempts: 1,
      // The signal alone ends the call: its error distinguishes a time-out from a
      // connection that failed.
      signal: AbortSignal.timeout(limitMs),
      timeoutMs: 2 * limitMs,
    })
    return {
      connection: {
        ok: true,
        merchant_name: name,
        balance,
        balance_currency: "USD",
      },
      currencies: await currencies.list(merchantKey),
    }
  } catch (error) {
    return { connection: explain(error, options, limitMs), currencies: [] }
  }
}

function explain(error: unknown, options: MerchantOptions, limitMs: number) {
  if (isGatewayError(error)) return explainGatewayError(error, options)
  if (isTimeout(error)) {
    const message = `The gateway did not answer within ${limitMs} ms.`
    const option = limitMs < PATIENCE_MS ? "timeoutMs" : "baseUrl"
    return broken("timeout", message, option)
  }
  // The client refuses credentials that cannot be used at all, by option name.
  if (error instanceof TypeError) {
    return broken("wrong_key", error.message, credentialOf(options))
  }
  throw error
}

function explainGatewayError(
  { kind, status, code, message }: GatewayError,
  options: MerchantOptions
): Connection {
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
): Connection {
  return { ok: false, problem, message, ...(option ? { option } : {}) }
}

function credentialOf(options: MerchantOptions): "apiKey" | "privateKey" {
  return options.apiKey === undefined ? "privateKey" : "apiKey"
}

/** Whether `AbortSignal.timeout` ended it. By name: the class may be another realm's. */
export function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "name" in error &&
    error.name === "TimeoutError"
  )
}
