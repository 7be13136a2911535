import { InlineTip, Text } from "@medusajs/ui"

import type { AdminCryptoPayment } from "../../api/types"
import { needsAttention } from "../api/needs-attention"
import { useTexts } from "../i18n/use-texts"

/** Why a payment waits for a person; nothing for a payment that does not. */
export function AttentionNote({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  if (!needsAttention(payment) || !payment.attention_reason) return null
  return (
    <InlineTip variant="error" label={t("state.attention")}>
      {t(`attention.reasons.${payment.attention_reason}.happened`)}
      {payment.attention_detail && (
        <Text size="small" className="text-ui-fg-subtle mt-1 break-words">
          <bdi>{payment.attention_detail}</bdi>
        </Text>
      )}
    </InlineTip>
  )
}
