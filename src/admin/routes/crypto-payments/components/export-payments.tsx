import { toast } from "@medusajs/ui"
import { useState } from "react"

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

/** Exports payments as CSV; `view` is where the form begins. */
export const ExportButton = formButton<Props>("export", ExportForm)

type Props = { view?: ReportView }

const ANY = "any"

const STATES = [
  "open",
  "paid",
  "settled",
  "attention",
  "resolved",
  "closed",
] as const

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
  const [state, setState] = useState<(typeof STATES)[number] | null>(null)
  const [isTest, setIsTest] = useState<boolean | null>(view?.isTest ?? null)
  const [merchantId, setMerchantId] = useState(view?.merchantId ?? null)
  const [withEmail, setWithEmail] = useState(false)
  const [bom, setBom] = useState(false)
  const body: AdminExportCryptoPaymentsBody = {
    type,
    ...(by ? { period: { by, from, to, time_zone: timeZone } } : {}),
    ...(state ? { state } : {}),
    ...(isTest === null ? {} : { is_test: isTest }),
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
      <Choice
        label={t("list.filters.state")}
        value={state ?? ANY}
        options={[
          [ANY, t("actions.export.anyState")],
          ...STATES.map((each) => [each, t(`state.${each}`)]),
        ]}
        onChange={(name) =>
          setState(STATES.find((each) => each === name) ?? null)
        }
      />
      <Choice
        label={t("list.filters.isTest")}
        value={isTest === null ? ANY : String(isTest)}
        options={[
          [ANY, t("actions.export.testAndLive")],
          ["false", t("list.filters.live")],
          ["true", t("list.filters.test")],
        ]}
        onChange={(mode) => setIsTest(mode === ANY ? null : mode === "true")}
      />
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
