import { toast } from "@medusajs/ui"

import type { AdminCryptoPayment } from "../../api/types"
import { useCheck } from "../api/use-actions"
import { useTexts } from "../i18n/use-texts"
import { ActionButton } from "./action-button"
import { tellOutcome } from "./tell-outcome"

/** Asks the gateway at once, in place of waiting for it. */
export function CheckButton({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const check = useCheck(payment.id)
  const run = () =>
    tellOutcome(
      check.mutateAsync(),
      ({ state }) =>
        toast.success(t("actions.check.done", { state: t(`state.${state}`) })),
      t("actions.check.failed")
    )
  return (
    <ActionButton onClick={run} isLoading={check.isPending}>
      {t("actions.check.label")}
    </ActionButton>
  )
}
