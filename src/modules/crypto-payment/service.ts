import type { ConfigModule, Logger } from "@medusajs/framework/types"
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import { MedusaService } from "@medusajs/framework/utils"
import { AdminActions } from "./ledger/admin-actions"
import { Attempts } from "./ledger/attempts"
import { Batches } from "./ledger/batches"
import { DueQueue } from "./ledger/due-queue"
import { Leases } from "./ledger/leases"
import { Observations } from "./ledger/observations"
import { Outbox } from "./ledger/outbox"
import { Refunds } from "./ledger/refunds"
import { databaseNow } from "./ledger/rows"
import { Search } from "./ledger/search"
import { Sessions } from "./ledger/sessions"
import { Tasks } from "./ledger/tasks"
import { Timeline } from "./ledger/timeline"
import { WebhookLog } from "./ledger/webhook-log"
import { ReceivableCurrencies } from "./merchants/currencies"
import { Merchants } from "./merchants/merchants"
import { parseOptions } from "./merchants/parse-options"
import CryptoPayment from "./models/crypto-payment"
import CryptoPaymentEvent from "./models/crypto-payment-event"
import CryptoPaymentOutbox from "./models/crypto-payment-outbox"
import CryptoPaymentRefund from "./models/crypto-payment-refund"
import CryptoPaymentTask from "./models/crypto-payment-task"

type Dependencies = {
  configModule: ConfigModule
  logger: Logger
  manager: SqlEntityManager
}

/**
 * The ledger, one repository a concept, and its merchants. An attempt's state
 * is written by `attempts.transition`, `observations.record` and `adminActions`
 * alone.
 */
export default class CryptoPaymentModuleService extends MedusaService({
  CryptoPayment,
  CryptoPaymentEvent,
  CryptoPaymentOutbox,
  CryptoPaymentRefund,
  CryptoPaymentTask,
}) {
  readonly merchants: Merchants
  readonly currencies: ReceivableCurrencies

  readonly attempts: Attempts
  readonly dueQueue: DueQueue
  readonly observations: Observations
  readonly sessions: Sessions
  readonly leases: Leases
  readonly batches: Batches
  readonly timeline: Timeline
  readonly outbox: Outbox
  readonly refunds: Refunds
  readonly adminActions: AdminActions
  readonly tasks: Tasks
  readonly search: Search
  readonly webhookLog: WebhookLog

  readonly __hooks = {
    onApplicationShutdown: () => this.merchants.close(),
  }
  private readonly db: Knex

  constructor(
    { configModule, logger, manager }: Dependencies,
    options: unknown
  ) {
    super(...arguments)
    const db = manager.getKnex()
    const merchants = new Merchants(parseOptions(options), configModule)
    const lateWindowDays = merchants.lateWindowDays.bind(merchants)
    this.db = db
    this.merchants = merchants
    this.currencies = new ReceivableCurrencies(merchants)
    this.attempts = new Attempts(db, lateWindowDays)
    this.dueQueue = new DueQueue(db, lateWindowDays)
    this.observations = new Observations(db, logger)
    this.sessions = new Sessions(db)
    this.leases = new Leases(db)
    this.batches = new Batches(db)
    this.timeline = new Timeline(db)
    this.outbox = new Outbox(db)
    this.refunds = new Refunds(db)
    this.adminActions = new AdminActions(db, lateWindowDays)
    this.tasks = new Tasks(db)
    this.search = new Search(db)
    this.webhookLog = new WebhookLog(db)
  }

  async now(): Promise<Date> {
    return await databaseNow(this.db)
  }
}
