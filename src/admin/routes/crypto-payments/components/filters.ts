import type { DataTableFilter } from "@medusajs/ui"
import { useMemo, useState } from "react"

import type { AdminCryptoPayment } from "../../../../api/types"
import { useGateways } from "../../../hooks/use-crypto-payments"
import en from "../../../i18n/json/en.json"
import { useTexts } from "../../../i18n/use-texts"
import {
  type DateRange,
  isEmptyFilter,
  type ListFilters,
  withoutEmptyFilters,
} from "./list-view"

type Option = { value: string; label: string }

type FilterText = keyof typeof en.list.filters

/**
 * The filters of the list, with translated labels. The coins and providers are
 * those of the gateways, of the payments on the page, and of the active filters.
 */
export function useFilters(
  payments: AdminCryptoPayment[],
  filters: ListFilters
) {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  return useMemo((): DataTableFilter[] => {
    const label = (text: FilterText) => t(`list.filters.${text}`)
    const choice = (
      type: "multiselect" | "radio",
      id: keyof ListFilters,
      text: FilterText,
      options: Option[]
    ): DataTableFilter => {
      return { type, id, label: label(text), options, searchable: false }
    }
    const yesOrNo = (yes: FilterText, no: FilterText) => [
      { value: "true", label: label(yes) },
      { value: "false", label: label(no) },
    ]
    /** The values that have a text in a group of `en.json`, in that order. */
    const translated = (path: string, group: Record<string, string>) =>
      Object.entries(group).map(([value, defaultValue]) => ({
        value,
        label: t(`${path}.${value}`, { defaultValue }),
      }))
    const { state, refundStatus, gatewayStatus, attention } = en
    const reasons = translated("attention.reasons", attention.reasons)
    const refunds = translated("refundStatus", refundStatus)
    const statuses = translated("gatewayStatus", gatewayStatus)
    const coins = distinctOptions([
      ...(gateways ?? []).flatMap(({ currencies }) =>
        currencies.map(({ code }) => code)
      ),
      ...payments.map(({ crypto_currency }) => crypto_currency),
      ...(filters.currency ?? []),
    ])
    const providers = distinctOptions([
      ...(gateways ?? []).map(({ provider_id }) => provider_id),
      ...payments.map(({ provider_id }) => provider_id),
      ...(filters.provider_id ?? []),
    ])
    return [
      choice("multiselect", "state", "state", translated("state", state)),
      choice("multiselect", "reason", "reason", reasons),
      choice("multiselect", "refund_status", "refund", refunds),
      choice("multiselect", "gateway_status", "gatewayStatus", statuses),
      choice("multiselect", "currency", "coin", coins),
      choice("multiselect", "provider_id", "provider", providers),
      choice("radio", "attention", "attention", yesOrNo("yes", "no")),
      choice("radio", "unpaid_order", "unpaidOrder", yesOrNo("yes", "no")),
      choice("radio", "is_test", "isTest", yesOrNo("test", "live")),
      {
        type: "date",
        id: "created_at",
        label: label("createdAt"),
        rangeOptionLabel: label("custom"),
        rangeOptionStartLabel: label("from"),
        rangeOptionEndLabel: label("to"),
        options: [
          { label: label("today"), value: since(0) },
          ...[7, 30, 90].map((count) => ({
            label: t("list.filters.lastDays", { count }),
            value: since(count),
          })),
        ],
      },
    ]
  }, [t, gateways, payments, filters])
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

function distinctOptions(values: (string | null)[]): Option[] {
  const distinct = new Set(values.filter((value) => value !== null))
  return [...distinct].sort().map((value) => ({ value, label: value }))
}
