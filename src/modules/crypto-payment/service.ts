import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import type { ConfigModule, Context } from "@medusajs/framework/types"
import {
  InjectManager,
  InjectTransactionManager,
  MedusaContext,
  MedusaError,
  MedusaService,
  Modules,
} from "@medusajs/framework/utils"

import { GatewayClient } from "../../gateway"
import { createAttempt, type NewAttempt } from "./ledger/create-attempt"
import { takeDue } from "./ledger/due"
import { findForObservation } from "./ledger/find"
import { acquireLease, releaseLease } from "./ledger/lease"
import { recordObservation } from "./ledger/record-observation"
import {
  attempts,
  type Attempt,
  type AttemptPatch,
  type TimelineEntry,
} from "./ledger/rows"
import {
  attachSession,
  claimForSession,
  findBySession,
} from "./ledger/sessions"
import { appendEvent } from "./ledger/timeline"
import { transition } from "./ledger/transition"
import { nextCheckDelayMs } from "./lifecycle/schedule"
import type { AttemptState } from "./lifecycle/states"
import CryptoPayment from "./models/crypto-payment"
import CryptoPaymentEvent from "./models/crypto-payment-event"
import type { Observation } from "./observation"
import { parseOptions, type Merchants } from "./options/parse-options"
import {
  configuredProvider,
  type ConfiguredProvider,
} from "./options/provider-merchants"
import type { MerchantOptions } from "./options/schema"

type Dependencies = { configModule: ConfigModule }

/**
 * The ledger, the gateway clients and the options: what the plugin remembers
 * and whom it talks to. Every write to an attempt's state goes through
 * `transitionAttempt` or `recordObservation`, which use the one transition
 * table.
 */
