import type { MedusaContainer } from "@medusajs/framework/types"
import {
  callbackUrl,
  CRYPTO_PAYMENT_MODULE,
  type FailureReason,
  type Flow,
  type MerchantHealth,
  testConnection,
  type WebhookLogRow,
} from "../../../../modules/crypto-payment"
import { ourProviders, type Region } from "./our-providers"

/** One of our payment providers, and how it fares. Nothing secret is in it. */
export type GatewayHealth = MerchantHealth & {
  provider_id: string
  flow: Flow
  /** Key among the options' `merchants`; "default" where there is one only. */
  merchant_key: string
  merchant_id: string
  test_mode: boolean
  webhook_url: string
  regions: Region[]
  /** To ten seconds; null when none was ever dealt with. */
  last_delivery_at: Date | null
  last_failure: { at: Date; reason: FailureReason } | null
  /** Within seven days: payments that were found without their webhook. */
  missed_webhooks: { count: number; last_at: Date | null }
  counts: { open: number; attention: number; settled: number }
}

/** How each of our payment providers fares, by provider id. */
export async function describeGateways(
  container: MedusaContainer
): Promise<GatewayHealth[]> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const providers = await ourProviders(container, ledger.merchants)
  const keys = [...new Set(providers.map(({ merchantKey }) => merchantKey))]
  const [merchants, webhooks, missed, counts, attention] = await Promise.all([
    Promise.all(
      keys.map((key) =>
        testConnection(ledger.merchants, ledger.currencies, key)
      )
    ),
    ledger.webhookLog.rows(),
    ledger.webhookLog.missed(),
    ledger.search.counts(),
    ledger.search.attentionCounts(),
  ])
  return providers.map(({ provider_id, merchantKey, flow, regions }) => {
    const options = ledger.merchants.options(merchantKey)
    const ours = <Row extends { provider_id: string }>(rows: Row[]) =>
      rows.filter((row) => row.provider_id === provider_id)
    const [webhook] = ours(webhooks)
    const [gap] = ours(missed)
    const count = (state: string) =>
      ours(counts).find((row) => row.state === state)?.count ?? 0
    return {
      provider_id,
      flow,
      merchant_key: merchantKey,
      merchant_id: options.merchantId,
      test_mode: options.testMode,
      webhook_url: callbackUrl(options, provider_id),
      ...merchants[keys.indexOf(merchantKey)],
      regions,
      last_delivery_at: webhook?.last_delivery_at ?? null,
      last_failure: lastFailure(webhook),
      missed_webhooks: {
        count: gap?.count ?? 0,
        last_at: gap?.last_at ?? null,
      },
      counts: {
        open: count("open"),
        attention: ours(attention)[0]?.count ?? 0,
        settled: count("settled"),
      },
    }
  })
}

function lastFailure(
  webhook: WebhookLogRow | undefined
): GatewayHealth["last_failure"] {
  const { last_failure_at: at, last_failure_reason: reason } = webhook ?? {}
  return at && reason ? { at, reason } : null
}
