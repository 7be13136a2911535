import {
  type Attempt,
  type AttemptPatch,
  type AttemptState,
  type CryptoPaymentModuleService,
  heard,
  type NewAttempt,
  type NewCryptoPaymentEvent,
  nextCheckDelayMs,
  type Observation,
  type Subject,
  type TimelineEntry,
  type Transitioned,
} from "../../src/modules/crypto-payment"
import { found } from "../../src/modules/crypto-payment/ledger/attempts"
import {
  changes,
  factOf,
  words,
} from "../../src/modules/crypto-payment/ledger/observations"
import { matches, type View } from "./graph"
import { faultsOfOpening } from "./law-of-opening"
import { LedgerRefunds } from "./ledger-refunds"
import { copyRow, isFor, LedgerRows } from "./ledger-rows"
import { outboxOf, tasksOf, turnsOf, watchOf } from "./ledger-watch"
import { merchantsOf } from "./merchants"
import type { ShopProcess } from "./shop-process"

/** What the orchestrator, the provider and the job use of the module's service. */
type Service = Pick<
  CryptoPaymentModuleService,
  | "createAttempt"
  | "createAttemptWithin"
  | "findAttempt"
  | "retrieveAttempt"
  | "findBySession"
  | "findForObservation"
  | "findInformed"
  | "findRevisions"
  | "attachSession"
  | "renewReturnUrls"
  | "claimForSession"
  | "recordObservation"
  | "transitionAttempt"
  | "transitionWithEvent"
  | "markVerified"
  | "restateAttention"
  | "appendEvent"
  | "countFailure"
  | "scheduleNextCheck"
  | "recordRefund"
  | "claimRefund"
  | "resolveAttempt"
>

/**
 * The ledger in memory, behind the interface of the module's service. It uses
 * the real transition table, schedule and reading of observations. What is SQL
 * in the real one cannot run here: its conditional UPDATEs, row locks, unique
 * indexes and the advisory lock of `claimForSession`. Each method is one
 * transaction, as there; `integration-tests/ledger` has the SQL to itself.
 */
export class Ledger implements Service {
  readonly merchants: CryptoPaymentModuleService["merchants"]
  readonly turns: ReturnType<typeof turnsOf>
  readonly watch: ReturnType<typeof watchOf>
  readonly outbox: ReturnType<typeof outboxOf>
  readonly tasks: ReturnType<typeof tasksOf>
  private readonly rows: LedgerRows
  private readonly refunds: LedgerRefunds

  constructor(private readonly process: ShopProcess) {
    this.rows = new LedgerRows(process.shop)
    this.refunds = new LedgerRefunds(process, this.rows)
    this.merchants = merchantsOf(process)
    this.turns = turnsOf(process, this.rows)
    this.watch = watchOf(process, this.rows)
    this.outbox = outboxOf(process)
    this.tasks = tasksOf(process)
  }

  async createAttempt(row: NewAttempt, source: string) {
    return await this.process.write("ledger_create_attempt", () =>
      this.rows.insert(row, source)
    )
  }

  async createAttemptWithin(row: NewAttempt, source: string, maxOpen: number) {
    return await this.process.write("ledger_create_attempt", () => {
      this.process.shop.faults.push(...faultsOfOpening(this.process, row))
      const { cart_id, payment_collection_id } = row
      const subject = cart_id
        ? { cart_id }
        : { payment_collection_id: payment_collection_id ?? "" }
      const open = this.process.shop.attempts.filter(
        (each) =>
          isFor(each, subject) &&
          (each.state === "creating" || each.state === "open")
      )
      if (open.length < maxOpen) return this.rows.insert(row, source)
      this.process.shop.met.count("limit of open attempts reached")
      return "limit_reached" as const
    })
  }

  async findAttempt(id: string) {
    await this.process.read()
    return this.rows.find((each) => each.id === id)
  }

  async retrieveAttempt(id: string) {
    return found(id, await this.findAttempt(id))
  }

