import { keepPreviousData, useQuery } from "@tanstack/react-query"

import type { AdminCryptoSummaryResponse } from "../../api/types"
import { isShowable, type ReportView, toSummaryQuery } from "../lib/report"
import { sdk } from "../lib/sdk"

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
