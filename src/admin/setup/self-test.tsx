import { Button, InlineTip, Text } from "@medusajs/ui"

import { useSelfTest } from "../api/use-gateways"
import { useTexts } from "../i18n/use-texts"

/** Sends a sample webhook the way the gateway would, and says what came of it. */
export function SelfTest({ providerId }: { providerId: string }) {
  const { t } = useTexts()
  const test = useSelfTest(providerId)
  const { data: answer, error } = test
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
        {answer?.ok && (
          <InlineTip variant="success" label={t("setup.webhook")}>
            {t("setup.selfTest.ok")}
          </InlineTip>
        )}
        {(error || answer?.ok === false) && (
          <InlineTip variant="error" label={t("setup.selfTest.failed")}>
            {error ? error.message : answer?.message}
          </InlineTip>
        )}
      </div>
    </div>
  )
}
