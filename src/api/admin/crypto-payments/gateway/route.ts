import type { MedusaContainer } from "@medusajs/framework/types"
import { guarded, permissions } from "../guarded-route"
import { findEnabledProviderIds, findRegions } from "../../../../medusa/regions"
import type { Alarm } from "../../../../modules/crypto-payment/alarms"
import { testConnection } from "../../../../modules/crypto-payment/merchants/connection"
import {
  offeredCoins,
  unlistedCoins,
} from "../../../../modules/crypto-payment/merchants/currencies"
import type { Merchants } from "../../../../modules/crypto-payment/merchants/merchants"
import { CRYPTO_PAYMENT_MODULE } from "../../../../modules/crypto-payment/module-key"
import { callbackUrl } from "../../../../modules/crypto-payment/opening/open-attempt"

export type DescribedGateway = Awaited<
  ReturnType<typeof describeGateways>
>[number]

/**
 * Each of our payment providers, by provider id: connection, options in force, currencies, alarms,
 * webhooks, regions and counts, `{ gateways }`. Reads each merchant from its gateway once.
 */
export const GET = guarded(
  { policies: permissions.readsPayment },
  async ({ scope }) => ({ gateways: await describeGateways(scope) })
)

async function describeGateways(container: MedusaContainer) {
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  const providers = await enabledProviders(container, ledger.merchants)
  const keys = [...new Set(providers.map(({ merchantKey }) => merchantKey))]
  // Before the gateway is called: a success takes back only what was refused before it.
  const alarms = await ledger.alarms.on()
  const test = (key: string) =>
    testConnection(ledger.merchants, ledger.currencies, key)
  const addressOf = (key: string) =>
    ledger.tasks.addressOf(ledger.merchants.options(key).merchantId)
  const [merchants, webhooks, missed, counts, attention, addresses] =
    await Promise.all([
      Promise.all(keys.map(test)),
      ledger.webhookLog.rows(),
      ledger.webhookLog.missed(),
      ledger.search.counts(),
      ledger.search.attentionCounts(),
      Promise.all(keys.map(addressOf)),
    ])
  const isAccepted = ({ refused, merchant }: Alarm) =>
    refused === "key" && merchants[keys.indexOf(merchant)]?.isKeyAccepted
  for (const alarm of alarms.filter(isAccepted)) {
    const isOurs = (each: { merchantKey: string }) =>
      each.merchantKey === alarm.merchant
    const { provider_id } = providers.find(isOurs) ?? {}
    if (provider_id) await ledger.alarms.takeBack(alarm, provider_id)
  }
  return providers.map((provider) => {
    const { provider_id, merchantKey, flow, regions } = provider
    const { connection, currencies } = merchants[keys.indexOf(merchantKey)]
    const refusedAt = (refused: Alarm["refused"]) =>
      alarms.find(
        (alarm) =>
          alarm.refused === refused &&
          alarm.merchant === merchantKey &&
          !isAccepted(alarm)
      )?.refused_at ?? null
    const named = ledger.merchants.coins(provider)
    const options = ledger.merchants.options(merchantKey)
    const isOurs = (row: { provider_id: string }) =>
      row.provider_id === provider_id
    const webhook = webhooks.find(isOurs)
    const { last_failure_at: at, last_failure_reason } = webhook ?? {}
    const gap = missed.find(isOurs)
    const { testMode, callbackBaseUrl } = options
    const address = testMode ? null : addresses[keys.indexOf(merchantKey)]
    const isMerchants = (row: { merchant_id: string }) =>
      row.merchant_id === options.merchantId
    const count = (state: string) =>
      counts.find((row) => isMerchants(row) && row.state === state)?.count ?? 0
    return {
      provider_id,
      flow,
      merchant_key: merchantKey,
      merchant_id: options.merchantId,
      test_mode: testMode,
      place_order: ledger.merchants.placeOrder(provider),
      unpaid_order_hours: options.unpaidOrderHours,
      max_shortfall_percent: options.maxShortfallPercent ?? null,
      webhook_url: callbackUrl(options, provider_id),
      pages: ledger.merchants.pages(merchantKey),
      connection,
      currencies: offeredCoins(currencies, named),
      // Which the options name, and the gateway does not list.
      unlisted_coins: connection.ok ? unlistedCoins(currencies, named) : [],
      regions,
      // Since when the alarms of the merchant are on, as the ledger has them.
      key_refused_at: refusedAt("key"),
      webhooks_refused_at: refusedAt("webhooks"),
      last_delivery_at: webhook?.last_delivery_at ?? null,
      last_failure:
        at && last_failure_reason ? { at, reason: last_failure_reason } : null,
      // Payments that were found without their webhook, within seven days.
      missed_webhooks: {
        count: gap?.count ?? 0,
        last_at: gap?.last_at ?? null,
      },
      used_at: address === callbackBaseUrl ? null : address,
      counts: {
        open: count("open"),
        attention: attention.find(isMerchants)?.count ?? 0,
        settled: count("settled"),
      },
    }
  })
}

async function enabledProviders(
  container: MedusaContainer,
  merchants: Merchants
) {
  const query = container.resolve("query")
  const [providerIds, regions] = await Promise.all([
    findEnabledProviderIds(query),
    findRegions(query),
  ])
  return providerIds
    .flatMap((id) => merchants.provider(id) ?? [])
    .map((provider) => ({
      ...provider,
      regions: regions
        .filter(({ payment_providers }) =>
          payment_providers.some(({ id }) => id === provider.provider_id)
        )
        .map(({ id, name }) => ({ id, name })),
    }))
    .sort((a, b) => a.provider_id.localeCompare(b.provider_id))
}
