import { MathBN } from "@medusajs/framework/utils"
import {
  medianSeconds,
  reportAmounts,
  reportCounts,
  toComparableAmount,
  type Total,
} from "../../../../modules/crypto-payment/internal"
import type { AdminCryptoSummaryFigures } from "../books-types"

type Figures = Pick<Total, (typeof reportCounts)[number]> &
  Pick<Total, (typeof reportAmounts)[number]>

/** The sums of totals of one currency, in its digits. */
export function toFigures(
  totals: readonly Figures[],
  currencyCode: string
): AdminCryptoSummaryFigures {
  const count = (name: (typeof reportCounts)[number]) =>
    totals.reduce((sum, total) => sum + total[name], 0)
  const sum = (name: (typeof reportAmounts)[number]) =>
    totals.reduce(
      (sum, total) => MathBN.add(sum, total[name]),
      MathBN.convert(0)
    )
  const amount = (name: (typeof reportAmounts)[number]) =>
    toComparableAmount(sum(name), currencyCode)
  return {
    opened: count("opened"),
    opened_paid: count("opened_paid"),
    paid: count("paid"),
    paid_amount: amount("paid_amount"),
    received: count("received"),
    received_value: amount("received_value"),
    median_payment_seconds: medianSeconds(count),
    attention: count("attention"),
    attention_amount: amount("attention_amount"),
    resolved: count("resolved"),
    resolved_amount: amount("resolved_amount"),
    short: count("short"),
    short_amount: amount("short_amount"),
    over: count("over"),
    over_amount: amount("over_amount"),
    orders: count("orders"),
    settled: count("settled"),
    settled_amount: amount("settled_amount"),
    refunds: count("refunds"),
    refund_amount: amount("refund_amount"),
    booked_refunds: count("booked_refunds"),
    booked_refund_amount: amount("booked_refund_amount"),
    surplus_refunds: count("surplus_refunds"),
    surplus_refund_amount: amount("surplus_refund_amount"),
  }
}
