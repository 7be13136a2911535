import { InlineTip, StatusBadge, Text } from "@medusajs/ui"

import type { AdminCryptoConnection } from "../../api/types"
import { useTexts } from "../i18n/use-texts"

/** Whether the gateway knows us; if not, why, and which option to mend. */
export function Connection({
  connection,
}: {
  connection: AdminCryptoConnection
}) {
  const { t } = useTexts()
  if (connection.ok) {
    return (
      <div>
        <StatusBadge color="green">{t("setup.connected")}</StatusBadge>
      </div>
    )
  }
  const { problem, option, message } = connection
  return (
    <InlineTip variant="error" label={t("setup.notConnected")}>
      {t(`setup.problems.${problem}`, {
        defaultValue: t("setup.problems.unknown"),
      })}
      {option && (
        <Text size="small" className="mt-2">
          {t("setup.option")}:{" "}
          <code className="txt-compact-small">{option}</code>
        </Text>
      )}
      {message && (
        <Text size="small" className="text-ui-fg-subtle mt-1 break-words">
          <bdi>{message}</bdi>
        </Text>
      )}
    </InlineTip>
  )
}
