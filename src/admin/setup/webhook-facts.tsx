import { Text } from "@medusajs/ui"

import type { AdminCryptoGateway } from "../../api/types"
import { Copyable } from "../components/copyable"
import { Fact } from "../components/fact"
import { Moment } from "../components/moment"
import { useTexts } from "../i18n/use-texts"
import { SelfTest } from "./self-test"

/** Where webhooks go, and how the last ones fared. */
export function WebhookFacts({ gateway }: { gateway: AdminCryptoGateway }) {
  const { t } = useTexts()
  const { last_delivery_at: delivered, last_failure: failure } = gateway
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
        <Fact label={t("setup.webhookUrl")}>
          <Copyable label={t("setup.webhookUrl")} value={gateway.webhook_url} />
          <Text size="xsmall" className="text-ui-fg-subtle">
            {t("setup.webhookHint")}
          </Text>
        </Fact>
        <Fact label={t("setup.lastDelivery")}>
          {delivered ? <Moment time={delivered} /> : t("setup.noDelivery")}
        </Fact>
        <Fact label={t("setup.lastFailure")}>
          {failure ? (
            <>
              <Moment time={failure.at} />
              <br />
              {t(`setup.failures.${failure.reason}`, {
                defaultValue: failure.reason,
              })}
            </>
          ) : (
            t("setup.noFailure")
          )}
        </Fact>
      </dl>
      <SelfTest providerId={gateway.provider_id} />
    </div>
  )
}
