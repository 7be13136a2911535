import type { ConfigModule, Context, Logger } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  InjectManager,
  InjectTransactionManager,
  MedusaContext,
  MedusaService,
} from "@medusajs/framework/utils"
import { quoteStatus } from "../../gateway"
import { ReceivableCurrencies } from "./merchants/currencies"
import {
  countFailure,
  raiseUnknownStatus,
  scheduleNextCheck,
} from "./ledger/due-queue"
import { connection, databaseNow } from "./ledger/database"
import {
  createAttempt,
  createAttemptWithin,
  findAttempt,
  findForObservation,
  findRevisions,
  found,
  type NewAttempt,
  type Revisions,
} from "./ledger/attempts"
import { findInformed, recordObservation } from "./ledger/observations"
import type { NewCryptoPaymentEvent } from "./events"
import { appendEvent, Housekeeping } from "./ledger/timeline"
import { Outbox, type OutboxEvent } from "./ledger/outbox"
import {
  type RecordedRefund,
  recordRefund,
  type RefundReport,
  type Resolution,
  resolveAttempt,
} from "./ledger/admin-actions"
import { claimRefund, type RefundClaim } from "./ledger/refunds"
import {
  attachSession,
  claimForSession,
  findBySession,
  renewReturnUrls,
} from "./ledger/sessions"
import type { Attempt, AttemptPatch, TimelineEntry } from "./ledger/rows"
import type { Subject } from "./ledger/subjects"
import {
  markVerified,
  restateAttention,
  transition,
  type Transitioned,
} from "./ledger/transition"
import { Tasks } from "./ledger/tasks"
import { Turns } from "./ledger/leases"
import { Watch } from "./ledger/watch"
import { WebhookHealth } from "./ledger/webhook-log"
import { nextCheckDelayMs } from "./domain/schedule"
import type { AttemptState } from "./domain/states"
import { isLeftUnknown, type Observation } from "./domain/observation"
import CryptoPayment from "./models/crypto-payment"
import CryptoPaymentEvent from "./models/crypto-payment-event"
import CryptoPaymentOutbox from "./models/crypto-payment-outbox"
import CryptoPaymentRefund from "./models/crypto-payment-refund"
import CryptoPaymentTask from "./models/crypto-payment-task"
import { Merchants } from "./merchants/merchants"
import { parseOptions } from "./merchants/parse-options"
import { Search } from "./ledger/search"

type Dependencies = { configModule: ConfigModule; logger: Logger }

/**
 * The ledger, and the merchants that it is kept for: what the plugin remembers
 * and whom it talks to. Every write to an attempt's state goes through
 * `transitionAttempt`, `transitionWithEvent` or `recordObservation`, which use the one transition
 * table.
 */
