import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import type {
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentResponse,
  AdminDecideCryptoPaymentBody,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../api/types"
import { Help } from "../components/layout"
import { useTexts } from "../i18n/use-texts"
import { sdk } from "../lib/sdk"
import { QUERY_KEYS } from "./use-crypto-payments"

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
      client.setQueryData(QUERY_KEYS.detail(id), payment)
      onDone(payment)
    }
  )
}

/**
 * Runs a request, shows its error, and refreshes what it may have changed.
 * `onDone` belongs to the mutation: React Query does not call the callbacks of
 * `mutate` once the button is unmounted, which a successful action often causes.
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
    onSuccess: (result) => onDone?.(result),
    onError: ({ message }) => {
      toast.error(t(`actions.${action}.failed`), {
        description: <Help text={message} topic="error" />,
      })
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: QUERY_KEYS.all })
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
