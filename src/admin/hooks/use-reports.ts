import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type {
  AdminCryptoSummaryResponse,
  AdminExportCryptoPaymentsBody,
  AdminExportCryptoPaymentsResponse,
} from "../../api/types"
import { isShowable, type ReportView, toSummaryQuery } from "../lib/report"
import { sdk } from "../lib/sdk"
import { post, useAction } from "./use-payment-actions"

/** A report. Keeps the one before until it is loaded. */
export function useSummary(view: ReportView) {
  return useQuery({
    queryKey: ["crypto-payments", "summary", view],
    enabled: isShowable(view),
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { summary } = await sdk.client.fetch<AdminCryptoSummaryResponse>(
        "/admin/crypto-payments/summary",
        { query: toSummaryQuery(view) }
      )
      return summary
    },
  })
}

/** Starts an export; its file comes with a notification. */
export function useExport(onDone: () => void) {
  return useAction(
    "export",
    (body: AdminExportCryptoPaymentsBody) =>
      post<AdminExportCryptoPaymentsResponse>("export", body),
    onDone
  )
}
