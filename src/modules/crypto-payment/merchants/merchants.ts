import type { ConfigModule, Logger } from "@medusajs/framework/types"
import { Modules, parseCorsOrigins } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  GatewayClient,
  type GatewayError,
  isGatewayError,
  type Payment,
} from "../../../gateway"
import { invalidData, notFound } from "../../../medusa-errors"
import { explainRejection } from "./connection"
import {
  DEFAULT_MERCHANT_KEY,
  type MerchantOptions,
  type OptionsByMerchant,
  type PlaceOrder,
  providerOptionsSchema,
} from "./options"
import type { Attempt } from "../models/crypto-payment"
import { traceGateway } from "../telemetry"

const PLUGIN = "medusa-payment-crypto"

/** A region with its payment providers as `query.graph` gives it. */
export type Region = {
  payment_providers?: ({ id: string; is_enabled: boolean } | null)[] | null
}

const HOUR_MS = 60 * 60_000

/** Somebody waits for it, or core holds the cart's lock meanwhile. */
const READ_TIMEOUT_MS = 5_000

export class Merchants {
  private readonly clients = new Map<string, GatewayClient>()
  private readonly loggedAtMs = new Map<string, number>()

  constructor(
    private readonly byKey: OptionsByMerchant,
    private readonly configModule: ConfigModule,
    private readonly logger: Pick<Logger, "warn">
  ) {}

  /** @throws MedusaError INVALID_DATA for an unknown key. */
  options(key: string): MerchantOptions {
    const options = this.byKey.get(key)
    if (options) return options
    throw invalidData(
      `medusa-payment-crypto: a payment provider names the merchant "${key}", but the plugin's options have only: ${[...this.byKey.keys()].join(", ")}.`
    )
  }

  /**
   * Of a provider's merchant; where the provider is not configured any more, any is better than
   * none.
   */
  optionsFor(providerId: string): MerchantOptions {
    return this.configuredOptions(providerId) ?? this.all()[0]
  }

  keys(): string[] {
    return [...this.byKey.keys()]
  }

  all(): MerchantOptions[] {
    return [...this.byKey.values()]
  }

  /** With their placeholders; null where no storefront is known. */
  pages(key: string): { pay: string | null; refund: string | null } {
    const { payPageUrl, refundPageUrl } = this.options(key)
    const { storefrontUrl } = this.configModule.admin ?? {}
    const pageOf = (path: string) =>
      storefrontUrl ? storefrontUrl.replace(/\/+$/, "") + path : null
    return {
      pay: payPageUrl ?? pageOf("/payment-collection/{payment_collection_id}"),
      refund: refundPageUrl ?? pageOf("/crypto-refund#{token}"),
    }
  }

  payPageUrl(key: string, paymentCollectionId: string): string | null {
    const { pay } = this.pages(key)
    const id = encodeURIComponent(paymentCollectionId)
    return pay && pay.replaceAll("{payment_collection_id}", id)
  }

  /**
   * As `payPageUrl`, for what an attempt is for; null also where its provider is not configured.
   */
  payPageOf({ provider_id, payment_collection_id }: Attempt): string | null {
    const provider = this.provider(provider_id)
    return provider && payment_collection_id
      ? this.payPageUrl(provider.merchantKey, payment_collection_id)
      : null
  }

