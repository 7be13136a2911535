import { MathBN, MedusaError } from "@medusajs/framework/utils"
import {
  type Attempt,
  type BookedRefund,
  checkAllowed,
  cryptoPaymentEvents,
  leftToRefund,
  paidPrice,
  type RecordedRefund,
  type RefundReport,
  type Resolution,
  sameAmount,
  type Transitioned,
} from "../../src/modules/crypto-payment"
import { found } from "../../src/modules/crypto-payment/ledger/rows"
import type { LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"

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
      const attempt = this.attempt(id)
      const refunds = this.of(id)
      checkAllowed("record_refund", attempt, refunds)
      const paid = paidPrice(attempt)
      const left = paid && leftToRefund(paid, refunds)
      const { amount, transaction_hash } = report
      if (!left || !amount || MathBN.gt(amount, left)) {
        throw new MedusaError(
          MedusaError.Types.NOT_ALLOWED,
          "No such amount is left to refund."
        )
      }
      this.insert(attempt, amount, transaction_hash)
      const isWhole = sameAmount(amount, left)
      if (!isWhole || attempt.state !== "attention") {
        return { attempt, resolved: null, sent: null }
      }
      const resolved = this.markResolved(attempt, "refunded")
      return { attempt: resolved.attempt, resolved, sent: null }
    })
  }

  async accept(id: string): Promise<void> {
    await this.process.write("ledger_accept_shortfall", () => {
      checkAllowed("accept", this.attempt(id), this.of(id))
      this.rows.update(
        id,
        ({ shortfall_accepted_at }) => shortfall_accepted_at === null,
        () => ({
          shortfall_accepted_at: this.process.shop.date,
          next_check_at: this.process.shop.date,
        })
      )
    })
  }

  async resolve(id: string, { kind }: Resolution): Promise<Transitioned> {
    return await this.process.write("ledger_resolve", () => {
      const attempt = this.attempt(id)
      const refunds = this.of(id)
      checkAllowed("resolve", attempt, refunds)
      const paid = paidPrice(attempt)
      if (kind === "refunded" && paid) {
        const left = leftToRefund(paid, refunds)
        if (MathBN.gt(left, 0)) this.insert(attempt, left, "resolved")
      }
      return this.markResolved(attempt, kind)
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

  private attempt(id: string): Attempt {
    return found(
      id,
      this.rows.find((each) => each.id === id)
    )
  }

  private of(id: string) {
    return this.process.shop.refunds.filter(
      ({ crypto_payment_id }) => crypto_payment_id === id
    )
  }

  private insert({ id, currency_code }: Attempt, amount: string, hash: string) {
    const { shop } = this.process
    shop.refunds.push({
      id: shop.nextId("cpayref"),
      crypto_payment_id: id,
      kind: "price",
      amount,
      crypto_amount: null,
      request_id: null,
      currency_code: currency_code ?? "",
      transaction_hash: hash,
      note: null,
      created_by: "admin",
      refund_id: null,
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