  async findBySession(sessionId: string) {
    await this.process.read()
    return this.rows.find(({ session_ids }) => session_ids.includes(sessionId))
  }

  async findForObservation(observation: Observation) {
    await this.process.read()
    const { merchant_id, gateway_payment_id, external_id } = observation
    return (
      this.rows.find(
        (each) =>
          each.merchant_id === merchant_id &&
          each.gateway_payment_id === gateway_payment_id
      ) ??
      this.rows.find(
        (each) =>
          each.merchant_id === merchant_id &&
          each.external_id === external_id &&
          each.gateway_payment_id === null &&
          each.state === "creating"
      )
    )
  }

  async findInformed(observation: Observation) {
    await this.process.read()
    const attempt = this.rows.find(
      ({ merchant_id, gateway_payment_id }) =>
        merchant_id === observation.merchant_id &&
        gateway_payment_id === observation.gateway_payment_id
    )
    if (!attempt || !this.rows.isTold(attempt.id, factOf(observation))) {
      return undefined
    }
    const effect = heard(attempt.state, observation.status)
    const isNews =
      effect === "paid" ||
      (effect === "words" && changes(attempt, words(attempt, observation)))
    return isNews ? undefined : attempt
  }

  async findRevisions(merchantId: string, subject: Subject) {
    await this.process.read()
    const all = this.process.shop.attempts
      .filter((each) => each.merchant_id === merchantId && isFor(each, subject))
      .sort((one, other) => other.revision - one.revision)
    const usable = all.filter(({ state, superseded_at }) =>
      state === "creating" || state === "open"
        ? superseded_at === null
        : state !== "closed" && state !== "resolved"
    )
    return { highest: all[0]?.revision ?? 0, usable: usable.map(copyRow) }
  }

  async attachSession(
    id: string,
    sessionId: string,
    forget: readonly string[] = []
  ) {
    return await this.process.write("ledger_attach_session", () =>
      this.rows.update(
        id,
        ({ superseded_at, state }) =>
          superseded_at === null || state !== "open",
        ({ session_ids, authorized_session_id, ...attempt }) => ({
          payment_session_id: sessionId,
          session_ids: [
            ...session_ids.filter(
              (each) =>
                each !== sessionId &&
                (!forget.includes(each) || each === authorized_session_id)
            ),
            sessionId,
          ],
          ...(attempt.state === "open"
            ? {
                checks: Math.min(attempt.checks, 1),
                next_check_at: this.rows.atMost(attempt.next_check_at, 60_000),
              }
            : {}),
        })
      )
    )
  }

  async renewReturnUrls(
    id: string,
    urls: Pick<Attempt, "success_url" | "fail_url">
  ) {
    return await this.process.write("ledger_renew_return_urls", () =>
      this.rows.update(
        id,
        ({ state }) => state === "creating",
        () => urls
      )
    )
  }

  async claimForSession(
    { id, cart_id, payment_collection_id }: Attempt,
    sessionId: string,
    goneSessionId: string | null
  ) {
    return await this.process.write("ledger_claim_for_session", () => {
      const rival = this.rows.find(
        (each) =>
          (cart_id
            ? each.cart_id === cart_id
            : each.payment_collection_id === payment_collection_id) &&
          each.id !== id &&
          each.authorized_session_id !== null &&
          each.state !== "resolved"
      )
      if (rival) return false
      const claimed = this.rows.update(
        id,
        ({ state, authorized_session_id: holder }) =>
          state !== "resolved" &&
          (holder === null ||
            holder === sessionId ||
            (goneSessionId !== null && holder === goneSessionId)),
        () => ({
          authorized_session_id: sessionId,
          payment_session_id: sessionId,
        })
      )
      return claimed !== undefined
    })
  }

