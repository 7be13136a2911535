import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { withDashboardContexts } from "../../../components/dashboard-contexts"
import { Breadcrumb, LoadError } from "../../../components/layout"
import { useGateways } from "../../../hooks/use-gateways"
import { useTexts } from "../../../i18n/use-texts"
import { GatewaySection } from "./components/gateway-section"

/** The setup page: connection, webhooks and regions of each provider. */
function SetupPage() {
  const { t } = useTexts()
  const { data: gateways, error, refetch, isFetching } = useGateways()
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <Heading>{t("setup.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("setup.subtitle")}
          </Text>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={isFetching}
            onClick={() => void refetch()}
          >
            {t("setup.refresh")}
          </Button>
          <Button size="small" variant="secondary" asChild>
            <Link to="/crypto-payments">{t("setup.list")}</Link>
          </Button>
        </div>
      </Container>
      {gateways?.map((gateway) => (
        <GatewaySection key={gateway.provider_id} gateway={gateway} />
      ))}
      {gateways?.length === 0 && (
        <Container>
          <Text size="small" weight="plus">
            {t("setup.none")}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("setup.noneHint")}
          </Text>
        </Container>
      )}
      {!gateways && (
        <Container className="p-0">
          {error ? (
            <LoadError error={error} onRetry={() => void refetch()}>
              {t("setup.failed")}
            </LoadError>
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
  label: "setup.title",
  // Medusa reads this from the source text, so it cannot be a constant.
  translationNs: "cryptoPayment",
})

export const handle = { breadcrumb: () => <Breadcrumb text="setup.title" /> }
