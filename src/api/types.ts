/**
 * Requests and responses of the admin API, for programs that call it with
 * Medusa's JavaScript SDK or directly. Types only, and without an import from a
 * package: nothing has to be installed for them.
 */
export type * from "./admin/crypto-payments/action-types"
export type * from "./admin/crypto-payments/order-types"
export type * from "./admin/crypto-payments/refund-types"
export type * from "./admin/crypto-payments/state-types"
export type * from "./admin/crypto-payments/types"
export type * from "./store/crypto-refunds/types"
export type { AttentionFact as AdminCryptoAttentionFact } from "../modules/crypto-payment/settling/attention-fact"

/** Why the connection to a gateway fails. */
export type AdminCryptoConnectionProblem =
  | "wrong_merchant_id"
  | "wrong_key"
  | "unreachable"
  | "timeout"
  | "rate_limited"
  | "unexpected_answer"

/** Result of reading the merchant from the gateway. */
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
      /** The plugin's option to fix, where it is known. */
      option?: string
      message: string
    }

/** A payment provider and its merchant. Times are ISO 8601. */
export type AdminCryptoGateway = {
  provider_id: string
  merchant_key: string
  merchant_id: string
  test_mode: boolean
  flow: "widget" | "h2h"
  webhook_url: string
  /** The storefront's pages, with their placeholders; null where neither option nor `admin.storefrontUrl` is set. */
  pages: { pay: string | null; refund: string | null }
  connection: AdminCryptoConnection
  /** What can be paid in; of an inline provider what it offers, in that order. */
  currencies: { code: string; name: string; network: string }[]
  /** Codes of the option `coins` that the gateway does not list. */
  unlisted_coins: string[]
  regions: { id: string; name: string }[]
  last_delivery_at: string | null
  last_failure: { at: string; reason: string } | null
  /** Confirmed payments that polling found without their webhook. */
  missed_webhooks: { count: number; last_at: string | null }
  /** Where this database was used for the merchant's live payments, if elsewhere: the job waits. */
  used_at: string | null
  counts: { open: number; attention: number; settled: number }
}

/** `GET /admin/crypto-payments/gateway`. */
export type AdminCryptoGatewaysResponse = {
  gateways: AdminCryptoGateway[]
}

/** Body of `POST /admin/crypto-payments/gateway/move`. */
export type AdminMoveCryptoGatewayBody = { provider_id: string }

/** The address at which the scheduled job works on live payments from now on. */
export type AdminMoveCryptoGatewayResponse = { used_at: string }

/** Body of `POST /admin/crypto-payments/gateway/self-test`. */
export type AdminTestCryptoWebhookBody = { provider_id: string }

/** Result of a signed sample that was sent to the public webhook URL. */
export type AdminTestCryptoWebhookResponse = {
  ok: boolean
  status?: number
  message: string
}
