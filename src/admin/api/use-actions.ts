import { useMutation, useQueryClient } from "@tanstack/react-query"

import type {
  AdminAdoptCryptoPaymentBody,
  AdminCheckCryptoPaymentsResponse,
  AdminCryptoPaymentResponse,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../api/types"
import { keys } from "./keys"
import { sdk } from "./sdk"

type CheckResult = AdminCheckCryptoPaymentsResponse["results"][number]

/** As many as one request may name. */
const CHECK_LIMIT = 50

/** Asks the gateway about a payment at once. */
export function useCheck(id: string) {
  return useAction(id, "check", (_: void) => ({}))
}

/** Has the order of a payment tried once more. */
export function useRetryOrder(id: string) {
  return useAction(id, "retry-order", (_: void) => ({}))
}

export function useRecordRefund(id: string) {
  return useAction(
    id,
    "refunds",
    (refund: AdminRecordCryptoRefundBody) => refund
  )
}

export function useResolve(id: string) {
  return useAction(
    id,
    "resolve",
    (resolution: AdminResolveCryptoPaymentBody) => resolution
  )
}

/** Takes a gateway payment into the ledger that is missing there. */
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

/** Asks the gateway about several payments. */
export function useCheckMany() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const results: CheckResult[] = []
      for (let start = 0; start < ids.length; start += CHECK_LIMIT) {
        results.push(...(await checkAll(ids.slice(start, start + CHECK_LIMIT))))
      }
      return results
    },
    onSettled: refresh,
  })
}

async function checkAll(ids: string[]): Promise<CheckResult[]> {
  const { results } = await sdk.client.fetch<AdminCheckCryptoPaymentsResponse>(
    "/admin/crypto-payments/check",
    { method: "POST", body: { ids } }
  )
  return results
}

function useAction<Input>(
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
      client.setQueryData(keys.detail(id), payment)
    },
    onSettled: refresh,
  })
}

/** Whatever was read before may be different by now; nobody waits for it. */
function useRefresh() {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: keys.all })
    // The dashboard's own: an order may be placed, paid or refunded by now.
    void client.invalidateQueries({ queryKey: ["orders"] })
  }
}
