import { createDataTableFilterHelper } from "@medusajs/ui"
import { useMemo } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { STATUSES } from "../format/status-text"
import { useTexts } from "../i18n/use-texts"
import type { TimeSpan } from "./list-view"

const helper = createDataTableFilterHelper<AdminCryptoPayment>()

const STATES = [
  "attention",
  "paid",
  "settled",
  "resolved",
  "open",
  "creating",
  "closed",
]
const REASONS = [
  "amount_mismatch",
  "duplicate_payment",
  "order_not_placed",
  "unmatched",
  "test_mode_mismatch",
  "late_payment",
  "unknown_status",
]
const DAYS = [7, 30, 90]

/** What can be chosen where it depends on the store. */
export type Choices = { coins: string[]; providers: string[] }

/** The filters of the list. */
export function useFilters({ coins, providers }: Choices) {
  const { t } = useTexts()
  return useMemo(() => {
    const named = (values: string[], prefix: string, suffix = "") =>
      values.map((value) => ({ value, label: t(prefix + value + suffix) }))
    const plain = (values: string[]) =>
      values.map((value) => ({ value, label: value }))
    const many = { type: "multiselect", searchable: false } as const
    return [
      {
        ...many,
        id: "state",
        label: t("list.filters.state"),
        options: named(STATES, "state."),
      },
      {
        ...many,
        id: "reason",
        label: t("list.filters.reason"),
        options: named(REASONS, "attention.reasons.", ".name"),
      },
      {
        ...many,
        id: "gateway_status",
        label: t("list.filters.gatewayStatus"),
        options: named(STATUSES, "gatewayStatus."),
      },
      {
        ...many,
        id: "currency",
        label: t("list.filters.coin"),
        options: plain(coins),
      },
      {
        ...many,
        id: "provider_id",
        label: t("list.filters.provider"),
        options: plain(providers),
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

/** From midnight so many days ago: the same all day long. */
function since(days: number): TimeSpan {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return { $gte: midnight.toISOString() }
}
