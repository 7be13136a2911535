import { Label, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import { useSearchParams } from "react-router-dom"

import type { AdminExportCryptoPaymentsBody } from "../../../../api/types"
import { CheckboxField, RadioField } from "../../../components/form-choices"
import { formButton, FormDrawer } from "../../../components/form-drawer"
import {
  Choice,
  DayInput,
  MerchantChoice,
} from "../../../components/report-fields"
import { useExport } from "../../../hooks/use-reports"
import { useTexts } from "../../../i18n/use-texts"
import { readReportView, type ReportView } from "../../../lib/report"
import { formatTime } from "../../../lib/time"
import { useFilters } from "./filters"
import { type ListView, readListView, toFilterQuery } from "./list-view"

/** Exports payments as CSV: those of the list's search and filters, or of a report's `view`. */
export const ExportButton = formButton<Props>("export", ExportForm)

type Props = { view?: ReportView }

const ANY = "any"

const MOMENTS = ["paid", "settled", "refunded"] as const

const MOMENT_TEXTS = {
  paid: "fields.paidAt",
  settled: "fields.settledAt",
  refunded: "fields.refunded",
} as const

function ExportForm({ view, onClose }: Props & { onClose: () => void }) {
  const { t } = useTexts()
  const [days, setDays] = useState(
    () => view ?? readReportView(new URLSearchParams())
  )
  const { from, to, timeZone } = days
  const [by, setBy] = useState<(typeof MOMENTS)[number] | null>(
    view ? "paid" : null
  )
  const [type, setType] =
    useState<NonNullable<AdminExportCryptoPaymentsBody["type"]>>("payments")
  const [params] = useSearchParams()
  const [given] = useState(() => givenFilters(params, view))
  const [leftOut, setLeftOut] = useState<string[]>([])
  const [merchantId, setMerchantId] = useState(view?.merchantId ?? null)
  const [withEmail, setWithEmail] = useState(false)
  const [bom, setBom] = useState(false)
  const body: AdminExportCryptoPaymentsBody = {
    ...withoutFilters(toFilterQuery(given), leftOut),
    type,
    ...(by ? { period: { by, from, to, time_zone: timeZone } } : {}),
    ...(merchantId ? { merchant_id: merchantId } : {}),
    include_email: withEmail,
    bom,
  }
  return (
    <FormDrawer
      action="export"
      mutation={useExport(() => {
        onClose()
        toast.success(t("actions.export.done"))
      })}
      body={body}
      onClose={onClose}
    >
      <RadioField
        label={t("actions.export.type")}
        value={type}
        options={[
          { value: "payments", label: t("menu.payments") },
          { value: "refunds", label: t("actions.export.refunds") },
          { value: "attention", label: t("list.filters.attention") },
        ]}
        onChange={setType}
      />
      <Choice
        label={t("actions.export.by")}
        value={by ?? ANY}
        options={[
          [ANY, t("actions.export.all")],
          ...MOMENTS.map((moment) => [moment, t(MOMENT_TEXTS[moment])]),
        ]}
        onChange={(moment) =>
          setBy(MOMENTS.find((each) => each === moment) ?? null)
        }
      />
      {by && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <DayInput
            label={t("list.filters.from")}
            value={from}
            onChange={(day) =>
              setDays({ ...days, from: day, to: day > to ? day : to })
            }
          />
          <DayInput
            label={t("list.filters.to")}
            value={to}
            onChange={(day) =>
              setDays({ ...days, from: day < from ? day : from, to: day })
            }
          />
        </div>
      )}
      <FilterChoice given={given} leftOut={leftOut} onChange={setLeftOut} />
      <MerchantChoice value={merchantId} onChange={setMerchantId} />
      <CheckboxField
        label={t("actions.export.email")}
        checked={withEmail}
        onChange={setWithEmail}
      />
      <CheckboxField
        label={t("actions.export.bom")}
        checked={bom}
        onChange={setBom}
      />
    </FormDrawer>
  )
}

type Given = Pick<ListView, "search" | "filters">

function givenFilters(params: URLSearchParams, view?: ReportView): Given {
  return view
    ? { search: "", filters: { is_test: view.isTest ? "true" : "false" } }
    : readListView(params)
}

function withoutFilters(
  filters: Record<string, unknown>,
  leftOut: readonly string[]
): Record<string, unknown> {
  const kept = Object.entries(filters).filter(
    ([name]) => !leftOut.includes(name)
  )
  return Object.fromEntries(kept)
}

type FilterChoiceProps = {
  given: Given
  leftOut: string[]
  onChange: (leftOut: string[]) => void
}

/** The filters that apply, each of which can be left out. */
function FilterChoice({ given, leftOut, onChange }: FilterChoiceProps) {
  const { t } = useTexts()
  const id = useId()
  const applied = useAppliedFilters(given)
  if (applied.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-y-2">
      <Label id={id} size="small" weight="plus">
        {t("actions.export.filters")}
      </Label>
      {applied.map(([name, label]) => (
        <CheckboxField
          key={name}
          label={label}
          checked={!leftOut.includes(name)}
          onChange={(isKept) => {
            const others = leftOut.filter((each) => each !== name)
            onChange(isKept ? others : [...others, name])
          }}
        />
      ))}
    </div>
  )
}

/** Names of filters, and what they are in words: "State: Paid, Settled". */
function useAppliedFilters({ search, filters }: Given): [string, string][] {
  const { t, locale } = useTexts()
  const known = useFilters([], filters)
  const { created_at, ...chosen } = filters
  const applied: [string, string][] = []
  if (search) applied.push(["q", `${t("actions.export.search")}: ${search}`])
  for (const [name, value] of Object.entries(chosen)) {
    const filter = known.find(({ id }) => id === name)
    const options = filter && "options" in filter ? filter.options : []
    const labels = [value].flat().map((each) => {
      return options.find((option) => option.value === each)?.label ?? each
    })
    applied.push([name, `${filter?.label ?? name}: ${labels.join(", ")}`])
  }
  if (created_at) {
    const time = (at = "") => at && formatTime(at, locale, true)
    const range = `${time(created_at.$gte)} – ${time(created_at.$lte)}`
    applied.push(["created_at", `${t("list.filters.createdAt")}: ${range}`])
  }
  return applied
}
