import { Badge } from "@medusajs/ui"

import type { AdminCryptoGateway } from "../../api/types"
import { Copyable } from "../components/copyable"
import { Fact } from "../components/fact"
import { Section } from "../components/section"
import { isolated } from "../format/isolated"
import { useTexts } from "../i18n/use-texts"
import { Coins } from "./coins"
import { Connection } from "./connection"
import { Counts } from "./counts"
import { MissedWebhooks } from "./missed-webhooks"
import { Regions } from "./regions"
import { WebhookFacts } from "./webhook-facts"

/** One provider: whose money it takes, how, where, and whether it works. */
export function GatewayCard({ gateway }: { gateway: AdminCryptoGateway }) {
  const { t } = useTexts()
  const { provider_id, connection, merchant_id, test_mode, flow } = gateway
  const name = connection.ok ? connection.merchant_name : provider_id
  return (
    <Section
      title={`${isolated(name)} · ${t(`flow.${flow}`)}`}
      action={
        <Badge
          size="small"
          color={test_mode ? "orange" : "green"}
          className="shrink-0 text-nowrap"
        >
          {t(test_mode ? "test.mode" : "setup.live")}
        </Badge>
      }
    >
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <Connection connection={connection} />
        <MissedWebhooks missed={gateway.missed_webhooks} />
      </div>
      <dl className="text-ui-fg-subtle flex flex-col gap-y-3 px-6 py-4">
        {connection.ok && (
          <Fact label={t("setup.balance")}>
            {connection.balance} {connection.balance_currency}
          </Fact>
        )}
        <Fact label={t("setup.merchantId")}>
          <Copyable label={t("setup.merchantId")} value={merchant_id} />
        </Fact>
        <Fact label={t("setup.provider")}>
          <Copyable label={t("setup.provider")} value={provider_id} />
        </Fact>
        {connection.ok && (
          <Fact label={t("setup.currencies")}>
            <Coins coins={gateway.currencies} />
          </Fact>
        )}
        <Fact label={t("setup.regions")}>
          <Regions regions={gateway.regions} />
        </Fact>
        <Fact label={t("setup.counts")}>
          <Counts counts={gateway.counts} providerId={provider_id} />
        </Fact>
      </dl>
      <WebhookFacts gateway={gateway} />
    </Section>
  )
}
