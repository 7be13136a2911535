/** Why a gateway does not answer as it should. */
export type ConnectionProblem =
  | "wrong_merchant_id"
  | "wrong_key"
  | "unreachable"
  | "timeout"
  | "unexpected_answer"
  | "rate_limited"

/** What asking for the merchant (`GET /v1/merchants`) came to. */
export type GatewayConnection = {
  ok: boolean
  merchant_name?: string
  /** A decimal string. */
  balance?: string
  balance_currency?: string
  problem?: ConnectionProblem
  /** The option of the plugin that has to be mended. */
  option?: string
  message?: string
}

/** One provider and its merchant, as `GET /admin/crypto-payments/gateway` tells. */
export type AdminCryptoGateway = {
  provider_id: string
  merchant_key: string
  merchant_id: string
  test_mode: boolean
  flow: "widget" | "h2h"
  webhook_url: string
  connection: GatewayConnection
  currencies: { code: string; name?: string; network?: string }[]
  regions: { id: string; name: string }[]
  last_delivery_at: string | null
  last_failure: { at: string; reason: string } | null
  /** Payments whose money polling found, where a webhook should have told. */
  missed_webhooks: { count: number; last_at: string | null }
  counts: { open: number; attention: number; settled: number }
}

export type AdminCryptoGatewaysAnswer = { gateways: AdminCryptoGateway[] }

/** What came of a signed sample sent through the public webhook address. */
export type SelfTestAnswer = { ok: boolean; status?: number; message: string }
