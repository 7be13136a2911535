import { toast } from "@medusajs/ui"
import { useMutation, useQueryClient } from "@tanstack/react-query"

import type {
  AdminCheckCryptoPaymentsResponse,
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentResponse,
  AdminDecideCryptoPaymentBody,
  AdminExportCryptoPaymentsBody,
  AdminExportCryptoPaymentsResponse,
  AdminRecordCryptoRefundBody,
  AdminResolveCryptoPaymentBody,
} from "../../api/types"
import { Help } from "../components/layout"
import { useTexts } from "../i18n/use-texts"
import { sdk } from "../lib/sdk"
import { fetchCryptoOrder, QUERY_KEYS } from "./use-crypto-payments"

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

/** Maximum number of ids in one check request. */
const CHECK_LIMIT = 50

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
    (body: ActionBodies[Action]) => postForPayment(path, body ?? {}),
    (payment) => {
      client.setQueryData(QUERY_KEYS.detail(id), payment)
      onDone(payment)
    }
  )
}

/** Checks several payments, and shows how many succeeded and failed. */
export function useCheckMany(onDone: () => void) {
  const { t } = useTexts()
  return useAction(
    "check",
    async (ids: string[]) => {
      const results: AdminCheckCryptoPaymentsResponse["results"] = []
      for (let start = 0; start < ids.length; start += CHECK_LIMIT) {
        const batch = { ids: ids.slice(start, start + CHECK_LIMIT) }
        type Response = AdminCheckCryptoPaymentsResponse
        const response = await post<Response>("check", batch)
        results.push(...response.results)
      }
      return results
    },
    (results) => {
      const failures = results.filter(({ ok }) => !ok)
      const checked = results.length - failures.length
      if (checked > 0) {
        toast.success(t("actions.check.doneMany", { count: checked }))
      }
      if (failures.length > 0) {
        toast.error(t("actions.check.failedMany", { count: failures.length }), {
          description: <Help text={failures[0].message} topic="error" />,
        })
      }
      onDone()
    }
  )
}

/** Starts an export of what the list's filters leave; its file comes with a notification. */
export function useExport() {
  const { t } = useTexts()
  return useAction(
    "export",
    (body: AdminExportCryptoPaymentsBody) =>
      post<AdminExportCryptoPaymentsResponse>("export", body),
    () => toast.success(t("actions.export.done"))
  )
}

/** Creates the payment collection in Medusa that an order's payment link leads to. */
export function useCreatePaymentLink(orderId: string) {
  return useAction(
    "paymentLink",
    async () => {
      // It may be paid, or have a collection, since the page was loaded.
      const { due, payment_link } = await fetchCryptoOrder(orderId)
      if (!due || payment_link?.payment_collection_id !== null) return
      await sdk.admin.paymentCollection.create({
        order_id: orderId,
        amount: Number(due.amount),
      })
    },
    () => {}
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
  onDone: (result: Result) => void
) {
  const { t } = useTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (result) => onDone(result),
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

async function postForPayment(path: string, body: object) {
  const response = await post<AdminCryptoPaymentResponse>(path, body)
  return response.crypto_payment
}

/** Sends a request to the admin API of the plugin. */
export function post<Response>(path: string, body: object) {
  return sdk.client.fetch<Response>(`/admin/crypto-payments/${path}`, {
    method: "POST",
    body,
  })
}
