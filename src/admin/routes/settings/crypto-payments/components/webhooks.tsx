import { InlineTip, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"

import type {
  AdminCryptoGateway,
  AdminTestCryptoWebhookResponse,
} from "../../../../../api/types"
import { ActionButton, Help, SmallText } from "../../../../components/layout"
import { Copyable, Fields, Timestamp } from "../../../../components/values"
import { useTexts } from "../../../../i18n/use-texts"
import { sdk } from "../../../../lib/sdk"
import { formatTime } from "../../../../lib/time"

type GatewayProps = { gateway: AdminCryptoGateway }

/** The webhook URL of a provider, its latest deliveries, and the self-test. */
export function Webhooks({ gateway }: GatewayProps) {
  const { t } = useTexts()
  const { last_delivery_at: lastDelivery, last_failure: failure } = gateway
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <Fields
        rows={{
          "setup.webhookUrl": (
            <>
              <Copyable label="setup.webhookUrl" value={gateway.webhook_url} />
              <Text size="xsmall" className="text-ui-fg-subtle">
                {t("setup.webhookHint")}
              </Text>
            </>
          ),
          "setup.lastDelivery": lastDelivery ? (
            <Timestamp time={lastDelivery} />
          ) : (
            t("setup.noDelivery")
          ),
          "setup.lastFailure": failure ? (
            <>
              <Timestamp time={failure.at} />
              <br />
              {t(`setup.failures.${failure.reason}`, {
                defaultValue: failure.reason,
              })}{" "}
              <Help topic="webhooks" />
            </>
          ) : (
            t("setup.noFailure")
          ),
        }}
      />
      <SelfTest gateway={gateway} />
    </div>
  )
}

/** Warns about payments that were found by polling, without a webhook. */
export function MissedWebhooks({ gateway }: GatewayProps) {
  const { t, locale } = useTexts()
  const { count, last_at } = gateway.missed_webhooks
  if (count === 0) return null
  return (
    <InlineTip variant="warning" label={t("setup.webhook")}>
      {t("setup.missed", { count })}{" "}
      {last_at &&
        t("setup.missedLast", { time: formatTime(last_at, locale, true) })}{" "}
      {t("setup.missedHint")} <Help topic="webhooks" />
    </InlineTip>
  )
}

/** Sends a signed test webhook to the public webhook URL and shows the result. */
function SelfTest({ gateway: { provider_id } }: GatewayProps) {
  const { t } = useTexts()
  const test = useMutation({
    mutationFn: () =>
      sdk.client.fetch<AdminTestCryptoWebhookResponse>(
        "/admin/crypto-payments/gateway/self-test",
        { method: "POST", body: { provider_id } }
      ),
  })
  const { data: result, error } = test
  return (
    <div className="flex flex-col gap-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <ActionButton isLoading={test.isPending} onClick={() => test.mutate()}>
          {t("setup.selfTest.label")}
        </ActionButton>
        <SmallText>{t("setup.selfTest.hint")}</SmallText>
      </div>
      <div role="status">
        {result?.ok && (
          <InlineTip variant="success" label={t("setup.webhook")}>
            {t("setup.selfTest.ok")}
          </InlineTip>
        )}
        {(error || result?.ok === false) && (
          <InlineTip variant="error" label={t("setup.selfTest.failed")}>
            {error ? error.message : result?.message}{" "}
            <Help topic={error ? "error" : "webhooks"} />
          </InlineTip>
        )}
      </div>
    </div>
  )
}
