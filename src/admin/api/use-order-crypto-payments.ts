import { useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentsAnswer,
} from "./crypto-payment"
import { sdk } from "./sdk"

const REFRESH_MS = 5_000

/** More than any order has, and one page. */
const LIMIT = 50

/**
 * The crypto payments of one order, newest first. Read again every few seconds
 * for as long as one is on its way: known to be, or expected and not there yet,
 * since the books of an order are closed a moment after it is placed.
 */
export function useOrderCryptoPayments(orderId: string, expected: boolean) {
  return useQuery({
    queryKey: ["crypto-payments", "list", { order_id: orderId }],
    queryFn: () => cryptoPaymentsOf(orderId),
    refetchInterval: ({ state: { data } }) =>
      data?.some(isOnItsWay) || (expected && data?.length === 0)
        ? REFRESH_MS
        : false,
  })
}

async function cryptoPaymentsOf(
  orderId: string
): Promise<AdminCryptoPayment[]> {
  const answer = await sdk.client.fetch<AdminCryptoPaymentsAnswer>(
    "/admin/crypto-payments",
    { query: { order_id: orderId, limit: LIMIT } }
  )
  if (!Array.isArray(answer.crypto_payments)) {
    throw new Error("The answer holds no crypto payments.")
  }
  return answer.crypto_payments
}

function isOnItsWay({ state }: AdminCryptoPayment): boolean {
  return state === "creating" || state === "open" || state === "paid"
}