  /** Null where no storefront is known, or its provider is not configured. */
  refundPageOf(
    { provider_id }: Pick<Attempt, "provider_id">,
    token: string
  ): string | null {
    const provider = this.provider(provider_id)
    const page = provider && this.pages(provider.merchantKey).refund
    return page?.replaceAll("{token}", encodeURIComponent(token)) ?? null
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
      onError: (error) => this.logRejection(key, error),
    })
    this.clients.set(key, client)
    return client
  }

  /** Of the attempt's merchant; where it is not configured any more, as the attempt was made. */
  isTestMode({
    provider_id,
    is_test,
  }: Pick<Attempt, "provider_id" | "is_test">): boolean {
    return this.configuredOptions(provider_id)?.testMode ?? is_test === true
  }

  lateWindowDays(providerId: string): number {
    return this.configuredOptions(providerId)?.lateWindowDays ?? 0
  }

  /** Null: what the gateway confirms is accepted. */
  maxShortfallPercent(providerId: string): number | null {
    return this.configuredOptions(providerId)?.maxShortfallPercent ?? null
  }

  placeOrder({ placeOrder, merchantKey }: ConfiguredProvider): PlaceOrder {
    return placeOrder ?? this.options(merchantKey).placeOrder
  }

  /**
   * The codes of the coins that a provider offers, in order; null where none are named, and for
   * hosted payments.
   */
  coins({ flow, coins, merchantKey }: ConfiguredProvider): string[] | null {
    if (flow !== "h2h") return null
    return coins ?? this.options(merchantKey).coins ?? null
  }

  /**
   * Asks once, without repetitions. Undefined without a gateway payment, or a configured provider.
   */
  async readPayment(
    attempt: Pick<Attempt, "provider_id" | "gateway_payment_id">,
    timeoutMs = READ_TIMEOUT_MS
  ): Promise<Payment | undefined> {
    const { gateway_payment_id: id } = attempt
    const provider = this.provider(attempt.provider_id)
    if (!provider || !id) return undefined
    const gateway = this.gateway(provider.merchantKey)
    return await gateway.getPayment({ id }, { timeoutMs, maxAttempts: 1 })
  }

  /** As `readPayment`; undefined too, with a line in the log, where the gateway does not tell. */
  async tryReadPayment(
    attempt: Pick<Attempt, "id" | "provider_id" | "gateway_payment_id">,
    timeoutMs = READ_TIMEOUT_MS
  ): Promise<Payment | undefined> {
    return await this.readPayment(attempt, timeoutMs).catch(
      (error: unknown) => {
        if (!isGatewayError(error)) throw error
        this.logger.warn(
          `crypto payment ${attempt.id}: the gateway could not be read (${error.kind}): ${error.message}`
        )
        return undefined
      }
    )
  }

  /** Those of a region's payment providers that are ours and enabled, by id. */
  enabledIn(region: Region | null | undefined): ConfiguredProvider[] {
    return (region?.payment_providers ?? [])
      .flatMap((each) => (each?.is_enabled && this.provider(each.id)) || [])
      .sort((one, two) => one.provider_id.localeCompare(two.provider_id))
  }

  /**
   * By its id (`pp_crypto_…`) and the `options: { merchant: "eu" }` of its entry in medusa-config.
   */
  provider(providerId: string): ConfiguredProvider | undefined {
    const payment = this.configModule.modules?.[Modules.PAYMENT]
    const configured = typeof payment === "object" ? payment.options : undefined
    const entries = configured?.providers
    for (const flow of ["widget", "h2h"] as const) {
      const prefix = `pp_${PROVIDER_IDENTIFIERS[flow]}_`
      if (!providerId.startsWith(prefix) || !Array.isArray(entries)) continue
      const id = providerId.slice(prefix.length)
      const entry = entriesSchema.parse(entries).find((each) => each.id === id)
      if (!entry) return undefined
      const { options } = entry
      const { placeOrder, coins } =
        providerOptionsSchema.safeParse(options).data ?? {}
      const merchantKey = merchantKeyOf(options)
      return { provider_id: providerId, flow, merchantKey, placeOrder, coins }
    }
    return undefined
  }

  /** As `provider`. @throws MedusaError NOT_FOUND for any other id. */
  retrieveProvider(providerId: string): ConfiguredProvider {
    const provider = this.provider(providerId)
    if (provider) return provider
    throw notFound("There is no such crypto payment provider.")
  }

  /**
   * Of what medusa-config says otherwise than payments that are not closed: each provider, mode and
   * state once.
   */
  warnOfChanges(
    used: readonly Pick<Attempt, "provider_id" | "is_test" | "state">[]
  ): void {
    const warnings = new Set<string>()
    const isOurs = (each: string | { resolve: string }) =>
      (typeof each === "string" ? each : each.resolve) === PLUGIN
    if ((this.configModule.plugins?.filter(isOurs).length ?? 0) > 1) {
      warnings.add(
        `"plugins" of medusa-config has several entries of this plugin, and Medusa uses the last one's options only. Keep one; several merchants go into its option merchants.`
      )
    }
    for (const { provider_id: id, is_test, state } of used) {
      const testMode = this.configuredOptions(id)?.testMode
      if (testMode === undefined) {
        warnings.add(
          `crypto payments refer to ${id}, and medusa-config has no such payment provider: they are neither checked nor refunded. Give its entry the id "${id.replace(/^pp_crypto(-inline)?_/, "")}" again.`
        )
      } else if (state === "open" && is_test === !testMode) {
        warnings.add(
          `testMode is ${testMode} now, and payments of ${id} are open that were made while it was ${is_test}: paid, they need attention. Set it back until they are paid or closed.`
        )
      }
    }
    for (const warning of warnings) this.logger.warn(`${PLUGIN}: ${warning}`)
  }

  /** By `storeCors`, as core reads it: where shoppers may return to. */
  storeOrigins(): (string | RegExp)[] {
    return parseCorsOrigins(this.configModule.projectConfig.http.storeCors)
  }

  async close(): Promise<void> {
    await Promise.all([...this.clients.values()].map((each) => each.close()))
    this.clients.clear()
  }

  /** Once an hour for each subject. */
  isLogDue(subject: string): boolean {
    const nowMs = Date.now()
    const isDue = nowMs - (this.loggedAtMs.get(subject) ?? -Infinity) >= HOUR_MS
    if (isDue) this.loggedAtMs.set(subject, nowMs)
    return isDue
  }

  private logRejection(key: string, error: GatewayError): void {
    if (error.kind !== "authentication" || !this.isLogDue(key)) return
    const { problem, text } = explainRejection(error, key, this.options(key))
    this.logger.warn(`${PLUGIN}: ${text} (${problem}). ${error.message}`)
  }

  private configuredOptions(providerId: string): MerchantOptions | undefined {
    const provider = this.provider(providerId)
    return provider && this.options(provider.merchantKey)
  }
}

function secretsOf(options: MerchantOptions): string[] {
  const { apiKey, privateKey, privateKeyPassphrase, webhookSecret } = options
  return [apiKey, privateKey, privateKeyPassphrase, ...webhookSecret].filter(
    (secret) => secret !== undefined
  )
}

/** Identifiers of our two payment providers: hosted page and inline. */
export const PROVIDER_IDENTIFIERS = {
  widget: "crypto",
  h2h: "crypto-inline",
} as const

export type Flow = keyof typeof PROVIDER_IDENTIFIERS

/** Whether a payment provider is one of ours, configured or not any more. */
export function isCryptoProvider(providerId: string): boolean {
  return Object.values(PROVIDER_IDENTIFIERS).some((identifier) =>
    providerId.startsWith(`pp_${identifier}_`)
  )
}

/** Of all payment providers in medusa-config; those of others may be anything. */
const entriesSchema = z.array(
  z.object({ id: z.unknown(), options: z.unknown() }).partial().catch({})
)

export type ConfiguredProvider = {
  provider_id: string
  flow: Flow
  merchantKey: string
  placeOrder?: PlaceOrder
  coins?: string[]
}

export function merchantKeyOf(options: unknown): string {
  return (
    providerOptionsSchema.safeParse(options).data?.merchant ??
    DEFAULT_MERCHANT_KEY
  )
}
