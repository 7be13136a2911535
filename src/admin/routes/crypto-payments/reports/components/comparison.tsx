import { StatusBadge } from "@medusajs/ui"
import { useState } from "react"

import type {
  AdminCryptoComparison,
  AdminCryptoBooksTotal,
} from "../../../../../api/types"
import {
  ActionButton,
  EmptyText,
  ForeignText,
  LoadError,
  Section,
  SmallText,
} from "../../../../components/layout"
import { Timestamp } from "../../../../components/values"
import { useCompare, useComparisons } from "../../../../hooks/use-reports"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"
import { formatDay, lastDayOver, type ReportView } from "../../../../lib/report"
import { Differences } from "./differences"

/** Compares ledger, Medusa and gateway for the days of the report, and lists the last results. */
export function ComparisonSection({ view }: { view: ReportView }) {
  const { t, locale } = useTexts()
  const { from, timeZone } = view
  const to = lastDayOver(view)
  const compare = useCompare()
  const { data: comparisons, error, refetch } = useComparisons()
  return (
    <Section
      title={t("reports.comparison")}
      action={
        <ActionButton
          disabled={from > to}
          isLoading={compare.isPending}
          onClick={() => compare.mutate({ from, to, time_zone: timeZone })}
        >
          {t("actions.compare.label")}
        </ActionButton>
      }
    >
      {from <= to && (
        <SmallText className="px-6 py-4">
          {t("reports.comparisonHint", {
            from: formatDay(from, locale),
            to: formatDay(to, locale),
          })}
        </SmallText>
      )}
      {error && (
        <LoadError
          failure="reports.comparisonsFailed"
          error={error}
          onRetry={refetch}
        />
      )}
      {comparisons?.length === 0 && (
        <EmptyText text="reports.comparisonsEmpty" />
      )}
      {comparisons?.map((comparison) => (
        <Comparison key={comparison.id} comparison={comparison} />
      ))}
    </Section>
  )
}

function Comparison({ comparison }: { comparison: AdminCryptoComparison }) {
  const { t, locale } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const { id, first_day, last_day, time_zone, result, error } = comparison
  const { other_period_count = 0, gateways = [], totals = [] } = result ?? {}
  const count = comparison.difference_count + other_period_count
  const notCompared = gateways.reduce((sum, each) => sum + each.not_compared, 0)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <div className="txt-compact-small-plus">
            {formatDay(first_day, locale)} – {formatDay(last_day, locale)}
          </div>
          <SmallText>
            {time_zone}, <Timestamp time={comparison.created_at} short />
          </SmallText>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <State comparison={comparison} />
          {count > 0 && (
            <ActionButton
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {t("reports.showDifferences")}
            </ActionButton>
          )}
        </div>
      </div>
      <ForeignText text={error} />
      {totals.map((total) => (
        <Total key={`${total.currency_code}${total.is_test}`} total={total} />
      ))}
      {notCompared > 0 && (
        <SmallText>
          {t("reports.notCompared", { count: notCompared })}
        </SmallText>
      )}
      {gateways.map(({ merchant_id, message }) => (
        <ForeignText key={merchant_id} text={message} />
      ))}
      {isOpen && <Differences id={id} />}
    </div>
  )
}

function State({ comparison }: { comparison: AdminCryptoComparison }) {
  const { t } = useTexts()
  const { state, difference_count: count } = comparison
  switch (state) {
    case "running":
      return <StatusBadge color="blue">{t("reports.running")}</StatusBadge>
    case "failed":
      return <StatusBadge color="red">{t("reports.stopped")}</StatusBadge>
    case "completed":
      return count > 0 ? (
        <StatusBadge color="orange">
          {t("reports.differences", { count })}
        </StatusBadge>
      ) : (
        <StatusBadge color="green">{t("reports.completed")}</StatusBadge>
      )
  }
}

/** What both sides captured and refunded. */
function Total({ total }: { total: AdminCryptoBooksTotal }) {
  const { t, locale } = useTexts()
  const { currency_code, is_test, ledger, medusa } = total
  const side = ({ captured_amount, refunded_amount }: typeof ledger) =>
    [
      `${t("reports.captures")} ${formatPrice(captured_amount, currency_code, locale)}`,
      `${t("fields.refunded")} ${formatPrice(refunded_amount, currency_code, locale)}`,
    ].join(", ")
  return (
    <dl className="txt-compact-small grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      <dt className="text-ui-fg-subtle">{t("reports.ledger")}</dt>
      <dd>
        {side(ledger)}
        {is_test && ` (${t("list.filters.test")})`}
      </dd>
      <dt className="text-ui-fg-subtle">Medusa</dt>
      <dd>{side(medusa)}</dd>
    </dl>
  )
}
