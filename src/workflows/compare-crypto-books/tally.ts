import { MathBN } from "@medusajs/framework/utils"
import {
  type BookDifference,
  type BooksGateway,
  type BooksResult,
  type BooksSide,
  type BooksTotal,
  isOfOtherPeriod,
  type Price,
  toComparableAmount,
} from "../../modules/crypto-payment/internal"

/** More are counted and not listed: then something is wrong with all of them. */
const MAX_LISTED = 1_000

/** The totals of both sides, and the differences that were found. */
export class Tally {
  readonly differences: BookDifference[] = []
  readonly gateways: BooksGateway[] = []
  private found = 0
  private ofOtherPeriod = 0
  private readonly totals = new Map<string, BooksTotal>()

  /** Adds a capture or a refund to what a side has. */
  add(
    side: "ledger" | "medusa",
    kind: "capture" | "refund",
    { amount, currency_code }: Price,
    isTest: boolean
  ): void {
    const total = this.totalOf(currency_code.toLowerCase(), isTest)[side]
    const [count, sum] =
      kind === "capture"
        ? (["captures", "captured_amount"] as const)
        : (["refunds", "refunded_amount"] as const)
    total[count] += 1
    total[sum] = toComparableAmount(
      MathBN.add(total[sum], amount),
      currency_code
    )
  }

  note(differences: readonly BookDifference[]): void {
    for (const difference of differences) {
      this.found += 1
      if (isOfOtherPeriod(difference)) this.ofOtherPeriod += 1
      if (this.differences.length < MAX_LISTED) {
        this.differences.push(difference)
      }
    }
  }

  get result(): BooksResult {
    return {
      totals: [...this.totals.values()].sort(
        (one, other) =>
          Number(one.is_test) - Number(other.is_test) ||
          one.currency_code.localeCompare(other.currency_code)
      ),
      gateways: this.gateways,
      difference_count: this.found,
      other_period_count: this.ofOtherPeriod,
    }
  }

  private totalOf(currency_code: string, is_test: boolean): BooksTotal {
    const key = `${currency_code} ${is_test}`
    const known = this.totals.get(key)
    if (known) return known
    const zero = toComparableAmount(0, currency_code)
    const side = (): BooksSide => ({
      captures: 0,
      captured_amount: zero,
      refunds: 0,
      refunded_amount: zero,
    })
    const total = { currency_code, is_test, ledger: side(), medusa: side() }
    this.totals.set(key, total)
    return total
  }
}
