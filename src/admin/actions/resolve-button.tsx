import { useState } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { ActionButton } from "./action-button"
import { ResolveDrawer } from "./resolve-drawer"

/** Opens the form that takes a payment off the list of those that wait. */
export function ResolveButton({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton onClick={() => setIsOpen(true)}>
        {t("actions.resolve.label")}
      </ActionButton>
      {isOpen && (
        <ResolveDrawer payment={payment} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
