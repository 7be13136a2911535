import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import {
  type Attempt,
  CRYPTO_PAYMENT_MODULE,
  type CryptoPaymentModuleService,
} from "../../modules/crypto-payment"
import { Breaker } from "./breaker"
import { emptySummary, type ReconcileSummary } from "./tally"

/** A run starts nothing new after this; the next one goes on. */
const maxRunMs = 50_000

/** How many superseded payments one run expires: three calls each. */
const maxExpiries = 50

/** What the parts of one reconcile run share. */
export class Run {
  readonly ledger: CryptoPaymentModuleService
  readonly logger: Logger
  readonly summary: ReconcileSummary = emptySummary()
  /** Providers whose attempts were met although they are not configured. */
  readonly unknownProviders = new Set<string>()
  private readonly breakers = new Map<string, Breaker>()
  private readonly startedMs = performance.now()
  private expiriesLeft = maxExpiries

  private constructor(
    readonly container: MedusaContainer,
    /** When the run began, by the database's clock. */
    private readonly beganAt: Date
  ) {
    this.ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    this.logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  }

  static async begin(container: MedusaContainer): Promise<Run> {
    const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
    return new Run(container, await ledger.watch.now())
  }

  /** The moment by the database's clock, which all processes share. */
  get now(): Date {
    return new Date(this.beganAt.getTime() + this.elapsedMs)
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.startedMs)
  }

  get isOutOfTime(): boolean {
    return this.elapsedMs >= maxRunMs
  }

  /** By the gateway's merchant id. */
  breakerOf(merchantId: string): Breaker {
    const breaker = this.breakers.get(merchantId) ?? new Breaker()
    this.breakers.set(merchantId, breaker)
    return breaker
  }

  /**
   * The configured merchant that an attempt belongs to; undefined when its
   * provider is no longer configured, or pays to another merchant by now.
   */
  merchantKeyOf({
    provider_id,
    merchant_id,
  }: Pick<Attempt, "provider_id" | "merchant_id">): string | undefined {
    const { merchants } = this.ledger
    const key = merchants.provider(provider_id)?.merchantKey
    if (key === undefined) return undefined
    return merchants.options(key).merchantId === merchant_id ? key : undefined
  }

  /** Lets a bounded number of expiries happen. */
  takeExpiry(): boolean {
    if (this.expiriesLeft === 0) return false
    this.expiriesLeft--
    return true
  }
}
