import { FetchError } from "@medusajs/js-sdk"
import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import type {
  AdminAdoptCryptoPaymentBody,
  AdminCheckCryptoPaymentsResponse,
  AdminCryptoPaymentResponse,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { sdk } from "../lib/sdk"
import { QUERY_KEYS } from "./use-crypto-payments"

/** The routes of a payment's admin actions, and the body of each. */
type ActionBodies = {
  check: void
  "retry-order": void
  refunds: AdminRecordCryptoRefundBody
  resolve: AdminResolveCryptoPaymentBody
}

/** Maximum number of ids in one check request. */
const CHECK_LIMIT = 50

/** Runs an admin action of a payment. */
export function usePaymentAction<Action extends keyof ActionBodies>(
  id: string,
  action: Action
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ActionBodies[Action]) =>
      postForPayment(`${encodeURIComponent(id)}/${action}`, body ?? {}),
    onSuccess: (payment) => {
      client.setQueryData(QUERY_KEYS.detail(id), payment)
    },
    onSettled: useRefresh(),
  })
}

/** Adopts a gateway payment that is missing in the ledger. */
export function useAdopt() {
  const { t } = useTexts()
  return useMutation({
    mutationFn: (body: AdminAdoptCryptoPaymentBody) =>
      postForPayment("adopt", body).catch((error: Error) => {
        const isNotFound = error instanceof FetchError && error.status === 404
        // The server's message is in English only.
        throw isNotFound ? new Error(t("actions.adopt.notFound")) : error
      }),
    onSettled: useRefresh(),
  })
}

/** Checks several payments, in as many requests as the limit requires. */
export function useCheckMany() {
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const results: AdminCheckCryptoPaymentsResponse["results"] = []
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
    onSettled: useRefresh(),
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

async function postForPayment(route: string, body: object) {
  const { crypto_payment } = await sdk.client.fetch<AdminCryptoPaymentResponse>(
    `/admin/crypto-payments/${route}`,
    { method: "POST", body }
  )
  return crypto_payment
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
