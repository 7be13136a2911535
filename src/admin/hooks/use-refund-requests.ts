import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type {
  AdminCreateCryptoRefundRequestBody,
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestLinkResponse,
  AdminCryptoRefundRequestResponse,
  AdminCryptoRefundRequestsResponse,
  AdminDecideCryptoRefundRequestBody,
  AdminReserveCryptoRefundBody,
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

/** Reads the link of a request that waits. */
export function useShownRefundLink(
  requestId: string,
  onDone: (response: AdminCryptoRefundRequestLinkResponse) => void
) {
  const path = `/admin/crypto-payments/${requestPath(requestId, "link")}`
  return useAction(
    "showRefundLink",
    () => sdk.client.fetch<AdminCryptoRefundRequestLinkResponse>(path),
    onDone
  )
}

/** Makes a new link: for a request that waits, or for another address than the one entered. */
export function useNewRefundLink(
  requestId: string,
  action: "refundLink" | "reopenRefund",
  onDone: (response: AdminCryptoRefundRequestLinkResponse) => void
) {
  const path = requestPath(requestId, LINK_ROUTES[action])
  return useAction(
    action,
    (shown: Shown) =>
      post<AdminCryptoRefundRequestLinkResponse>(path, { shown }),
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

/** Reserves a request for who sends its coins now, or ends that. */
export function useReserveRefund(
  request: AdminCryptoRefundRequest,
  action: "sendingRefund" | "notSentRefund"
) {
  const { id, address } = request
  return useAction(
    action,
    () =>
      post<AdminCryptoRefundRequestResponse>(requestPath(id, "sending"), {
        address: address ?? "",
        sending: action === "sendingRefund",
      } satisfies AdminReserveCryptoRefundBody),
    () => {}
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

const LINK_ROUTES = { refundLink: "link", reopenRefund: "reopen" } as const

function requestPath(id: string, route: string): string {
  return `refund-requests/${encodeURIComponent(id)}/${route}`
}
