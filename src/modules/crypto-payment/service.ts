import type { ConfigModule, Context, Logger } from "@medusajs/framework/types"
import type { Knex, SqlEntityManager } from "@medusajs/framework/mikro-orm/knex"
import {
  InjectManager,
  InjectTransactionManager,
  MedusaContext,
  MedusaService,
} from "@medusajs/framework/utils"
import { AdminActions } from "./ledger/admin-actions"
import { Attempts } from "./ledger/attempts"
import { Batches } from "./ledger/batches"
import { type Database, databaseNow } from "./ledger/database"
import { DueQueue } from "./ledger/due-queue"
import { Leases } from "./ledger/leases"
import { Observations } from "./ledger/observations"
import { Outbox } from "./ledger/outbox"
import { Refunds } from "./ledger/refunds"
import { Search } from "./ledger/search"
import { Sessions } from "./ledger/sessions"
import { Tasks } from "./ledger/tasks"
import { Timeline } from "./ledger/timeline"
import type { LateWindowDays } from "./ledger/transition"
import { WebhookLog } from "./ledger/webhook-log"
import { ReceivableCurrencies } from "./merchants/currencies"
import { Merchants } from "./merchants/merchants"
import { parseOptions } from "./merchants/parse-options"
import CryptoPayment from "./models/crypto-payment"
import CryptoPaymentEvent from "./models/crypto-payment-event"
import CryptoPaymentOutbox from "./models/crypto-payment-outbox"
import CryptoPaymentRefund from "./models/crypto-payment-refund"
import CryptoPaymentTask from "./models/crypto-payment-task"

type Dependencies = { configModule: ConfigModule; logger: Logger }

/**
 * The ledger, one repository a concept, and the merchants that it is kept for.
 * An attempt's state is written by the one transition table alone: through
 * `attempts.transition`, `observations.record` and `adminActions`.
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
  readonly observations: Observations

  private readonly database: Database = {
    connect: (work) => this.withConnection(work),
    transaction: (work) => this.inTransaction(work),
  }
  private readonly lateWindowDays: LateWindowDays = (providerId) =>
    this.merchants.lateWindowDays(providerId)
  readonly attempts = new Attempts(this.database, this.lateWindowDays)
  readonly dueQueue = new DueQueue(this.database, this.lateWindowDays)
  readonly sessions = new Sessions(this.database)
  readonly leases = new Leases(this.database)
  readonly batches = new Batches(this.database)
  readonly timeline = new Timeline(this.database)
  readonly outbox = new Outbox(this.database)
  readonly refunds = new Refunds(this.database)
  readonly adminActions = new AdminActions(this.database, this.lateWindowDays)
  readonly tasks = new Tasks(this.database)
  readonly search = new Search(this.database)
  readonly webhookLog = new WebhookLog(this.database)

  /** Closes the connections to the gateway when Medusa shuts down. */
  readonly __hooks = {
    onApplicationShutdown: () => this.merchants.close(),
  }

  constructor({ configModule, logger }: Dependencies, options: unknown) {
    super(...arguments)
    this.merchants = new Merchants(parseOptions(options), configModule)
    this.currencies = new ReceivableCurrencies(this.merchants)
    this.observations = new Observations(this.database, logger)
  }

  /** The time on the database's clock. */
  async now(): Promise<Date> {
    return await this.withConnection(databaseNow)
  }

  @InjectManager()
  private async withConnection<Result>(
    work: (db: Knex) => Promise<Result>,
    @MedusaContext() context: Context = {}
  ): Promise<Result> {
    return await work(connection(context))
  }

  @InjectTransactionManager()
  private async inTransaction<Result>(
    work: (db: Knex) => Promise<Result>,
    @MedusaContext() context: Context = {}
  ): Promise<Result> {
    return await work(connection(context))
  }
}

/** The query builder of a module's context: of its transaction, where it has one. */
function connection(context: Context): Knex {
  const manager = (context.transactionManager ?? context.manager) as
    SqlEntityManager | undefined
  if (!manager) throw new Error("crypto-payment: no database connection")
  return manager.getTransactionContext<Knex>() ?? manager.getKnex()
}
