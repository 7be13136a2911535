import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import {
  judgeShortfall,
  type Shortfall,
} from "../../src/modules/crypto-payment/shortfalls/shortfall"
import { matches, type View } from "./graph"
import { attemptsOf, timelineOf } from "./ledger-attempts"
import { dueQueueOf, leasesOf } from "./ledger-queue"
import { LedgerRefunds } from "./ledger-refunds"
import { requestsOf } from "./ledger-requests"
import { copyRow, LedgerRows } from "./ledger-rows"
import { observationsOf, sessionsOf } from "./ledger-sessions"
import { outboxOf, tasksOf } from "./ledger-tasks"
import { merchantsOf } from "./merchants"
import { unpaidOrdersOf } from "./ledger-unpaid"
import type { ShopProcess } from "./shop-process"

/**
 * The ledger in memory, behind the interface of the module's service. It uses
 * the real transition table, schedule and reading of observations. What is SQL
 * in the real one cannot run here: its conditional UPDATEs, row locks and unique
 * indexes. Each method is one transaction, as there; `integration-tests/modules` has the SQL to itself.
 */
export class Ledger {
  private readonly rows: LedgerRows
  readonly merchants: CryptoPaymentModuleService["merchants"]
  readonly attempts: ReturnType<typeof attemptsOf>
  readonly timeline: ReturnType<typeof timelineOf>
  readonly sessions: ReturnType<typeof sessionsOf>
  readonly observations: ReturnType<typeof observationsOf>
  readonly leases: ReturnType<typeof leasesOf>
  readonly dueQueue: ReturnType<typeof dueQueueOf>
  readonly outbox: ReturnType<typeof outboxOf>
  readonly tasks: ReturnType<typeof tasksOf>
  readonly unpaidOrders: ReturnType<typeof unpaidOrdersOf>
  readonly adminActions: Pick<
    LedgerRefunds,
    "recordRefund" | "resolve" | "accept" | "readFacts"
  >
  readonly refunds: Pick<
    LedgerRefunds,
    | "book"
    | "isGivenBack"
    | "markBooked"
    | "takeUnbooked"
    | "listUnbooked"
    | "release"
  >
  /** The gateway's list of coins, which nobody has read. */
  readonly currencies = {
    recallNetwork: () => null,
    describe: async () => undefined,
  }
  readonly refundRequests: ReturnType<typeof requestsOf>

  constructor(private readonly process: ShopProcess) {
    this.rows = new LedgerRows(process.shop)
    this.merchants = merchantsOf(process)
    this.attempts = attemptsOf(process, this.rows)
    this.timeline = timelineOf(process, this.rows)
    this.sessions = sessionsOf(process, this.rows)
    this.observations = observationsOf(process, this.rows)
    this.leases = leasesOf(process, this.rows)
    this.dueQueue = dueQueueOf(process, this.rows, this)
    this.outbox = outboxOf(process)
    this.tasks = tasksOf(process)
    this.unpaidOrders = unpaidOrdersOf(process, this.rows)
    this.adminActions = new LedgerRefunds(process, this.rows)
    this.refunds = new LedgerRefunds(process, this.rows)
    this.refundRequests = requestsOf(process, this.rows)
  }

  async now() {
    await this.process.read()
    return this.process.shop.date
  }

  async readShortfall(attempt: Attempt): Promise<Shortfall> {
    const percent = this.merchants.maxShortfallPercent(attempt.provider_id)
    return percent === null
      ? { type: "accepted" }
      : judgeShortfall(attempt, percent, await this.now())
  }

  async listCryptoPaymentRefunds(filters: View) {
    await this.process.read()
    return this.process.shop.refunds
      .filter((each) => matches(each, filters))
      .map((each) => ({ ...each }))
  }

  async retrieveCryptoPaymentRefund(id: string) {
    const [refund] = await this.listCryptoPaymentRefunds({ id })
    return refund
  }

  async listCryptoUnpaidOrders(filters: View) {
    await this.process.read()
    return this.process.shop.unpaidOrders
      .filter((each) => matches(each, filters))
      .map((each) => ({ ...each }))
  }

  /** With the filters of `query.graph`, and `$or` of several. */
  async listCryptoPayments({ $or, ...all }: { $or?: View[] } & View) {
    await this.process.read()
    return this.process.shop.attempts
      .filter(
        (each) =>
          matches(each, all) &&
          (!$or || $or.some((filter) => matches(each, filter)))
      )
      .map(copyRow)
  }
}
