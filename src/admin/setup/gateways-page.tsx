import { Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useGateways } from "../api/use-gateways"
import { LoadFailure } from "../components/load-failure"
import { useTexts } from "../i18n/use-texts"
import { GatewayCard } from "./gateway-card"

/** Whether every provider is ready to be paid through, and keeps working. */
export function GatewaysPage() {
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
        <GatewayCard key={gateway.provider_id} gateway={gateway} />
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
            <LoadFailure error={error} onRetry={() => void refetch()}>
              {t("setup.failed")}
            </LoadFailure>
          ) : (
            <Skeleton className="m-6 h-64" />
          )}
        </Container>
      )}
    </div>
  )
}