export default class CryptoPaymentModuleService extends MedusaService({
  CryptoPayment,
  CryptoPaymentEvent,
}) {
  private readonly merchants: Merchants
  private readonly clients = new Map<string, GatewayClient>()
  private readonly configModule: ConfigModule

  /** Closes the connections to the gateway when Medusa shuts down. */
  readonly __hooks = {
    onApplicationShutdown: async () => {
      await Promise.all([...this.clients.values()].map((each) => each.close()))
      this.clients.clear()
    },
  }

  constructor(container: Dependencies, options: unknown) {
    super(...arguments)
    this.configModule = container.configModule
    this.merchants = parseOptions(options)
  }

  /** Options of a merchant by its key. @throws MedusaError INVALID_DATA for an unknown key. */
  merchant(key: string): MerchantOptions {
    const merchant = this.merchants.get(key)
    if (!merchant) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `medusa-payment-crypto: a payment provider names the merchant "${key}", but the plugin's options have only: ${[...this.merchants.keys()].join(", ")}.`
      )
    }
    return merchant
  }

  /** The one client (and connection pool) of a merchant. */
  gateway(merchantKey: string): GatewayClient {
    const existing = this.clients.get(merchantKey)
    if (existing) return existing
    const { baseUrl, merchantId, timeoutMs, ...rest } =
      this.merchant(merchantKey)
    const { apiKey, privateKey, privateKeyPassphrase } = rest
    const client = new GatewayClient({
      baseUrl,
      merchantId,
      apiKey,
      privateKey,
      privateKeyPassphrase,
      timeoutMs,
    })
    this.clients.set(merchantKey, client)
    return client
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

  @InjectTransactionManager()
  async createAttempt(
    row: NewAttempt,
    source: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await createAttempt(connection(context), row, source)
  }

  @InjectManager()
  async findAttempt(
    id: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await attempts(connection(context)).where({ id }).first()
  }

  @InjectManager()
  async findBySession(
    sessionId: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await findBySession(connection(context), sessionId)
  }

  @InjectManager()
  async findForObservation(
    observation: Observation,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await findForObservation(connection(context), observation)
  }

  /** Attempts of a cart or of a collection without cart, newest revision first. */
  @InjectManager()
  async listRevisions(
    merchantId: string,
    subject: { cart_id: string } | { payment_collection_id: string },
    @MedusaContext() context: Context = {}
  ): Promise<Attempt[]> {
    return await attempts(connection(context))
      .where({ merchant_id: merchantId, ...subject })
      .orderBy("revision", "desc")
  }

  @InjectManager()
  async attachSession(
    id: string,
    sessionId: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await attachSession(connection(context), id, sessionId)
  }

  @InjectTransactionManager()
  async claimForSession(
    attempt: Attempt,
    sessionId: string,
    goneSessionId: string | null,
    @MedusaContext() context: Context = {}
  ): Promise<boolean> {
    return await claimForSession(
      connection(context),
      attempt,
      sessionId,
      goneSessionId
    )
  }

  @InjectTransactionManager()
  async recordObservation(
    id: string,
    observation: Observation,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt> {
    const recorded = await recordObservation(
      connection(context),
      id,
      observation
    )
    if (recorded) return recorded
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Crypto payment ${id} was not found.`
    )
  }

  @InjectTransactionManager()
  async transitionAttempt(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await transition(connection(context), id, to, patch, entry)
  }

  @InjectManager()
  async appendEvent(
    id: string,
    entry: TimelineEntry,
    @MedusaContext() context: Context = {}
  ): Promise<boolean> {
    return await appendEvent(connection(context), id, entry)
  }

  @InjectManager()
  async acquireLease(
    id: string,
    owner: string,
    ttlSeconds: number,
    @MedusaContext() context: Context = {}
  ): Promise<boolean> {
    return await acquireLease(connection(context), id, owner, ttlSeconds)
  }

  @InjectManager()
  async releaseLease(
    id: string,
    owner: string,
    @MedusaContext() context: Context = {}
  ): Promise<void> {
    await releaseLease(connection(context), id, owner)
  }

  @InjectManager()
  async takeDue(
    limit: number,
    holdSeconds: number,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt[]> {
    return await takeDue(connection(context), limit, holdSeconds)
  }

  /** Lets one caller in `everySeconds` ask the gateway about an attempt. */
  @InjectManager()
  async mayCheck(
    id: string,
    everySeconds: number,
    @MedusaContext() context: Context = {}
  ): Promise<boolean> {
    const db = connection(context)
    const taken = await attempts(db)
      .where({ id })
      .andWhereRaw(
        "coalesce(last_checked_at, opened_at, created_at) < now() - ? * interval '1 second'",
        [everySeconds]
      )
      .update({ last_checked_at: db.fn.now() })
    return taken > 0
  }

  /** Counts a failed try to settle, with its cause in the timeline; returns the tries so far. */
  @InjectTransactionManager()
  async countFailure(
    id: string,
    detail: string,
    @MedusaContext() context: Context = {}
  ): Promise<number> {
    const db = connection(context)
    const [row] = await attempts(db)
      .where({ id })
      .update({ tries: db.raw("tries + 1") })
      .returning("tries")
    const entry = { type: "failed", source: "decision", data: { detail } }
    await appendEvent(db, id, { ...entry, fact: `failed:${detail}` })
    return row?.tries ?? 0
  }

  /** Sets when the attempt is looked at next, by the schedule of its state. */
  @InjectManager()
  async scheduleNextCheck(
    attempt: Attempt,
    now: Date,
    @MedusaContext() context: Context = {}
  ): Promise<void> {
    const provider = this.provider(attempt.provider_id)
    const days = provider
      ? this.merchant(provider.merchantKey).lateWindowDays
      : 0
    const delayMs = nextCheckDelayMs(attempt, now, days)
    const db = connection(context)
    await attempts(db)
      .where({ id: attempt.id, state: attempt.state })
      .update({
        checks: db.raw("checks + 1"),
        last_checked_at: db.fn.now(),
        next_check_at:
          delayMs === null
            ? null
            : db.raw("now() + ? * interval '1 millisecond'", [delayMs]),
      })
  }
}

function connection(context: Context): Knex {
  const manager = (context.transactionManager ?? context.manager) as
    SqlEntityManager | undefined
  if (!manager) throw new Error("crypto-payment: no database connection")
  return manager.getTransactionContext<Knex>() ?? manager.getKnex()
}
