import type { ConfigModule } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"

import { GatewayClient, type Payment } from "../../../gateway"
import { traceGateway } from "../telemetry/trace-gateway"
import type { OptionsByMerchant } from "./parse-options"
import {
  configuredProvider,
  type ConfiguredProvider,
} from "./provider-merchants"
import type { MerchantOptions } from "./schema"

/** The configured merchants: options, one gateway client each, and their payment providers. */
export class Merchants {
  private readonly clients = new Map<string, GatewayClient>()

  constructor(
    private readonly byKey: OptionsByMerchant,
    private readonly configModule: ConfigModule
  ) {}

  /** Options of a merchant by its key. @throws MedusaError INVALID_DATA for an unknown key. */
  options(key: string): MerchantOptions {
    const options = this.byKey.get(key)
    if (options) return options
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `medusa-payment-crypto: a payment provider names the merchant "${key}", but the plugin's options have only: ${[...this.byKey.keys()].join(", ")}.`
    )
  }

  /** Keys of all merchants. */
  keys(): string[] {
    return [...this.byKey.keys()]
  }

  /** Options of all merchants. */
  all(): MerchantOptions[] {
    return [...this.byKey.values()]
  }

  /** The one client (and connection pool) of a merchant. */
  gateway(key: string): GatewayClient {
    const existing = this.clients.get(key)
    if (existing) return existing
    const { baseUrl, merchantId, timeoutMs, ...rest } = this.options(key)
    const { apiKey, privateKey, privateKeyPassphrase } = rest
    const client = new GatewayClient({
      baseUrl,
      merchantId,
      apiKey,
      privateKey,
      privateKeyPassphrase,
      timeoutMs,
      secrets: this.all().flatMap(secretsOf),
      instrument: traceGateway,
    })
    this.clients.set(key, client)
    return client
  }

  /**
   * One look at a payment (merchant-api.md §4), without retries: someone waits
   * for the answer, and will ask again.
   *
   * @throws GatewayError
   */
  async lookUp(
    key: string,
    gatewayPaymentId: string,
    timeoutMs: number
  ): Promise<Payment> {
    return await this.gateway(key).getPayment(
      { id: gatewayPaymentId },
      { timeoutMs, maxAttempts: 1 }
    )
  }

  /** One of our payment providers by its id (`pp_crypto_…`), as configured. */
  provider(providerId: string): ConfiguredProvider | undefined {
    const payment = this.configModule.modules?.[Modules.PAYMENT]
    const options = typeof payment === "object" ? payment.options : undefined
    const entries = options && "providers" in options ? options.providers : []
    return configuredProvider(providerId, Array.isArray(entries) ? entries : [])
  }

  /** Origins of the store's own pages (`storeCors`), where shoppers may return to. */
  storeOrigins(): string[] {
    const { storeCors } = this.configModule.projectConfig.http
    return storeCors.split(",").map((origin) => origin.trim())
  }

  /** Closes the connections of all clients. */
  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((each) => each.close()))
    this.clients.clear()
  }
}

/** What nobody may read in a message, a log or the admin. */
function secretsOf(options: MerchantOptions): string[] {
  const { apiKey, privateKey, privateKeyPassphrase, webhookSecret } = options
  return [apiKey, privateKey, privateKeyPassphrase, ...webhookSecret].filter(
    (secret) => secret !== undefined
  )
}
