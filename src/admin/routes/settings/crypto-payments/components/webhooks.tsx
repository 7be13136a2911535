import { Button, InlineTip, Text } from "@medusajs/ui"

import type { AdminCryptoGateway } from "../../../../../api/types"
import { Field } from "../../../../components/layout"
import { Copyable, Timestamp } from "../../../../components/values"
import { useSelfTest } from "../../../../hooks/use-gateways"
import { useTexts } from "../../../../i18n/use-texts"
import { formatShortTime } from "../../../../lib/time"

/** The webhook URL of a provider, its latest deliveries, and the self-test. */
export function Webhooks({ gateway }: { gateway: AdminCryptoGateway }) {
  const { t } = useTexts()
  const { last_delivery_at: lastDelivery, last_failure: failure } = gateway
  return (
    <div className="flex flex-col gap-y-4 px-6 py-4">
      <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
        <Field label={t("setup.webhookUrl")}>
          <Copyable label={t("setup.webhookUrl")} value={gateway.webhook_url} />
          <Text size="xsmall" className="text-ui-fg-subtle">
            {t("setup.webhookHint")}
          </Text>
        </Field>
        <Field label={t("setup.lastDelivery")}>
          {lastDelivery ? (
            <Timestamp time={lastDelivery} />
          ) : (
            t("setup.noDelivery")
          )}
        </Field>
        <Field label={t("setup.lastFailure")}>
          {failure ? (
            <>
              <Timestamp time={failure.at} />
              <br />
              {t(`setup.failures.${failure.reason}`, {
                defaultValue: failure.reason,
              })}
            </>
          ) : (
            t("setup.noFailure")
          )}
        </Field>
      </dl>
      <SelfTest providerId={gateway.provider_id} />
    </div>
  )
}

/** Warns about payments that were found by polling, without a webhook. */
export function MissedWebhooks({
  missed,
}: {
  missed: AdminCryptoGateway["missed_webhooks"]
}) {
  const { t, locale } = useTexts()
  if (missed.count === 0) return null
  return (
    <InlineTip variant="warning" label={t("setup.webhook")}>
      {t("setup.missed", { count: missed.count })}{" "}
      {missed.last_at &&
        t("setup.missedLast", {
          time: formatShortTime(missed.last_at, locale),
        })}{" "}
      {t("setup.missedHint")}
    </InlineTip>
  )
}

/** Sends a test webhook and shows the result. */
function SelfTest({ providerId }: { providerId: string }) {
  const { t } = useTexts()
  const test = useSelfTest(providerId)
  const { data: result, error } = test
  return (
    <div className="flex flex-col gap-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          variant="secondary"
          isLoading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t("setup.selfTest.label")}
        </Button>
        <Text size="small" className="text-ui-fg-subtle">
          {t("setup.selfTest.hint")}
        </Text>
      </div>
      <div role="status">
        {result?.ok && (
          <InlineTip variant="success" label={t("setup.webhook")}>
            {t("setup.selfTest.ok")}
          </InlineTip>
        )}
        {(error || result?.ok === false) && (
          <InlineTip variant="error" label={t("setup.selfTest.failed")}>
            {error ? error.message : result?.message}
          </InlineTip>
        )}
      </div>
    </div>
  )
}
