import { Container } from "@medusajs/ui"

import {
  Choice,
  DayInput,
  MerchantChoice,
} from "../../../../components/report-fields"
import { useTexts } from "../../../../i18n/use-texts"
import {
  browserTimeZone,
  dayIn,
  fittingInterval,
  isShowable,
  type Preset,
  presetOf,
  presetPeriod,
  PRESETS,
  type ReportView,
} from "../../../../lib/report"

type Props = {
  view: ReportView
  onChange: (patch: Partial<ReportView>) => void
}

const CUSTOM = "custom"

/** Which days the report is about, in whose time zone, and of which payments. */
export function PeriodForm({ view, onChange }: Props) {
  const { t } = useTexts()
  const { from, to, timeZone, interval, merchantId } = view
  const today = dayIn(timeZone)
  const setPeriod = (period: Pick<ReportView, "from" | "to">) => {
    const isShort = isShowable({ ...period, interval })
    const fitting = isShort ? interval : fittingInterval(period)
    onChange({ ...period, interval: fitting })
  }
  const setPreset = (preset: string) => {
    const known = PRESETS.find((each) => each === preset)
    if (!known) return
    const period = presetPeriod(known, today)
    onChange({ ...period, interval: fittingInterval(period) })
  }
  return (
    <Container className="flex flex-col gap-y-3">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Choice
          label={t("reports.period")}
          value={presetOf(view, today) ?? CUSTOM}
          options={[
            ...PRESETS.map((preset: Preset) => [
              preset,
              t(`reports.${preset}`),
            ]),
            [CUSTOM, t("list.filters.custom")],
          ]}
          onChange={setPreset}
        />
        <DayInput
          label={t("list.filters.from")}
          value={from}
          max={to}
          onChange={(day) => setPeriod({ from: day, to: day > to ? day : to })}
        />
        <DayInput
          label={t("list.filters.to")}
          value={to}
          min={from}
          onChange={(day) =>
            setPeriod({ from: day < from ? day : from, to: day })
          }
        />
        <Choice
          label={t("reports.interval")}
          value={interval}
          options={[
            ["day", t("reports.day")],
            ["week", t("reports.week")],
            ["month", t("reports.month")],
          ]}
          onChange={(value) => {
            if (value === "day" || value === "week" || value === "month") {
              onChange({ interval: value })
            }
          }}
        />
        <TimeZoneChoice view={view} onChange={onChange} />
        <Choice
          label={t("list.filters.isTest")}
          value={view.isTest ? "test" : "live"}
          options={[
            ["live", t("list.filters.live")],
            ["test", t("list.filters.test")],
          ]}
          onChange={(mode) => onChange({ isTest: mode === "test" })}
        />
        <MerchantChoice
          value={merchantId}
          onChange={(id) => onChange({ merchantId: id })}
        />
      </div>
    </Container>
  )
}

/** The reader's own zone, UTC, and that of the URL. */
function TimeZoneChoice({ view, onChange }: Props) {
  const { t } = useTexts()
  const zones = new Set([browserTimeZone(), "UTC", view.timeZone])
  return (
    <Choice
      label={t("reports.timeZone")}
      value={view.timeZone}
      options={[...zones].map((zone) => [zone, zone])}
      onChange={(timeZone) => onChange({ timeZone })}
    />
  )
}
