import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import type {
  AdminAdoptCryptoPaymentBody,
  AdminCheckCryptoPaymentsResponse,
  AdminCryptoPaymentResponse,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../api/types"
import { sdk } from "../lib/sdk"
import { QUERY_KEYS } from "./use-crypto-payments"

type CheckResult = AdminCheckCryptoPaymentsResponse["results"][number]

/** Maximum number of ids in one check request. */
const CHECK_LIMIT = 50

/** Checks a payment now. */
export function useCheck(id: string) {
  return usePaymentAction(id, "check", (_: void) => ({}))
}

/** Retries placing the order of a payment. */
export function useRetryOrder(id: string) {
  return usePaymentAction(id, "retry-order", (_: void) => ({}))
}

/** Records a refund that the merchant sent. */
export function useRecordRefund(id: string) {
  return usePaymentAction(
    id,
    "refunds",
    (refund: AdminRecordCryptoRefundBody) => refund
  )
}

/** Marks a payment as resolved. */
export function useResolve(id: string) {
  return usePaymentAction(
    id,
    "resolve",
    (resolution: AdminResolveCryptoPaymentBody) => resolution
  )
}

/** Adopts a gateway payment that is missing in the ledger. */
export function useAdopt() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (body: AdminAdoptCryptoPaymentBody) => {
      const { crypto_payment } =
        await sdk.client.fetch<AdminCryptoPaymentResponse>(
          "/admin/crypto-payments/adopt",
          { method: "POST", body }
        )
      return crypto_payment
    },
    onSettled: refresh,
  })
}

/** Checks several payments, in as many requests as the limit requires. */
export function useCheckMany() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const results: CheckResult[] = []
      for (let start = 0; start < ids.length; start += CHECK_LIMIT) {
        const batch = ids.slice(start, start + CHECK_LIMIT)
        const response =
          await sdk.client.fetch<AdminCheckCryptoPaymentsResponse>(
            "/admin/crypto-payments/check",
            { method: "POST", body: { ids: batch } }
          )
        results.push(...response.results)
      }
      return results
    },
    onSettled: refresh,
  })
}

/**
 * Calls `onDone` with the result of an action, or shows its error. Uses the
 * promise: React Query's callbacks do not run once the button is unmounted,
 * which a successful action often causes.
 */
export function handleResult<Result>(
  action: Promise<Result>,
  onDone: (result: Result) => void,
  failure: string
): void {
  action.then(onDone, (error: Error) =>
    toast.error(failure, { description: error.message })
  )
}

function usePaymentAction<Input>(
  id: string,
  action: string,
  toBody: (input: Input) => object
) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (input: Input) => {
      const { crypto_payment } =
        await sdk.client.fetch<AdminCryptoPaymentResponse>(
          `/admin/crypto-payments/${encodeURIComponent(id)}/${action}`,
          { method: "POST", body: toBody(input) }
        )
      return crypto_payment
    },
    onSuccess: (payment) => {
      client.setQueryData(QUERY_KEYS.detail(id), payment)
    },
    onSettled: refresh,
  })
}

/** Invalidates everything that an action may have changed, without waiting. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: QUERY_KEYS.all })
    // The dashboard's own query: an order may have been placed or refunded.
    void client.invalidateQueries({ queryKey: ["orders"] })
  }
}
