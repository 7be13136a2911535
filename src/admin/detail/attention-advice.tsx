import { Text } from "@medusajs/ui"

import type { AdminCryptoPaymentDetail } from "../../api/types"
import { useTexts } from "../i18n/use-texts"

const PARTS = [
  ["whatHappened", "happened"],
  ["whereTheMoneyIs", "money"],
  ["whatToDo", "todo"],
] as const

/** What happened, where the money is, and what to do about it. */
export function AttentionAdvice({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const { t } = useTexts()
  const { attention_reason: reason, attention_detail: detail } = payment
  if (!reason) return null
  return (
    <div
      role="group"
      aria-label={t("state.attention")}
      className="border-ui-tag-red-border bg-ui-tag-red-bg rounded-lg border px-4 py-3"
    >
      <dl className="grid gap-x-6 gap-y-3 md:grid-cols-3">
        {PARTS.map(([label, part]) => (
          <div key={part} className="flex flex-col gap-y-1">
            <dt className="txt-compact-small-plus text-ui-tag-red-text">
              {t(`attention.${label}`)}
            </dt>
            <dd className="txt-small text-ui-fg-base text-pretty">
              {t(`attention.reasons.${reason}.${part}`)}
            </dd>
          </div>
        ))}
      </dl>
      {detail && (
        <Text size="small" className="text-ui-fg-base mt-3 break-words">
          <span className="txt-compact-small-plus">
            {t("attention.found")}:{" "}
          </span>
          <bdi>{detail}</bdi>
        </Text>
      )}
    </div>
  )
}
