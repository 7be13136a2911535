import { setTimeout as sleep } from "node:timers/promises"
import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import type { GatewayError } from "../../gateway"
import { isNotMigrated } from "../../medusa-errors"
import type { Alarm } from "../../modules/crypto-payment/alarms"
import type { AttemptState } from "../../modules/crypto-payment/column-values"
import type { Attempt } from "../../modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../modules/crypto-payment/service"

/** A run starts nothing new after this; the next run continues. */
const MAX_RUN_MS = 50_000

/**
 * Medusa's scheduler starts no other run of a job while one has not ended
 * (`workflow-orchestrator-storage.js` of the in-memory engine, `jobHandler`; medusajs/medusa
 * 14889).
 */
export const RUN_LIMITS = {
  /** One payment, one order: longer than core waits for a cart's lock, 30 s. */
  itemMs: 35_000,
  /** The whole run. */
  runMs: 80_000,
}

/** To find that there is no time left. */
const MIN_PART_MS = 1_000

const MAX_FAILURES = 3
const BREAKER_SECONDS = 60

/** What was still running, or too recent, in the last pass is done within the overlap. */
const RECENT_PERIOD = {
  firstPassMs: 7 * 24 * 60 * 60_000,
  overlapMs: 15 * 60_000,
}

/** What the parts of one reconcile run share. */
export class Run {
  readonly logger: Logger
  readonly summary = {
    /** Due attempts that were checked. */
    checked: 0,
    settled: 0,
    attention: 0,
    /** Attempts that were closed because they will never be paid. */
    expired: 0,
    failed: 0,
    calls: 0,
    duration_ms: 0,
  }
  readonly unknownProviders = new Set<string>()
  /** Those that are on, as they were before the run called a gateway. */
  readonly alarms: Alarm[] = []
  private readonly breakers = new Map<string, Breaker>()
  private readonly startedMs = performance.now()

  constructor(
    readonly container: MedusaContainer,
    readonly ledger: CryptoPaymentModuleService,
    private readonly beganAt: Date,
    private readonly limits = RUN_LIMITS
  ) {
    this.logger = container.resolve("logger")
  }

  /** The current time by the database's clock, which all processes share. */
  get now(): Date {
    return new Date(this.beganAt.getTime() + this.elapsedMs)
  }

  get elapsedMs(): number {
    return Math.round(performance.now() - this.startedMs)
  }

  get isOutOfTime(): boolean {
    return this.elapsedMs >= MAX_RUN_MS
  }

  breakerOf(merchantId: string): Breaker {
    const breaker = this.breakers.get(merchantId) ?? new Breaker()
    this.breakers.set(merchantId, breaker)
    return breaker
  }

  /** Counts a gateway error; when the breaker opens, postpones all that the merchant has due. */
  async recordGatewayError(merchantId: string, error: GatewayError) {
    const breaker = this.breakerOf(merchantId)
    if (!breaker.failed(error) || breaker.openForSeconds === undefined) return
    this.logger.warn(
      `crypto payments of merchant ${merchantId}: the gateway is not called again for ${breaker.openForSeconds} s (${error.kind})`
    )
    await this.ledger.dueQueue.postponeMerchant(
      merchantId,
      breaker.openForSeconds
    )
  }

  /** The gateway answered with an attempt's payment: it accepts the key. */
  async acceptKey(attempt: Attempt): Promise<void> {
    const merchantKey = this.merchantKeyOf(attempt)
    const alarm = this.alarms.find(
      ({ refused, merchant }) => refused === "key" && merchant === merchantKey
    )
    if (!alarm) return
    this.alarms.splice(this.alarms.indexOf(alarm), 1)
    await this.ledger.alarms.takeBack(alarm, attempt.provider_id)
  }

  /** Undefined when the provider is not configured any more, or belongs to another merchant now. */
  merchantKeyOf({
    provider_id,
    merchant_id,
  }: Pick<Attempt, "provider_id" | "merchant_id">): string | undefined {
    const { merchants } = this.ledger
    const key = merchants.provider(provider_id)?.merchantKey
    if (key === undefined) return undefined
    return merchants.options(key).merchantId === merchant_id ? key : undefined
  }

