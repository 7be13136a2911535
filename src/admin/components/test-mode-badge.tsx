import { Badge } from "@medusajs/ui"

import { useGateways } from "../api/use-gateways"
import { useTexts } from "../i18n/use-texts"

/** Shown as long as one of the providers takes test coins. */
export function TestModeBadge() {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  if (!gateways?.some(({ test_mode }) => test_mode)) return null
  return (
    <Badge size="small" color="orange" className="font-medium">
      {t("test.mode")}
    </Badge>
  )
}
