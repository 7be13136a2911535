import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentResponse,
  AdminCryptoPaymentsQuery,
  AdminCryptoPaymentsResponse,
} from "../../api/types"
import { isInProgress } from "../lib/payments"
import { sdk } from "../lib/sdk"

/** Query keys of the plugin's API responses in the dashboard's cache. */
export const QUERY_KEYS = {
  all: ["crypto-payments"],
  list: (query: object) => ["crypto-payments", "list", query],
  detail: (id: string) => ["crypto-payments", "detail", id],
  gateways: ["crypto-payments", "gateways"],
} as const

const REFRESH_MS = 5_000
const ATTENTION_REFRESH_MS = 60_000

/** Number of payments that the attention section shows. */
const ATTENTION_LIMIT = 5

/** One page; no order or cart has more payments. */
const RELATED_LIMIT = 50

/** A page of the list. Keeps the previous page until the next one is loaded. */
export function useCryptoPayments(query: object) {
  return useQuery({
    queryKey: QUERY_KEYS.list(query),
    queryFn: () => fetchPayments(query),
    placeholderData: keepPreviousData,
  })
}

/** One payment with its timeline, refreshed while it is in progress. */
export function useCryptoPayment(id: string) {
  return useQuery({
    queryKey: QUERY_KEYS.detail(id),
    queryFn: () => fetchPayment(id),
    refetchInterval: ({ state: { data } }) =>
      data && isInProgress(data) ? REFRESH_MS : false,
  })
}

/**
 * The crypto payments of an order, newest first. Refreshed while one is in
 * progress, or is expected but missing: the payment is linked to its order a
 * moment after the order is placed.
 */
export function useOrderCryptoPayments(orderId: string, expected: boolean) {
  const query = { order_id: orderId, limit: RELATED_LIMIT }
  return useQuery({
    queryKey: QUERY_KEYS.list(query),
    queryFn: () => fetchPayments(query),
    select: ({ crypto_payments }) => crypto_payments,
    refetchInterval: ({ state: { data } }) => {
      const payments = data?.crypto_payments
      return payments?.some(isInProgress) ||
        (expected && payments?.length === 0)
        ? REFRESH_MS
        : false
    },
  })
}

/** The other attempts to pay a cart, newest first, without those in `exclude`. */
export function useOtherAttempts(cartId: string | null, exclude: string[]) {
  const query = { cart_id: cartId ?? undefined, limit: RELATED_LIMIT }
  return useQuery({
    queryKey: QUERY_KEYS.list(query),
    enabled: cartId !== null,
    queryFn: () => fetchPayments(query),
    select: ({ crypto_payments }) =>
      crypto_payments.filter(({ id }) => !exclude.includes(id)),
  })
}

/** The newest payments that need attention, and how many there are. */
export function useAttention() {
  const query: AdminCryptoPaymentsQuery = {
    attention: "true",
    limit: ATTENTION_LIMIT,
  }
  return useQuery({
    queryKey: QUERY_KEYS.list(query),
    queryFn: () => fetchPayments(query),
    refetchInterval: ATTENTION_REFRESH_MS,
    staleTime: ATTENTION_REFRESH_MS / 2,
    // Runs on every page of the admin, so a failure must not cost more requests.
    retry: false,
  })
}

/** Throws when the response is not a list, as behind a misconfigured proxy. */
async function fetchPayments(
  query: object
): Promise<AdminCryptoPaymentsResponse> {
  const response = await sdk.client.fetch<AdminCryptoPaymentsResponse>(
    "/admin/crypto-payments",
    { query: { ...query } }
  )
  if (!Array.isArray(response.crypto_payments)) {
    throw new Error("The response contains no crypto payments.")
  }
  return response
}

async function fetchPayment(id: string): Promise<AdminCryptoPaymentDetail> {
  const { crypto_payment } = await sdk.client.fetch<AdminCryptoPaymentResponse>(
    `/admin/crypto-payments/${encodeURIComponent(id)}`
  )
  return crypto_payment
}
