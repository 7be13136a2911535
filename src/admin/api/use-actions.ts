import { useMutation, useQueryClient } from "@tanstack/react-query"

import type { AdminCryptoPaymentsAnswer } from "./crypto-payment"
import type {
  AdminCryptoPaymentAnswer,
  ResolutionKind,
} from "./crypto-payment-detail"
import { keys } from "./keys"
import { sdk } from "./sdk"

/** What is written down about a refund that was sent by hand. */
export type RefundRecord = {
  /** A decimal string in the currency that the payment is priced in. */
  amount: string
  transaction_hash: string
  note?: string
}

/** How a payment was brought to an end without the store. */
export type Resolution = {
  kind: ResolutionKind
  note: string
  transaction_hash?: string
}

/** Asks the gateway about a payment at once. */
export function useCheck(id: string) {
  return useAction(id, "check", (_: void) => ({}))
}

/** Has the order of a payment tried once more. */
export function useRetryOrder(id: string) {
  return useAction(id, "retry-order", (_: void) => ({}))
}

export function useRecordRefund(id: string) {
  return useAction(id, "refunds", (refund: RefundRecord) => refund)
}

export function useResolve(id: string) {
  return useAction(id, "resolve", (resolution: Resolution) => resolution)
}

/** Asks the gateway about several payments. */
export function useCheckMany() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (ids: string[]) =>
      sdk.client.fetch<AdminCryptoPaymentsAnswer>(
        "/admin/crypto-payments/check",
        { method: "POST", body: { ids } }
      ),
    onSettled: refresh,
  })
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
        await sdk.client.fetch<AdminCryptoPaymentAnswer>(
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

/** Whatever was read before may be different by now. */
function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys.all })
}
