import type { ConfigModule, Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import { AdminActions } from "./admin-actions/admin-actions"
import { Alarms } from "./alarms"
import { appendEvent, Attempts } from "./attempts/attempts"
import { DueQueue } from "./attempts/due-queue"
import { Leases } from "./attempts/leases"
import { Observations } from "./attempts/observations"
import { databaseNow, type TimelineEntry } from "./attempts/rows"
import { Sessions } from "./attempts/sessions"
import { ExportFiles, Tasks } from "./attempts/tasks"
import { type DatabaseManager, databaseOf, limitStatements } from "./database"
import { ReceivableCurrencies } from "./merchants/currencies"
import { Merchants } from "./merchants/merchants"
import { parseOptions } from "./merchants/options"
import CryptoPayment, {
  type Attempt,
  CryptoPaymentEvent,
  CryptoPaymentOutbox,
  CryptoPaymentRefund,
  CryptoPaymentTask,
  CryptoRefundRequest,
  CryptoUnpaidOrder,
} from "./models/crypto-payment"
import { Outbox } from "./outbox/outbox"
import { Refunds } from "./refunds/refunds"
import { RefundRequests } from "./refunds/requests"
import { Exports } from "./search/exports"
import { Search } from "./search/search"
import { Totals } from "./search/totals"
import { judgeShortfall, type Shortfall } from "./shortfalls/shortfall"
import { UnpaidOrders } from "./unpaid-orders/unpaid-orders"
import { WebhookLog } from "./webhook-log"

type Dependencies = {
  configModule: ConfigModule
  logger: Logger
  manager: DatabaseManager
}

/** What a person decides is written through it. */
export type ActingLedger = {
  adminActions: AdminActions
  refundRequests: RefundRequests
}

/** Only `attempts`, `observations` and `adminActions` write a state, by the transition table. */
export default class CryptoPaymentModuleService extends MedusaService({
  CryptoPayment,
  CryptoPaymentEvent,
  CryptoPaymentOutbox,
  CryptoPaymentRefund,
  CryptoPaymentTask,
  CryptoRefundRequest,
  CryptoUnpaidOrder,
}) {
  readonly merchants: Merchants
  readonly currencies: ReceivableCurrencies

  private readonly unlimited = databaseOf(this.dependencies.manager)
  private readonly db = limitStatements(this.unlimited)
  private readonly lateWindowDays = (providerId: string) =>
    this.merchants.lateWindowDays(providerId)

  readonly attempts = new Attempts(this.db, this.lateWindowDays)
  readonly dueQueue = new DueQueue(this.db, this.lateWindowDays)
  readonly observations = new Observations(
    this.db,
    this.dependencies.logger,
    ({ provider_id, crypto_currency: code, is_test }) => {
      const key = this.merchants.provider(provider_id)?.merchantKey
      return key !== undefined && code !== null
        ? this.currencies.recallNetwork(key, code, is_test)
        : null
    }
  )
  readonly sessions = new Sessions(this.db)
  readonly leases = new Leases(this.db)
  readonly timeline = {
    append: async (id: string, entry: TimelineEntry) =>
      await appendEvent(this.db, id, entry),
  }
  readonly outbox = new Outbox(this.db)
  readonly refunds = new Refunds(this.db)
  readonly refundRequests = new RefundRequests(this.db)
  readonly adminActions = new AdminActions(this.db, this.lateWindowDays)
  readonly tasks = new Tasks(this.db)
  readonly unpaidOrders = new UnpaidOrders(this.db, (attempt) =>
    this.merchants.payPageOf(attempt)
  )
  readonly search = new Search(this.unlimited)
  readonly exports = new Exports(this.unlimited)
  readonly exportFiles = new ExportFiles(this.db)
  readonly totals = new Totals(this.unlimited)
  readonly alarms = new Alarms(this.db, this.dependencies.logger)
  readonly webhookLog = new WebhookLog(this.db, this.alarms)

  readonly __hooks = {
    // Core ignores what it throws, such as a missing table.
    onApplicationStart: async () =>
      this.merchants.warnOfChanges(await this.search.usedProviders()),
    onApplicationShutdown: () => this.merchants.close(),
  }

  constructor(
    private readonly dependencies: Dependencies,
    options: unknown
  ) {
    super(...arguments)
    const { configModule, logger } = dependencies
    const byKey = parseOptions(options, configModule.admin)
    this.merchants = new Merchants(byKey, configModule, logger)
    this.currencies = new ReceivableCurrencies(this.merchants)
  }

  /**
   * Checks an action of a person before anything else is done for it: what it writes is rolled
   * back.
   * @throws what the action throws
   */
  async rehearse(act: (ledger: ActingLedger) => Promise<unknown>) {
    const rehearsed = new Error("Rolled back.")
    const rehearsal = this.db.transaction(async (db) => {
      await act({
        adminActions: new AdminActions(db, this.lateWindowDays),
        refundRequests: new RefundRequests(db),
      })
      throw rehearsed
    })
    await rehearsal.catch((error: unknown) => {
      if (error !== rehearsed) throw error
    })
  }

  async readShortfall(attempt: Attempt): Promise<Shortfall> {
    const percent = this.merchants.maxShortfallPercent(attempt.provider_id)
    return percent === null
      ? { type: "accepted" }
      : judgeShortfall(attempt, percent, await this.now())
  }

  async now(): Promise<Date> {
    return await databaseNow(this.db)
  }
}
