import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Skeleton } from "@medusajs/ui"
import { useMemo } from "react"
import { Link, useSearchParams } from "react-router-dom"

import { withDashboardContexts } from "../../../components/dashboard-contexts"
import {
  ActionButton,
  Breadcrumb,
  LoadError,
  PageHeader,
  PageSkeleton,
  SmallText,
} from "../../../components/layout"
import { useSummary } from "../../../hooks/use-reports"
import { useTexts } from "../../../i18n/use-texts"
import {
  isShowable,
  readReportView,
  type ReportView,
  writeReportView,
} from "../../../lib/report"
import { CurrencyReport } from "./components/currency-report"
import { PeriodForm } from "./components/period-form"

/** What was paid in crypto in a period. */
function ReportsPage() {
  const { t } = useTexts()
  const { view, change } = useReportView()
  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={<Heading>{t("menu.reports")}</Heading>}
        subtitle={t("reports.subtitle")}
      >
        <ActionButton asChild>
          <Link to="/crypto-payments">{t("menu.payments")}</Link>
        </ActionButton>
      </PageHeader>
      <PeriodForm view={view} onChange={change} />
      <Report view={view} />
    </div>
  )
}

export default withDashboardContexts(ReportsPage, <PageSkeleton />)

export const config = defineRouteConfig({
  label: "menu.reports",
  // Medusa reads this from the source text, so it cannot be a constant.
  translationNs: "cryptoPayment",
})

export const handle = { breadcrumb: () => <Breadcrumb text="menu.reports" /> }

/** The figures of each currency; nothing is converted, so nothing is added up. */
function Report({ view }: { view: ReportView }) {
  const { t } = useTexts()
  const { data: summary, error, refetch } = useSummary(view)
  if (!isShowable(view)) {
    return (
      <Container>
        <SmallText role="alert">{t("reports.tooLong")}</SmallText>
      </Container>
    )
  }
  if (error) {
    return (
      <Container className="p-0">
        <LoadError failure="reports.failed" error={error} onRetry={refetch} />
      </Container>
    )
  }
  if (!summary) return <Skeleton className="h-96 w-full" />
  if (summary.groups.length === 0) {
    return (
      <Container>
        <SmallText>{t("reports.empty")}</SmallText>
      </Container>
    )
  }
  return summary.groups.map((group) => (
    <CurrencyReport
      key={group.currency_code}
      group={group}
      interval={summary.interval}
    />
  ))
}

/** The view in the page's URL, and a function that changes it. */
function useReportView() {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readReportView(params), [params])
  const change = (patch: Partial<ReportView>) => {
    setParams(writeReportView({ ...view, ...patch }), { replace: true })
  }
  return { view, change }
}
