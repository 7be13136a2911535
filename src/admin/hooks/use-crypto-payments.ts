import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoGatewaysResponse,
  AdminCryptoPayment,
  AdminCryptoPaymentResponse,
  AdminCryptoPaymentsResponse,
} from "../../api/types"
import { sdk } from "../lib/sdk"

/** Query keys of the plugin's API responses in the dashboard's cache. */
export const QUERY_KEYS = {
  all: ["crypto-payments"],
  detail: (id: string) => ["crypto-payments", "detail", id],
  gateways: ["crypto-payments", "gateways"],
} as const

export const REFRESH_MS = 5_000
const ATTENTION_REFRESH_MS = 60_000

const ATTENTION_LIMIT = 5

/** One page; no order or cart has more payments. */
const RELATED_LIMIT = 50

/** A page of the list. Keeps the previous page until the next one is loaded. */
export function useCryptoPayments(query: Record<string, unknown>) {
  return useQuery({
    ...listQuery(query),
    placeholderData: keepPreviousData,
  })
}

/** One payment with its timeline, refreshed while it is in progress. */
export function useCryptoPayment(id: string) {
  return useQuery({
    queryKey: QUERY_KEYS.detail(id),
    queryFn: async () => {
      const { crypto_payment } =
        await sdk.client.fetch<AdminCryptoPaymentResponse>(
          `/admin/crypto-payments/${encodeURIComponent(id)}`
        )
      return crypto_payment
    },
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
  return useQuery({
    ...listQuery({ q: orderId, limit: RELATED_LIMIT }),
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
  return useQuery({
    ...listQuery({ q: cartId ?? undefined, limit: RELATED_LIMIT }),
    enabled: cartId !== null,
    select: ({ crypto_payments }) =>
      crypto_payments.filter(({ id }) => !exclude.includes(id)),
  })
}

/** The newest payments that need attention, and how many there are. */
export function useAttention() {
  return useQuery({
    ...listQuery({ attention: "true", limit: ATTENTION_LIMIT }),
    refetchInterval: ATTENTION_REFRESH_MS,
    staleTime: ATTENTION_REFRESH_MS / 2,
    // Runs on every page of the admin, so a failure must not cost more requests.
    retry: false,
  })
}

/** Each provider with the state of its gateway. */
export function useGateways() {
  return useQuery({
    queryKey: QUERY_KEYS.gateways,
    // The server calls each gateway for a response.
    staleTime: 30_000,
    queryFn: async () => {
      const { gateways } = await sdk.client.fetch<AdminCryptoGatewaysResponse>(
        "/admin/crypto-payments/gateway"
      )
      return gateways
    },
  })
}

/** True for a payment that is expected to change without an admin action. */
function isInProgress({ state }: Pick<AdminCryptoPayment, "state">): boolean {
  return state === "creating" || state === "open" || state === "paid"
}

function listQuery(query: Record<string, unknown>) {
  return {
    queryKey: ["crypto-payments", "list", query],
    queryFn: async () => {
      const response = await sdk.client.fetch<AdminCryptoPaymentsResponse>(
        "/admin/crypto-payments",
        { query }
      )
      // As behind a misconfigured proxy.
      if (!Array.isArray(response.crypto_payments)) {
        throw new Error("The response contains no crypto payments.")
      }
      return response
    },
  }
}
