import { Badge } from "@medusajs/ui"

import type { AdminCryptoPayment } from "../../api/types"
import { needsAttention } from "../api/needs-attention"
import { useTexts } from "../i18n/use-texts"

/** Says that a person is needed, where the payment's state does not say so. */
export function AttentionBadge({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  if (!needsAttention(payment) || payment.state === "attention") return null
  return (
    <Badge size="2xsmall" color="red" className="text-nowrap">
      {t("state.attention")}
    </Badge>
  )
}
