/** Why a gateway does not answer as it should. */
export type AdminCryptoConnectionProblem =
  | "wrong_merchant_id"
  | "wrong_key"
  | "unreachable"
  | "timeout"
  | "rate_limited"
  | "unexpected_answer"

/** What asking the gateway for the merchant came to. */
export type AdminCryptoConnection =
  | {
      ok: true
      merchant_name: string
      /** A decimal string. */
      balance: string
      balance_currency: string
    }
  | {
      ok: false
      problem: AdminCryptoConnectionProblem
      /** The plugin's option that has to be mended, where one can be named. */
      option?: string
      message: string
    }

/** A payment provider, its merchant, and how both fare. Times are ISO 8601. */
export type AdminCryptoGateway = {
  provider_id: string
  merchant_key: string
  merchant_id: string
  test_mode: boolean
  flow: "widget" | "h2h"
  webhook_url: string
  connection: AdminCryptoConnection
  currencies: { code: string; name: string; network: string }[]
  regions: { id: string; name: string }[]
  last_delivery_at: string | null
  last_failure: { at: string; reason: string } | null
  /** Payments whose money polling found, where a webhook should have told. */
  missed_webhooks: { count: number; last_at: string | null }
  counts: { open: number; attention: number; settled: number }
}
