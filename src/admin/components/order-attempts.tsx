import { Text } from "@medusajs/ui"

import type { AdminCryptoPayment } from "../../api/types"
import { useOtherAttempts } from "../api/use-other-attempts"
import { useTexts } from "../i18n/use-texts"
import { AttemptList } from "./attempt-list"

/** The attempts at an order's cart that never became one of its payments. */
export function OrderAttempts({
  payments,
}: {
  payments: AdminCryptoPayment[]
}) {
  const { t } = useTexts()
  const cartId = payments.find(({ cart_id }) => cart_id)?.cart_id ?? null
  const { data: others = [] } = useOtherAttempts(
    cartId,
    payments.map(({ id }) => id)
  )
  if (others.length === 0) return null
  return (
    <div className="divide-y">
      <Text size="small" weight="plus" className="px-6 py-3">
        {t("order.attempts", { count: others.length })}
      </Text>
      <AttemptList payments={others} />
    </div>
  )
}