export default class CryptoPaymentModuleService extends MedusaService({
  CryptoPayment,
  CryptoPaymentEvent,
  CryptoPaymentOutbox,
  CryptoPaymentRefund,
  CryptoPaymentTask,
}) {
  /** The configured merchants, their gateway clients and payment providers. */
  readonly merchants: Merchants

  /** The coins that each merchant can be paid in. */
  readonly currencies: ReceivableCurrencies

  /** What the admin reads: pages, counts. */
  readonly search = new Search((work) => this.withConnection(work))

  /** When webhooks last reached us, and which did not. */
  readonly health = new WebhookHealth((work) => this.withConnection(work))

  /** Closes the connections to the gateway when Medusa shuts down. */
  readonly __hooks = {
    onApplicationShutdown: () => this.merchants.close(),
  }

  /** Whose turn it is to work on an attempt. */
  readonly turns = new Turns((work) => this.withConnection(work))

  /** Events for other code that were not delivered yet. */
  readonly outbox = new Outbox((work) => this.withConnection(work))

  /** What the reconcile job does now and then. */
  readonly tasks = new Tasks((work) => this.withConnection(work))

  /** What keeps the timelines from growing without end. */
  readonly housekeeping = new Housekeeping((work) => this.withConnection(work))

  /** The reconcile job's own reads and writes. */
  readonly watch = new Watch((work) => this.withConnection(work))

  private readonly logger: Logger

  constructor({ configModule, logger }: Dependencies, options: unknown) {
    super(...arguments)
    this.logger = logger
    this.merchants = new Merchants(parseOptions(options), configModule)
    this.currencies = new ReceivableCurrencies(this.merchants)
  }

  @InjectTransactionManager()
  async createAttempt(
    row: NewAttempt,
    source: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await createAttempt(connection(context), row, source)
  }

  /** See `createAttemptWithin`. */
  @InjectTransactionManager()
  async createAttemptWithin(
    row: NewAttempt,
    source: string,
    maxOpen: number,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | "limit_reached" | undefined> {
    return await createAttemptWithin(connection(context), row, source, maxOpen)
  }

  @InjectManager()
  async findAttempt(
    id: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await findAttempt(connection(context), id)
  }

  /** @throws MedusaError NOT_FOUND */
  @InjectManager()
  async retrieveAttempt(
    id: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt> {
    return found(id, await findAttempt(connection(context), id))
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

  /** See `findInformed`. */
  @InjectManager()
  async findInformed(
    observation: Observation,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await findInformed(connection(context), observation)
  }

  /** See `findRevisions`. */
  @InjectManager()
  async findRevisions(
    merchantId: string,
    subject: Subject,
    @MedusaContext() context: Context = {}
  ): Promise<Revisions> {
    return await findRevisions(connection(context), merchantId, subject)
  }

  @InjectManager()
  async attachSession(
    id: string,
    sessionId: string,
    forget: readonly string[] = [],
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await attachSession(connection(context), id, sessionId, forget)
  }

  @InjectManager()
  async renewReturnUrls(
    id: string,
    urls: Pick<Attempt, "success_url" | "fail_url">,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await renewReturnUrls(connection(context), id, urls)
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

  /** See `recordObservation`; a status that nobody knows is logged once an attempt. */
  @InjectTransactionManager()
  async recordObservation(
    id: string,
    observation: Observation,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt> {
    const db = connection(context)
    const recorded = found(id, await recordObservation(db, id, observation))
    if (recorded.is_new_status) {
      this.logger.warn(
        `crypto payment ${id}: the gateway says ${quoteStatus(observation.status)}, a status that this version of the plugin does not know.`
      )
    }
    return recorded.attempt
  }

  @InjectTransactionManager()
  async transitionAttempt(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    const db = connection(context)
    return (await transition(db, id, to, patch, entry))?.attempt
  }

  /** As `transitionAttempt`, with an event for other code in the same transaction. */
  @InjectTransactionManager()
  async transitionWithEvent(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry,
    event: NewCryptoPaymentEvent,
    @MedusaContext() context: Context = {}
  ): Promise<Transitioned | undefined> {
    return await transition(connection(context), id, to, patch, entry, event)
  }

  /** Notes that a settled attempt was compared with its order once more, and still is what it was. */
  @InjectManager()
  async markVerified(
    id: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt> {
    return found(id, await markVerified(connection(context), id))
  }

  /** New words for a reason that stands: no step, and no news. */
  @InjectManager()
  async restateAttention(
    id: string,
    detail: string,
    @MedusaContext() context: Context = {}
  ): Promise<Attempt | undefined> {
    return await restateAttention(connection(context), id, detail)
  }

  @InjectTransactionManager()
  async recordRefund(
    id: string,
    report: RefundReport,
    @MedusaContext() context: Context = {}
  ): Promise<RecordedRefund> {
    return await recordRefund(connection(context), id, report)
  }

  @InjectTransactionManager()
  async claimRefund(
    claim: RefundClaim,
    @MedusaContext() context: Context = {}
  ): Promise<boolean> {
    return await claimRefund(connection(context), claim)
  }

  /** See `resolveAttempt`; one that was never paid is closed, and watched for late money. */
  @InjectTransactionManager()
  async resolveAttempt(
    id: string,
    resolution: Resolution,
    @MedusaContext() context: Context = {}
  ): Promise<Transitioned> {
    const resolved = await resolveAttempt(connection(context), id, resolution)
    if (resolved.attempt.state === "closed") {
      await this.scheduleNextCheck(resolved.attempt, context)
    }
    return resolved
  }

  @InjectManager()
  async appendEvent(
    id: string,
    entry: TimelineEntry,
    @MedusaContext() context: Context = {}
  ): Promise<boolean> {
    return await appendEvent(connection(context), id, entry)
  }

  /** Counts a failed try to settle, with its cause in the timeline; returns the tries so far. */
  @InjectTransactionManager()
  async countFailure(
    id: string,
    detail: string,
    @MedusaContext() context: Context = {}
  ): Promise<number> {
    return await countFailure(connection(context), id, detail)
  }

  /**
   * Sets when the attempt is looked at next, by the schedule of its state and
   * the database's clock. One whose watch ends at a status that nobody knows is
   * put in front of a person (`raiseUnknownStatus`).
   *
   * @returns the event that tells of it, to be delivered.
   */
  @InjectTransactionManager()
  async scheduleNextCheck(
    attempt: Attempt,
    @MedusaContext() context: Context = {}
  ): Promise<OutboxEvent | null> {
    const db = connection(context)
    const provider = this.merchants.provider(attempt.provider_id)
    const days = provider
      ? this.merchants.options(provider.merchantKey).lateWindowDays
      : 0
    const delayMs = nextCheckDelayMs(attempt, await databaseNow(db), days)
    if (delayMs === null && isLeftUnknown(attempt)) {
      return await raiseUnknownStatus(db, attempt)
    }
    await scheduleNextCheck(db, attempt, delayMs)
    return null
  }

  @InjectManager()
  private async withConnection<Result>(
    work: (db: Knex) => Promise<Result>,
    @MedusaContext() context: Context = {}
  ): Promise<Result> {
    return await work(connection(context))
  }
}
