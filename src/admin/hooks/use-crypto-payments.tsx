import { toast } from "@medusajs/ui"
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"

import type {
  AdminCryptoGatewaysResponse,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentResponse,
  AdminCryptoPaymentsResponse,
  AdminCryptoSummaryResponse,
  AdminDecideCryptoPaymentBody,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../api/types"
import { Help } from "../components/layout"
import { useTexts } from "../i18n/use-texts"
import { sdk } from "../lib/sdk"

const detailKey = (id: string) => ["crypto-payments", "detail", id]

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
    ...detailQuery(id),
    refetchInterval: ({ state: { data } }) =>
      data && isInProgress(data) ? REFRESH_MS : false,
  })
}

/** Reads one payment as it is now; null where that fails. */
export function useDetailReader() {
  const client = useQueryClient()
  return (id: string) =>
    client.fetchQuery({ ...detailQuery(id), staleTime: 0 }).catch(() => null)
}

function detailQuery(id: string) {
  return {
    queryKey: detailKey(id),
    queryFn: async () => {
      const { crypto_payment } =
        await sdk.client.fetch<AdminCryptoPaymentResponse>(
          `/admin/crypto-payments/${encodeURIComponent(id)}`
        )
      return crypto_payment
    },
  }
}

/**
 * Newest first. A payment may be missing at first:
 * it is linked to its order a moment after the order is placed.
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

/** The payments that need attention, those that wait longest first, and how many there are. */
export function useAttention() {
  return useQuery({
    ...listQuery({
      attention: "true",
      order: "created_at",
      limit: ATTENTION_LIMIT,
    }),
    refetchInterval: ATTENTION_REFRESH_MS,
    staleTime: ATTENTION_REFRESH_MS / 2,
  })
}

/** What the payments of a list add up to, and how many each of its tabs has. */
export function useSummary(query: Record<string, unknown>) {
  return useQuery({
    queryKey: ["crypto-payments", "summary", query],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { summary } = await sdk.client.fetch<AdminCryptoSummaryResponse>(
        "/admin/crypto-payments/summary",
        { query }
      )
      return summary
    },
  })
}

/** Each provider with the state of its gateway. */
export function useGateways() {
  return useQuery({
    queryKey: ["crypto-payments", "gateways"],
    retry: false,
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
    // A failure is shown at once, with a button; and this runs on every page of the admin.
    retry: false,
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

/** The admin actions of a payment, by the names of their texts, with their bodies. */
type ActionBodies = {
  check: void
  accept: AdminDecideCryptoPaymentBody
  retryOrder: AdminDecideCryptoPaymentBody
  refund: AdminRecordCryptoRefundBody
  resolve: AdminResolveCryptoPaymentBody
}

/** Actions that are not of a payment alone, by the names of their texts. */
type ActionName =
  | keyof ActionBodies
  | "export"
  | "paymentLink"
  | "requestRefund"
  | "revokeRefund"
  | "sendRefund"

const ROUTES: Record<keyof ActionBodies, string> = {
  check: "check",
  accept: "accept",
  retryOrder: "retry-order",
  refund: "refunds",
  resolve: "resolve",
}

/** Runs an admin action of a payment. */
export function usePaymentAction<Action extends keyof ActionBodies>(
  id: string,
  action: Action,
  onDone: (payment: AdminCryptoPaymentDetail) => void
) {
  const client = useQueryClient()
  const path = `${encodeURIComponent(id)}/${ROUTES[action]}`
  return useAction(
    action,
    (body: ActionBodies[Action]) =>
      post<AdminCryptoPaymentResponse>(path, body ?? {}),
    ({ crypto_payment: payment }) => {
      client.setQueryData(detailKey(id), payment)
      onDone(payment)
    }
  )
}

/**
 * Shows an error, and refreshes what may have changed. `onDone` is the mutation's, since that of
 * `mutate` is lost with its button.
 */
export function useAction<Body, Result>(
  action: ActionName,
  mutationFn: (body: Body) => Promise<Result>,
  onDone?: (result: Result) => void
) {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (result) => {
      toast.dismiss(action)
      onDone?.(result)
    },
    onError: ({ message }) => {
      const label = t(`actions.${action}.label`)
      toast.error(t("actions.failed", { action: label }), {
        // One message an action, gone when it succeeds.
        id: action,
        description: <Help text={message} topic="error" />,
      })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["crypto-payments"] })
      // The dashboard's own query: an order may have been placed or refunded.
      void client.invalidateQueries({ queryKey: ["orders"] })
    },
  })
}

/** Sends a request to the admin API of the plugin. */
export function post<Response>(path: string, body: object) {
  return sdk.client.fetch<Response>(`/admin/crypto-payments/${path}`, {
    method: "POST",
    body,
  })
}
