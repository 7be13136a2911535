import { MedusaError } from "@medusajs/framework/utils"
import { actionFactsOf, isGivenBack, refundsOf } from "./ledger-parts"
import { change, requestOf } from "./ledger-requests"
import type { LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"
import {
  checkAllowed,
  checkShown,
  type ShownAttempt,
} from "../../src/modules/crypto-payment/admin-actions/allowed-actions"
import type { Transitioned } from "../../src/modules/crypto-payment/attempts/attempts"
import { found } from "../../src/modules/crypto-payment/attempts/rows"
import type { Resolution } from "../../src/modules/crypto-payment/attempts/states"
import type {
  Attempt,
  Refund,
} from "../../src/modules/crypto-payment/models/crypto-payment"
import { cryptoPaymentEvents } from "../../src/modules/crypto-payment/outbox/outbox"
import type {
  BookedRefund,
  StoredActionFacts,
} from "../../src/modules/crypto-payment/refunds/ledger"
import {
  checkRequest,
  isCovered,
  priceLeft,
} from "../../src/modules/crypto-payment/refunds/limits"
import type {
  RecordedRefund,
  RefundReport,
} from "../../src/modules/crypto-payment/admin-actions/admin-actions"
import { sameAmount } from "../../src/modules/crypto-payment/settling/money"

/** What admins record of money that was sent back, in memory. */
export class LedgerRefunds {
  constructor(
    private readonly process: ShopProcess,
    private readonly rows: LedgerRows
  ) {}

  async recordRefund(
    id: string,
    report: RefundReport
  ): Promise<RecordedRefund> {
    return await this.process.write("ledger_record_refund", () => {
      const { shop } = this.process
      const facts = actionFactsOf(shop, id)
      const { attempt, refunds } = facts
      const { transaction_hash } = report
      const request = report.request ? requestOf(shop, report.request.id) : null
      if (request?.state === "sent") {
        const isSame = request.transaction_hash === transaction_hash
        if (!isSame) throw notLeft("It was sent already.")
        return { attempt, resolved: null, sent: null }
      }
      if (request) checkRequest("send", request.state)
      checkShown(facts, report.shown)
      checkAllowed("record_refund", facts)
      const amount = request?.amount ?? report.amount ?? "0"
      const refund = {
        kind: "price" as const,
        amount,
        crypto_amount: request?.crypto_amount ?? null,
        confirmed_excess: request?.confirmed_excess ?? null,
      }
      const promised = request ? [] : facts.requests
      if (!isCovered(attempt, refund, [...refunds, ...promised])) {
        throw notLeft("No such amount is left to refund.")
      }
      this.insert(attempt, amount, transaction_hash, request?.id)
      if (request) {
        change(shop, request.id, { state: "sent", transaction_hash })
        shop.met.count("a requested refund sent")
      }
      const left = priceLeft(attempt, refundsOf(shop, id))
      const isWhole = left !== null && sameAmount(left.amount, "0")
      if (!isWhole || attempt.state !== "attention") {
        return { attempt, resolved: null, sent: null }
      }
      const resolved = this.markResolved(attempt, "refunded")
      return { attempt: resolved.attempt, resolved, sent: null }
    })
  }

  async isGivenBack(id: string): Promise<boolean> {
    await this.process.read()
    return isGivenBack(this.process.shop, id)
  }

  async readFacts(id: string): Promise<StoredActionFacts> {
    await this.process.read()
    return actionFactsOf(this.process.shop, id)
  }

  async accept(id: string, _by: string, shown?: ShownAttempt): Promise<void> {
    await this.process.write("ledger_accept_shortfall", () => {
      const { shop } = this.process
      const facts = actionFactsOf(shop, id)
      checkShown(facts, shown)
      checkAllowed("accept", facts)
      this.rows.update(
        id,
        ({ shortfall_accepted_at }) => shortfall_accepted_at === null,
        () => ({
          shortfall_accepted_at: shop.date,
          next_check_at: shop.date,
        })
      )
    })
  }

  async resolve(
    id: string,
    { kind }: Resolution,
    shown?: ShownAttempt
  ): Promise<Transitioned & { sent: null }> {
    return await this.process.write("ledger_resolve", () => {
      const { shop } = this.process
      const facts = actionFactsOf(shop, id)
      const { attempt } = facts
      checkShown(facts, shown)
      checkAllowed("resolve", facts)
      return { ...this.markResolved(attempt, kind), sent: null }
    })
  }

  async book({ id, amount, refund_id }: BookedRefund): Promise<boolean> {
    return await this.process.write("ledger_book_refund", () => {
      const refund = this.process.shop.refunds.find((each) => each.id === id)
      if (!refund || refund.refund_id !== null) return false
      if (!sameAmount(refund.amount, amount)) return false
      refund.refund_id = refund_id
      return true
    })
  }

  async markBooked(id: string): Promise<void> {
    await this.process.write("ledger_mark_booked", () => {
      const { shop } = this.process
      const refund = shop.refunds.find((each) => each.id === id)
      if (refund) refund.booked_at = shop.date
      shop.met.count("a refund booked")
    })
  }

  async release({ id }: { id: string }): Promise<void> {
    await this.process.write("ledger_release_refund", () => {
      const refund = this.process.shop.refunds.find((each) => each.id === id)
      if (refund) refund.refund_id = null
    })
  }

  async listUnbooked(attemptId: string): Promise<Refund[]> {
    await this.process.read()
    return this.process.shop.refunds
      .filter(
        (each) =>
          each.crypto_payment_id === attemptId && each.booked_at === null
      )
      .map((each) => ({ ...each }))
  }

  async takeUnbooked(): Promise<string[]> {
    await this.process.read()
    const { attempts, refunds } = this.process.shop
    return attempts.flatMap(({ id, payment_id, authorized_session_id }) =>
      (payment_id ?? authorized_session_id) !== null &&
      refunds.some(
        (each) => each.crypto_payment_id === id && each.booked_at === null
      )
        ? [id]
        : []
    )
  }

  private insert(
    { id, currency_code }: Attempt,
    amount: string,
    hash: string,
    request_id: string | undefined
  ) {
    const { shop } = this.process
    shop.refunds.push({
      id: shop.nextId("cpayref"),
      crypto_payment_id: id,
      kind: "price",
      amount,
      crypto_amount: null,
      request_id: request_id ?? null,
      currency_code: currency_code ?? "",
      transaction_hash: hash,
      note: null,
      created_by: "admin",
      refund_id: null,
      booked_at: null,
      created_at: shop.date,
      updated_at: shop.date,
      deleted_at: null,
    })
  }

  private markResolved(
    { id, order_id, attention_reason }: Attempt,
    kind: Resolution["kind"]
  ): Transitioned {
    const attempt = found(
      id,
      this.rows.transition(
        id,
        "resolved",
        { resolution: { kind } },
        { type: "resolved", source: "admin" }
      )
    )
    const name = cryptoPaymentEvents.resolved
    const data = { id, order_id, reason: attention_reason, kind }
    return { attempt, event: this.rows.enqueue({ name, data }) }
  }
}

function notLeft(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
