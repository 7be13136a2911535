import { MathBN } from "@medusajs/framework/utils"
import { readCaptures } from "../../../medusa/captures"
import type { Query } from "../../../medusa/query"
import type {
  DoubtfulPayment,
  Total,
} from "../../../modules/crypto-payment/search/totals"
import {
  sameAmount,
  toComparableAmount,
} from "../../../modules/crypto-payment/settling/money"

/** A payment of which orders hold another amount than Medusa captured. */
export type DifferingPayment = {
  id: string
  on_orders_amount: string
  captured_amount: string
}

/** By the total that they are of. */
export async function findDiffering(
  query: Query,
  doubtful: readonly DoubtfulPayment[]
): Promise<
  (total: Pick<Total, "currency_code" | "is_test">) => DifferingPayment[]
> {
  const capturesOf = await readCaptures(query, doubtful)
  const compared = doubtful.map((payment) => {
    const { id, currency_code, is_test, on_orders_amount } = payment
    const captures = capturesOf(payment).map(({ amount }) => amount)
    const inDigits = (amount: Parameters<typeof toComparableAmount>[0]) =>
      toComparableAmount(amount, currency_code)
    return {
      currency_code,
      is_test,
      payment: {
        id,
        on_orders_amount: inDigits(on_orders_amount),
        captured_amount: inDigits(MathBN.sum(0, ...captures)),
      },
    }
  })
  const differing = compared.filter(
    ({ payment }) =>
      !sameAmount(payment.on_orders_amount, payment.captured_amount)
  )
  return (total) =>
    differing
      .filter(
        ({ currency_code, is_test }) =>
          currency_code === total.currency_code && is_test === total.is_test
      )
      .map(({ payment }) => payment)
}
