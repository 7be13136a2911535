import { createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo, useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentReason,
  AdminCryptoPaymentState,
} from "../../../../api/types"
import { useGateways } from "../../../hooks/use-gateways"
import { type TextKey, useTexts } from "../../../i18n/use-texts"
import { GATEWAY_STATUSES } from "../../../lib/gateway-text"
import {
  type DateRange,
  isEmptyFilter,
  type ListFilters,
  withoutEmptyFilters,
} from "./list-view"

/** The filter values that depend on the store. */
type FilterOptions = { coins: string[]; providers: string[] }

/** The filters of the list, with translated labels. */
export function useFilters({ coins, providers }: FilterOptions) {
  const { t } = useTexts()
  return useMemo(() => {
    const translated = <Value extends string>(
      values: readonly Value[],
      keyOf: (value: Value) => TextKey
    ) => values.map((value) => ({ value, label: t(keyOf(value)) }))
    const untranslated = (values: string[]) =>
      values.map((value) => ({ value, label: value }))
    const multiselect = { type: "multiselect", searchable: false } as const
    return [
      {
        ...multiselect,
        id: "state",
        label: t("list.filters.state"),
        options: translated(STATES, (state) => `state.${state}`),
      },
      {
        ...multiselect,
        id: "reason",
        label: t("list.filters.reason"),
        options: translated(REASONS, (reason) => `attention.reasons.${reason}`),
      },
      {
        ...multiselect,
        id: "gateway_status",
        label: t("list.filters.gatewayStatus"),
        options: translated(
          GATEWAY_STATUSES,
          (status) => `gatewayStatus.${status}`
        ),
      },
      {
        ...multiselect,
        id: "currency",
        label: t("list.filters.coin"),
        options: untranslated(coins),
      },
      {
        ...multiselect,
        id: "provider_id",
        label: t("list.filters.provider"),
        options: untranslated(providers),
      },
      {
        type: "radio" as const,
        id: "attention",
        label: t("list.filters.attention"),
        options: [
          { value: "true", label: t("list.filters.yes") },
          { value: "false", label: t("list.filters.no") },
        ],
      },
      helper.accessor("is_test", {
        type: "radio",
        label: t("list.filters.isTest"),
        options: [
          { value: "true", label: t("list.filters.test") },
          { value: "false", label: t("list.filters.live") },
        ],
      }),
      helper.accessor("created_at", {
        type: "date",
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
      }),
    ]
  }, [t, coins, providers])
}

/**
 * The coins and providers to filter by: those of the gateways, of the payments
 * on the page, and of the active filters.
 */
export function useFilterOptions(
  payments: AdminCryptoPayment[] | undefined,
  filters: ListFilters
): FilterOptions {
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

const helper = createDataTableFilterHelper<AdminCryptoPayment>()

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

function distinct(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort()
}
