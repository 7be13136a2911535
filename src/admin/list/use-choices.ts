import { useMemo } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { useGateways } from "../api/use-gateways"
import type { ListFilters } from "./list-view"
import type { Choices } from "./use-filters"

/**
 * The coins and providers to choose from: what the gateways take by now, what
 * is on the page, and what was chosen already.
 */
export function useChoices(
  payments: AdminCryptoPayment[] | undefined,
  filters: ListFilters
): Choices {
  const { data: gateways } = useGateways()
  return useMemo(
    () => ({
      coins: distinct([
        ...(gateways ?? []).flatMap(({ currencies }) =>
          currencies.map(({ code }) => code)
        ),
        ...(payments ?? []).map(({ crypto_currency }) => crypto_currency),
        ...(filters.currency ?? []),
      ]),
      providers: distinct([
        ...(gateways ?? []).map(({ provider_id }) => provider_id),
        ...(payments ?? []).map(({ provider_id }) => provider_id),
        ...(filters.provider_id ?? []),
      ]),
    }),
    [gateways, payments, filters]
  )
}

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort()
}
