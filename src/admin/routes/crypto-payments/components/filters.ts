import type { DataTableFilter } from "@medusajs/ui"
import { useMemo, useState } from "react"

import { useGateways } from "../../../hooks/use-crypto-payments"
import en from "../../../i18n/json/en.json"
import { type TextKey, useTexts } from "../../../i18n/use-texts"
import {
  type DateRange,
  isEmptyFilter,
  type ListFilters,
  withoutEmptyFilters,
} from "./list-view"

type Option = { value: string; label: string }

/** The filters of the list, with translated labels; that by merchant where there are several. */
export function useFilters(active: ListFilters) {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  return useMemo((): DataTableFilter[] => {
    const choice = (
      id: keyof ListFilters,
      text: TextKey,
      options: Option[]
    ): DataTableFilter => ({
      type: "multiselect",
      id,
      label: t(text),
      options,
      searchable: false,
    })
    /** The values that have a text in a group of `en.json`, in that order. */
    const translated = (path: string, group: Record<string, string>) =>
      Object.entries(group).map(([value, defaultValue]) => ({
        value,
        label: t(`${path}.${value}`, { defaultValue }),
      }))
    const { state, refundStatus, attention } = en
    const merchants = new Map([
      ...(active.merchant_id ?? []).map((id): [string, string] => [id, id]),
      ...(gateways ?? []).map((each): [string, string] => [
        each.merchant_id,
        each.merchant_key,
      ]),
    ])
    return [
      choice("state", "fields.state", translated("state", state)),
      choice("attention", "state.attention", [
        { value: "true", label: t("list.filters.anyReason") },
        ...translated("attention.reasons", attention.reasons),
      ]),
      choice(
        "refund_status",
        "list.filters.refund",
        translated("refundStatus", refundStatus)
      ),
      ...(merchants.size < 2 && !active.merchant_id
        ? []
        : [
            choice(
              "merchant_id",
              "list.filters.merchant",
              [...merchants].map(([value, label]) => ({ value, label }))
            ),
          ]),
      {
        type: "date",
        id: "created_at",
        label: t("fields.createdAt"),
        rangeOptionLabel: t("list.filters.custom"),
        rangeOptionStartLabel: t("list.filters.from"),
        rangeOptionEndLabel: t("list.filters.to"),
        options: [
          { label: t("list.filters.today"), value: since(0) },
          ...[7, 30, 90].map((count) => ({
            label: t("list.filters.lastDays", { count }),
            value: since(count),
          })),
        ],
      },
    ]
  }, [t, gateways, active.merchant_id])
}

/** The filters in the URL, and those that were added but have no value yet. */
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

/** Since midnight, so that the value is the same all day. */
function since(days: number): DateRange {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return { $gte: midnight.toISOString() }
}