  async recordObservation(id: string, observation: Observation) {
    return await this.process.write("ledger_record_observation", () => {
      const attempt = found(
        id,
        this.rows.find((each) => each.id === id)
      )
      const { source, status } = observation
      const fact = factOf(observation)
      if (source !== "view") {
        this.rows.append(id, { type: "observation", source, fact })
      }
      const patch = words(attempt, observation)
      switch (heard(attempt.state, status)) {
        case "nothing":
          return attempt
        case "paid": {
          const entry = { type: "paid", source, fact: "paid" } as const
          return found(id, this.rows.transition(id, "paid", patch, entry))
        }
        case "words":
          return (
            this.rows.update(
              id,
              () => true,
              () => patch
            ) ?? attempt
          )
      }
    })
  }

  async transitionAttempt(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry
  ) {
    return await this.process.write(`ledger_transition_to_${to}`, () =>
      this.rows.transition(id, to, patch, entry)
    )
  }

  async transitionWithEvent(
    id: string,
    to: AttemptState,
    patch: AttemptPatch,
    entry: TimelineEntry,
    event: NewCryptoPaymentEvent
  ): Promise<Transitioned | undefined> {
    return await this.process.write(`ledger_transition_to_${to}`, () => {
      const attempt = this.rows.transition(id, to, patch, entry)
      return attempt && { attempt, event: this.rows.enqueue(event) }
    })
  }

  async markVerified(id: string) {
    return await this.process.write("ledger_mark_verified", () => {
      this.rows.update(
        id,
        ({ state }) => state === "settled",
        () => ({ verified_at: this.process.shop.date, next_check_at: null })
      )
      return found(
        id,
        this.rows.find((each) => each.id === id)
      )
    })
  }

  async restateAttention(id: string, attention_detail: string) {
    return await this.process.write("ledger_restate_attention", () =>
      this.rows.update(
        id,
        ({ state }) => state === "attention",
        () => ({ attention_detail })
      )
    )
  }

  async appendEvent(id: string, entry: TimelineEntry) {
    return await this.process.write("ledger_append_event", () =>
      this.rows.append(id, entry)
    )
  }

  async countFailure(id: string, detail: string) {
    return await this.process.write("ledger_count_failure", () => {
      const fact = `failed:${detail}`
      this.rows.append(id, { type: "failed", source: "decision", fact })
      const counted = this.rows.update(
        id,
        () => true,
        ({ tries }) => ({ tries: tries + 1 })
      )
      return counted?.tries ?? 0
    })
  }

  /** The gateway of the model knows no status without a meaning. */
  async scheduleNextCheck(attempt: Attempt) {
    await this.process.write("ledger_schedule_next_check", () => {
      const provider = this.merchants.provider(attempt.provider_id)
      const days = provider
        ? this.merchants.options(provider.merchantKey).lateWindowDays
        : 0
      const delayMs = nextCheckDelayMs(attempt, this.process.shop.date, days)
      this.rows.update(
        attempt.id,
        ({ state }) => state === attempt.state,
        ({ checks }) => ({
          checks: checks + 1,
          last_checked_at: this.process.shop.date,
          next_check_at: delayMs === null ? null : this.rows.inMs(delayMs),
        })
      )
    })
    return null
  }

  recordRefund: Service["recordRefund"] = (id, report) =>
    this.refunds.record(id, report)

  claimRefund: Service["claimRefund"] = (claim) => this.refunds.claim(claim)

  resolveAttempt: Service["resolveAttempt"] = (id, resolution) =>
    this.refunds.resolve(id, resolution)

  async listCryptoPaymentRefunds(filters: View) {
    await this.process.read()
    return this.process.shop.refunds
      .filter((each) => matches(each, filters))
      .map((each) => ({ ...each }))
  }

  async updateCryptoPaymentRefunds({
    id,
    refund_id,
  }: {
    id: string
    refund_id: string | null
  }) {
    await this.process.write("ledger_update_refund", () => {
      const refund = this.process.shop.refunds.find((each) => each.id === id)
      if (refund) refund.refund_id = refund_id
    })
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
