import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type {
  AdminCompareCryptoBooksBody,
  AdminCryptoComparisonResponse,
  AdminCryptoComparisonsResponse,
  AdminCryptoSummaryResponse,
  AdminExportCryptoPaymentsBody,
  AdminExportCryptoPaymentsResponse,
} from "../../api/types"
import { isShowable, type ReportView, toSummaryQuery } from "../lib/report"
import { sdk } from "../lib/sdk"
import { post, useAction } from "./use-payment-actions"

const COMPARISON_REFRESH_MS = 2_000

const COMPARISONS_SHOWN = 10

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

/** The newest comparisons, refreshed while one is running. */
export function useComparisons() {
  return useQuery({
    queryKey: ["crypto-payments", "comparisons"],
    queryFn: async () => {
      const { comparisons } =
        await sdk.client.fetch<AdminCryptoComparisonsResponse>(
          "/admin/crypto-payments/comparisons",
          { query: { limit: COMPARISONS_SHOWN } }
        )
      return comparisons
    },
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === "running")
        ? COMPARISON_REFRESH_MS
        : false,
  })
}

/** A comparison that has ended, with its differences. */
export function useComparison(id: string) {
  return useQuery({
    queryKey: ["crypto-payments", "comparison", id],
    queryFn: async () => {
      const { comparison } =
        await sdk.client.fetch<AdminCryptoComparisonResponse>(
          `/admin/crypto-payments/comparisons/${encodeURIComponent(id)}`
        )
      return comparison
    },
  })
}

/** Starts to compare ledger, Medusa and gateway. */
export function useCompare() {
  return useAction(
    "compare",
    (body: AdminCompareCryptoBooksBody) =>
      post<AdminCryptoComparisonResponse>("comparisons", body),
    () => {}
  )
}
