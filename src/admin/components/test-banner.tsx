import { Badge, Text } from "@medusajs/ui"

import { useTexts } from "../i18n/use-texts"

/** Loud, since goods must not be sent for coins that are worth nothing. */
export function TestBanner() {
  const { t } = useTexts()
  return (
    <div className="bg-ui-tag-orange-bg text-ui-tag-orange-text border-ui-tag-orange-border flex items-center gap-x-3 rounded-lg border px-3 py-2">
      <Badge size="xsmall" color="orange">
        {t("test.badge")}
      </Badge>
      <Text size="small" leading="compact" weight="plus">
        {t("test.note")}
      </Text>
    </div>
  )
}
