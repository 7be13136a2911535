import { toast, usePrompt } from "@medusajs/ui"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../api/types"
import { usePaymentAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { ActionButton, Help } from "./layout"
import { RecordRefundButton, ResolveButton } from "./payment-forms"

type PaymentActionsProps = {
  payment: AdminCryptoPayment
  /** The actions to offer, in this order. */
  actions: AdminCryptoPaymentAction[]
}

/** The buttons of a payment's admin actions. */
export function PaymentActions({ payment, actions }: PaymentActionsProps) {
  if (actions.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {actions.map((action) => {
        const Action = BUTTONS[action]
        return <Action key={action} payment={payment} />
      })}
    </div>
  )
}

type PaymentProps = { payment: AdminCryptoPayment }

/** Checks the payment now, without waiting for the webhook or the job. */
export function CheckButton({ payment }: PaymentProps) {
  const { t } = useTexts()
  const check = usePaymentAction(payment.id, "check", ({ state }) => {
    toast.success(t("actions.check.done", { state: t(`state.${state}`) }))
  })
  return (
    <ActionButton onClick={() => check.mutate()} isLoading={check.isPending}>
      {t("actions.check.label")}
    </ActionButton>
  )
}

/** Retries placing the order, after a confirmation. */
function RetryOrderButton({ payment }: PaymentProps) {
  const { t } = useTexts()
  const prompt = usePrompt()
  const retry = usePaymentAction(payment.id, "retryOrder", (retried) => {
    if (retried.state === "settled") {
      toast.success(t("actions.retryOrder.done"))
    } else {
      const detail = retried.attention_detail ?? ""
      toast.warning(t("actions.retryOrder.notPlaced", { detail }), {
        description: <Help topic="order_not_placed" />,
      })
    }
  })
  const run = async () => {
    const confirmed = await prompt({
      title: t("actions.retryOrder.title"),
      description: t("actions.retryOrder.description"),
      confirmText: t("actions.retryOrder.confirm"),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) retry.mutate()
  }
  return (
    <ActionButton onClick={() => void run()} isLoading={retry.isPending}>
      {t("actions.retryOrder.label")}
    </ActionButton>
  )
}

const BUTTONS = {
  check: CheckButton,
  retry_order: RetryOrderButton,
  record_refund: RecordRefundButton,
  resolve: ResolveButton,
}
