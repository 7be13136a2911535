import { toast, usePrompt } from "@medusajs/ui"

import type { AdminCryptoPayment } from "../../api/types"
import { useRetryOrder } from "../api/use-actions"
import { useTexts } from "../i18n/use-texts"
import { ActionButton } from "./action-button"
import { tellOutcome } from "./tell-outcome"

/** Has the store try once more to place the order that was paid. */
export function RetryOrderButton({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const prompt = usePrompt()
  const retry = useRetryOrder(payment.id)

  const run = async () => {
    const confirmed = await prompt({
      title: t("actions.retryOrder.title"),
      description: t("actions.retryOrder.description"),
      confirmText: t("actions.retryOrder.confirm"),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (!confirmed) return
    tellOutcome(
      retry.mutateAsync(),
      ({ state, attention_detail }) => {
        if (state === "settled") toast.success(t("actions.retryOrder.done"))
        else {
          toast.warning(
            t("actions.retryOrder.stillNot", { why: attention_detail ?? "" })
          )
        }
      },
      t("actions.retryOrder.failed")
    )
  }

  return (
    <ActionButton onClick={() => void run()} isLoading={retry.isPending}>
      {t("actions.retryOrder.label")}
    </ActionButton>
  )
}
