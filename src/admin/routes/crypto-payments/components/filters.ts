import type { DataTableFilter } from "@medusajs/ui"
import { useMemo, useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentReason,
  AdminCryptoPaymentState,
} from "../../../../api/types"
import { useGateways } from "../../../hooks/use-crypto-payments"
import { type TextKey, useTexts } from "../../../i18n/use-texts"
import { GATEWAY_STATUSES } from "../../../lib/gateway-text"
import {
  type DateRange,
  isEmptyFilter,
  type ListFilters,
  withoutEmptyFilters,
} from "./list-view"

/**
 * The filters of the list, with translated labels. The coins and providers are
 * those of the gateways, of the payments on the page, and of the active filters.
 */
export function useFilters(
  payments: AdminCryptoPayment[] | undefined,
  filters: ListFilters
) {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  return useMemo((): DataTableFilter[] => {
    const option = (value: string, text: TextKey) => ({ value, label: t(text) })
    const multiselect = (
      id: string,
      label: TextKey,
      options: { value: string; label: string }[]
    ): DataTableFilter => {
      return {
        type: "multiselect",
        searchable: false,
        id,
        label: t(label),
        options,
      }
    }
    return [
      multiselect(
        "state",
        "list.filters.state",
        STATES.map((state) => option(state, `state.${state}`))
      ),
      multiselect(
        "reason",
        "list.filters.reason",
        REASONS.map((reason) => option(reason, `attention.reasons.${reason}`))
      ),
      multiselect(
        "gateway_status",
        "list.filters.gatewayStatus",
        GATEWAY_STATUSES.map((status) =>
          option(status, `gatewayStatus.${status}`)
        )
      ),
      multiselect(
        "currency",
        "list.filters.coin",
        distinctOptions([
          ...(gateways ?? []).flatMap(({ currencies }) =>
            currencies.map(({ code }) => code)
          ),
          ...(payments ?? []).map(({ crypto_currency }) => crypto_currency),
          ...(filters.currency ?? []),
        ])
      ),
      multiselect(
        "provider_id",
        "list.filters.provider",
        distinctOptions([
          ...(gateways ?? []).map(({ provider_id }) => provider_id),
          ...(payments ?? []).map(({ provider_id }) => provider_id),
          ...(filters.provider_id ?? []),
        ])
      ),
      {
        type: "radio",
        id: "attention",
        label: t("list.filters.attention"),
        options: [
          option("true", "list.filters.yes"),
          option("false", "list.filters.no"),
        ],
      },
      {
        type: "radio",
        id: "is_test",
        label: t("list.filters.isTest"),
        options: [
          option("true", "list.filters.test"),
          option("false", "list.filters.live"),
        ],
      },
      {
        type: "date",
        id: "created_at",
        label: t("list.filters.createdAt"),
        rangeOptionLabel: t("list.filters.custom"),
        rangeOptionStartLabel: t("list.filters.from"),
        rangeOptionEndLabel: t("list.filters.to"),
        options: [
          { label: t("list.filters.today"), value: since(0) },
          ...DAYS.map((count) => ({
            label: t("list.filters.lastDays", { count }),
            value: since(count),
          })),
        ],
      },
    ]
  }, [t, gateways, payments, filters])
}

/**
 * The filter state of the table: the filters in the URL, and those that were
 * added but have no value yet.
 */
export function useFilterState(
  filters: ListFilters,
  onChange: (filters: ListFilters) => void
) {
  const [added, setAdded] = useState<Record<string, unknown>>({})
  return {
    state: { ...added, ...filters },
    onFilteringChange: (changed: ListFilters) => {
      const empty = Object.entries(changed).filter(([, value]) =>
        isEmptyFilter(value)
      )
      setAdded(Object.fromEntries(empty))
      onChange(withoutEmptyFilters(changed))
    },
  }
}

const STATES: AdminCryptoPaymentState[] = [
  "attention",
  "paid",
  "settled",
  "resolved",
  "open",
  "creating",
  "closed",
]
const REASONS: AdminCryptoPaymentReason[] = [
  "amount_mismatch",
  "duplicate_payment",
  "order_not_placed",
  "unmatched",
  "test_mode_mismatch",
  "late_payment",
  "unknown_status",
]
const DAYS = [7, 30, 90]

/** Since midnight, so that the value is the same all day. */
function since(days: number): DateRange {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return { $gte: midnight.toISOString() }
}

function distinctOptions(values: (string | null)[]) {
  const distinct = new Set(values.filter((value) => value !== null))
  return [...distinct].sort().map((value) => ({ value, label: value }))
}
