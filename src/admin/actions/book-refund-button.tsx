import { toast } from "@medusajs/ui"

import type { AdminCryptoPayment, AdminCryptoRefund } from "../../api/types"
import { useRecordRefund } from "../api/use-actions"
import { useTexts } from "../i18n/use-texts"
import { ActionButton } from "./action-button"
import { tellOutcome } from "./tell-outcome"

type BookRefundButtonProps = {
  payment: AdminCryptoPayment
  refund: AdminCryptoRefund
}

/** Records a refund once more: that is how one that Medusa did not book is finished. */
export function BookRefundButton({ payment, refund }: BookRefundButtonProps) {
  const { t } = useTexts()
  const record = useRecordRefund(payment.id)
  const { amount, transaction_hash } = refund
  const run = () =>
    tellOutcome(
      record.mutateAsync({ amount, transaction_hash }),
      () => toast.success(t("actions.refund.done")),
      t("actions.refund.failed")
    )
  return (
    <div>
      <ActionButton onClick={run} isLoading={record.isPending}>
        {t("actions.refund.book")}
      </ActionButton>
    </div>
  )
}
