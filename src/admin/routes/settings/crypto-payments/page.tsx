import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Skeleton, Text, toast } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { withDashboardContexts } from "../../../components/dashboard-contexts"
import {
  ActionButton,
  Breadcrumb,
  LoadError,
  PageHeader,
  SmallText,
} from "../../../components/layout"
import { useGateways } from "../../../hooks/use-crypto-payments"
import { useTexts } from "../../../i18n/use-texts"
import { GatewaySection } from "./components/gateway-section"

/** The setup page: connection, webhooks and regions of each provider. */
function SetupPage() {
  const { t } = useTexts()
  const { data: gateways, error, refetch, isFetching } = useGateways()
  const test = async () => {
    const { data } = await refetch()
    if (data?.every(({ connection }) => connection.ok)) {
      toast.success(t("setup.connected"))
    } else {
      toast.error(t("setup.notConnected"))
    }
  }
  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={<Heading>{t("menu.payments")}</Heading>}
        subtitle={t("setup.subtitle")}
      >
        <ActionButton isLoading={isFetching} onClick={() => void test()}>
          {t("setup.refresh")}
        </ActionButton>
        <ActionButton asChild>
          <Link to="/crypto-payments">{t("setup.list")}</Link>
        </ActionButton>
      </PageHeader>
      {gateways?.map((gateway) => (
        <GatewaySection key={gateway.provider_id} gateway={gateway} />
      ))}
      {gateways?.length === 0 && (
        <Container>
          <Text size="small" weight="plus">
            {t("setup.none")}
          </Text>
          <SmallText>{t("setup.noneHint")}</SmallText>
        </Container>
      )}
      {!gateways && (
        <Container className="p-0">
          {error ? (
            <LoadError failure="setup.failed" error={error} onRetry={refetch} />
          ) : (
            <Skeleton className="m-6 h-64" />
          )}
        </Container>
      )}
    </div>
  )
}

export default withDashboardContexts(SetupPage)

export const config = defineRouteConfig({
  label: "menu.payments",
  // Medusa reads this from the source text, so it cannot be a constant.
  translationNs: "cryptoPayment",
})

export const handle = { breadcrumb: () => <Breadcrumb text="menu.payments" /> }
