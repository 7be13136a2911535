import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Badge, Container, Heading } from "@medusajs/ui"
import { Link, useSearchParams } from "react-router-dom"

import { withDashboardContexts } from "../../components/dashboard-contexts"
import { ActionButton, Breadcrumb, PageHeader } from "../../components/layout"
import { withRefundLink } from "../../components/request-refund"
import { useGateways } from "../../hooks/use-crypto-payments"
import { useExport } from "../../hooks/use-payment-actions"
import { useTexts } from "../../i18n/use-texts"
import { AttentionIcon, AttentionSection } from "./components/attention"
import { readListView, toFilterQuery } from "./components/list-view"
import { PaymentsTable } from "./components/payments-table"
import { ToSendSection } from "./components/to-send"
import { TotalsSection } from "./components/totals"

/** All crypto payments of the store, those that need attention first, then the refunds to send. */
function CryptoPaymentsPage() {
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={
          <div className="flex flex-wrap items-center gap-2">
            <Heading>{t("menu.payments")}</Heading>
            <TestModeBadge />
          </div>
        }
        subtitle={t("list.subtitle")}
      >
        <ExportButton />
        <ActionButton asChild>
          <Link to="/settings/crypto-payments">{t("list.setup")}</Link>
        </ActionButton>
      </PageHeader>
      <AttentionSection />
      <ToSendSection />
      <TotalsSection />
      <Container className="overflow-hidden p-0">
        <PaymentsTable />
      </Container>
    </div>
  )
}

export default withDashboardContexts(withRefundLink(CryptoPaymentsPage))

export const config = defineRouteConfig({
  label: "menu.payments",
  // Medusa reads this from the source text, so it cannot be a constant.
  translationNs: "cryptoPayment",
  icon: AttentionIcon,
})

export const handle = { breadcrumb: () => <Breadcrumb text="menu.payments" /> }

/** Exports the payments that the list's search and filters leave, each with its refunds. */
function ExportButton() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const { mutate, isPending } = useExport()
  return (
    <ActionButton
      isLoading={isPending}
      onClick={() => mutate(toFilterQuery(readListView(params)))}
    >
      {t("actions.export.label")}
    </ActionButton>
  )
}

/** Shown while any provider is in test mode. */
function TestModeBadge() {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  if (!gateways?.some(({ test_mode }) => test_mode)) return null
  return (
    <Badge size="small" color="orange" className="font-medium">
      {t("test.mode")}
    </Badge>
  )
}
