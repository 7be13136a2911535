import { Text } from "@medusajs/ui"

import type { AdminCryptoPaymentDetail } from "../../api/types"
import { useOtherAttempts } from "../api/use-other-attempts"
import { AttemptList } from "../components/attempt-list"
import { Section } from "../components/section"
import { useTexts } from "../i18n/use-texts"

/** The other attempts to pay the same cart. */
export function AttemptsSection({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  const { data: others } = useOtherAttempts(payment.cart_id, [payment.id])
  if (!others) return null
  return (
    <Section title={t("detail.attempts")}>
      {others.length > 0 ? (
        <AttemptList payments={others} />
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("detail.noAttempts")}
        </Text>
      )}
    </Section>
  )
}
