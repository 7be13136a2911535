import { useQuery } from "@tanstack/react-query"

import type { AdminCryptoPayment } from "../../api/types"
import { isOnItsWay } from "./is-on-its-way"
import { keys } from "./keys"
import { listCryptoPayments } from "./list-crypto-payments"

const REFRESH_MS = 5_000

/** More than any order has, and one page. */
const LIMIT = 50

/**
 * The crypto payments of one order, newest first. Read again every few seconds
 * for as long as one is on its way: known to be, or expected and not there yet,
 * since the books of an order are closed a moment after it is placed.
 */
export function useOrderCryptoPayments(orderId: string, expected: boolean) {
  const query = { order_id: orderId, limit: LIMIT }
  return useQuery({
    queryKey: keys.list(query),
    queryFn: () => cryptoPaymentsOf(query),
    refetchInterval: ({ state: { data } }) =>
      data?.some(isOnItsWay) || (expected && data?.length === 0)
        ? REFRESH_MS
        : false,
  })
}

async function cryptoPaymentsOf(query: object): Promise<AdminCryptoPayment[]> {
  const { crypto_payments } = await listCryptoPayments(query)
  return crypto_payments
}
