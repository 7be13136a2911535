import { InlineTip } from "@medusajs/ui"

import type { AdminCryptoGateway } from "../../api/types"
import { formatBriefly } from "../format/format-time"
import { useTexts } from "../i18n/use-texts"

type MissedWebhooksProps = { missed: AdminCryptoGateway["missed_webhooks"] }

/** Warns when money was found that no webhook had told of. */
export function MissedWebhooks({ missed }: MissedWebhooksProps) {
  const { t, locale } = useTexts()
  if (missed.count === 0) return null
  return (
    <InlineTip variant="warning" label={t("setup.webhook")}>
      {t("setup.missed", { count: missed.count })}{" "}
      {missed.last_at &&
        t("setup.missedLast", {
          time: formatBriefly(missed.last_at, locale),
        })}{" "}
      {t("setup.missedHint")}
    </InlineTip>
  )
}