  /**
   * Waits for a piece of work as long as it may take. Core cannot be canceled, so what takes longer
   * goes on without the run, under its own lease or lock, and may still end well.
   * @returns whether it has ended
   */
  async within(
    what: string,
    work: () => Promise<unknown>,
    limitMs = this.limits.itemMs
  ): Promise<boolean> {
    const timer = new AbortController()
    const limit = sleep(limitMs, false, { signal: timer.signal })
    const working = work().then(() => true)
    try {
      if (await Promise.race([working, limit])) return true
    } finally {
      timer.abort()
      limit.catch(() => undefined)
    }
    this.fail(what, `not ended within ${limitMs / 1_000} s, and left to itself`)
    working.catch((error: unknown) =>
      this.logger.error(`${what}, after the run: ${String(error)}`)
    )
    return false
  }

  /** A part of the run ends by itself when its time is over, unless the database keeps it. */
  async part(what: string, work: () => Promise<void>): Promise<void> {
    const leftMs = this.limits.runMs - this.elapsedMs
    try {
      await this.within(what, work, Math.max(leftMs, MIN_PART_MS))
    } catch (error) {
      if (isNotMigrated(error)) throw error
      this.fail(what, error)
    }
  }

  fail(what: string, error: unknown): void {
    this.summary.failed++
    this.logger.error(`${what}: ${String(error)}`)
  }

  /** Undefined where it is not due; `since` is how far back its pass goes. */
  async beginTask(id: string, { firstPassMs, overlapMs } = RECENT_PERIOD) {
    const task = await this.ledger.tasks.begin(id)
    if (!task) return undefined
    const sinceMs = task.completed_at
      ? task.completed_at.getTime() - overlapMs
      : this.now.getTime() - firstPassMs
    return { ...task, since: new Date(sinceMs) }
  }
}

/** The gateway limits us, is `down` (or refuses our key), or `answered` about this payment only. */
export function severityOf({
  kind,
}: GatewayError): "limited" | "down" | "answered" {
  switch (kind) {
    case "rate_limited":
      return "limited"
    case "server":
    case "outcome_unknown":
    case "authentication":
      return "down"
    case "not_found":
    case "validation":
    case "unexpected_answer":
      return "answered"
  }
}

/** Stops calling a merchant's gateway: at once when it limits us, after three failures in a row. */
export class Breaker {
  /** How long to postpone attempts; undefined while the gateway may be called. */
  openForSeconds: number | undefined
  private failures = 0

  succeeded(): void {
    this.failures = 0
  }

  /** @returns whether this failure opened the breaker. */
  failed(error: GatewayError): boolean {
    const wasOpen = this.openForSeconds !== undefined
    const severity = severityOf(error)
    if (severity === "limited") {
      const { retryAfterSeconds = 0 } = error
      const { openForSeconds = BREAKER_SECONDS } = this
      this.openForSeconds = Math.max(openForSeconds, retryAfterSeconds)
    }
    if (severity === "down") this.failures++
    if (this.failures >= MAX_FAILURES) this.openForSeconds ??= BREAKER_SECONDS
    return !wasOpen && this.openForSeconds !== undefined
  }
}

export type ReconcileSummary = Run["summary"]

/** Counts the state that an attempt came to, where it changed. */
export function countStateChange(
  summary: ReconcileSummary,
  before: AttemptState | undefined,
  after: AttemptState
): void {
  const counted = COUNTED_AS[after]
  if (before !== after && counted) summary[counted]++
}

const COUNTED_AS: Partial<Record<AttemptState, keyof ReconcileSummary>> = {
  settled: "settled",
  attention: "attention",
  closed: "expired",
}

/** One line for the log; undefined when there was nothing to do. */
export function describeSummary(summary: ReconcileSummary): string | undefined {
  const { checked, calls, duration_ms } = summary
  const { settled, attention, expired, failed } = summary
  if (checked + settled + attention + expired + failed === 0) return undefined
  return (
    `crypto payments: checked ${checked}, ` +
    `${settled} settled, ${attention} attention, ${expired} expired, ` +
    `${failed} failed, ${calls} ${calls === 1 ? "call" : "calls"}, ${duration_ms} ms`
  )
}

export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) await work(items[next++])
  }
  await Promise.all(
    Array.from({ length: Math.min(limit, items.length) }, worker)
  )
}
