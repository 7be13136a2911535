import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type {
  AdminCreateCryptoRefundRequestBody,
  AdminCryptoRefundRequestLinkResponse,
  AdminCryptoRefundRequestResponse,
  AdminCryptoRefundRequestsResponse,
  AdminDecideCryptoRefundRequestBody,
  AdminSendCryptoRefundBody,
} from "../../api/types"
import { sdk } from "../lib/sdk"
import { post, useAction } from "./use-payment-actions"

type Shown = AdminDecideCryptoRefundRequestBody["shown"]

const TO_SEND_REFRESH_MS = 60_000

/** The refunds whose address is entered, the oldest address first. */
export function useRefundsToSend(limit: number) {
  return useQuery({
    queryKey: ["crypto-payments", "to-send", limit],
    queryFn: async () => {
      type Response = AdminCryptoRefundRequestsResponse
      const response = await sdk.client.fetch<Response>(
        "/admin/crypto-payments/refund-requests",
        { query: { state: "address_entered", limit } }
      )
      // As behind a misconfigured proxy.
      if (!Array.isArray(response.refund_requests)) {
        throw new Error("The response contains no refund requests.")
      }
      return response
    },
    refetchInterval: TO_SEND_REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}

/** Requests a refund of a payment; its link is for the customer. */
export function useRequestRefund(
  paymentId: string,
  onDone: (response: AdminCryptoRefundRequestLinkResponse) => void
) {
  const path = `${encodeURIComponent(paymentId)}/refund-requests`
  return useAction(
    "requestRefund",
    (body: AdminCreateCryptoRefundRequestBody) =>
      post<AdminCryptoRefundRequestLinkResponse>(path, body),
    onDone
  )
}

/** Ends a request and its link. */
export function useRevokeRefund(requestId: string, onDone: () => void) {
  return useAction(
    "revokeRefund",
    (shown: Shown) =>
      post<AdminCryptoRefundRequestResponse>(requestPath(requestId, "revoke"), {
        shown,
      }),
    onDone
  )
}

/** Records the transaction that sent a refund. */
export function useSendRefund(requestId: string, onDone: () => void) {
  return useAction(
    "sendRefund",
    (body: AdminSendCryptoRefundBody) =>
      post<AdminCryptoRefundRequestResponse>(
        requestPath(requestId, "send"),
        body
      ),
    onDone
  )
}

function requestPath(id: string, route: string): string {
  return `refund-requests/${encodeURIComponent(id)}/${route}`
}
