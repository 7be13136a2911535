import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  callbackUrl,
  type ConfiguredProvider,
  CRYPTO_PAYMENT_MODULE,
  type FailureReason,
  type Flow,
  type MerchantHealth,
  type Merchants,
  testConnection,
  type WebhookLogRow,
} from "../../../../modules/crypto-payment"

type Region = { id: string; name: string }

/** The health of one of our payment providers, without secrets. */
export type GatewayHealth = MerchantHealth & {
  provider_id: string
  flow: Flow
  /** Key among the options' `merchants`; "default" where there is one only. */
  merchant_key: string
  merchant_id: string
  test_mode: boolean
  webhook_url: string
  /** Where shoppers can choose the provider. */
  regions: Region[]
  /** To ten seconds; null before the first delivery. */
  last_delivery_at: Date | null
  last_failure: { at: Date; reason: FailureReason } | null
  /** Within seven days: payments that were found without their webhook. */
  missed_webhooks: { count: number; last_at: Date | null }
  counts: { open: number; attention: number; settled: number }
}

/**
 * The health of each of our payment providers, by provider id: connection,
 * currencies, webhooks, regions, counts: `{ gateways }`. Reads each merchant
 * from its gateway once.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  res.json({ gateways: await describeGateways(req.scope) })
}

async function describeGateways(
  container: MedusaContainer
): Promise<GatewayHealth[]> {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const providers = await enabledProviders(container, ledger.merchants)
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

/** Our payment providers that are enabled in Medusa, by id. */
async function enabledProviders(
  container: MedusaContainer,
  merchants: Merchants
): Promise<(ConfiguredProvider & { regions: Region[] })[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [providers, regions] = await Promise.all([
    query.graph({
      entity: "payment_provider",
      fields: ["id"],
      filters: { is_enabled: true },
    }),
    query.graph({
      entity: "region",
      fields: ["id", "name", "payment_providers.id"],
    }),
  ])
  return providers.data
    .map(({ id }) => merchants.provider(id))
    .filter((provider) => provider !== undefined)
    .map((provider) => ({
      ...provider,
      regions: regions.data
        .filter(({ payment_providers }) =>
          payment_providers?.some(
            (each?: { id: string } | null) => each?.id === provider.provider_id
          )
        )
        .map(({ id, name }) => ({ id, name })),
    }))
    .sort((a, b) => a.provider_id.localeCompare(b.provider_id))
}

function lastFailure(
  webhook: WebhookLogRow | undefined
): GatewayHealth["last_failure"] {
  const { last_failure_at: at, last_failure_reason: reason } = webhook ?? {}
  return at && reason ? { at, reason } : null
}
