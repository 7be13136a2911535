import { useState } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { ActionButton } from "./action-button"
import { RecordRefundDrawer } from "./record-refund-drawer"

/** Opens the form for a refund that the merchant sent. */
export function RecordRefundButton({
  payment,
}: {
  payment: AdminCryptoPayment
}) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton onClick={() => setIsOpen(true)}>
        {t("actions.refund.label")}
      </ActionButton>
      {isOpen && (
        <RecordRefundDrawer
          payment={payment}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
