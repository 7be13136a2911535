import { toast, usePrompt } from "@medusajs/ui"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../api/types"
import { usePaymentAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { shownOf } from "../lib/payments"
import { ActionButton, Help } from "./layout"
import { RecordRefundButton, ResolveButton } from "./payment-forms"
import { RequestRefundButton } from "./request-refund"

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

/** A button that has an order placed, after a confirmation. */
function orderButton(action: "accept" | "retryOrder" | "reinstate") {
  return function OrderButton({ payment }: PaymentProps) {
    const { t } = useTexts()
    const prompt = usePrompt()
    const place = usePaymentAction(payment.id, action, (placed) => {
      if (placed.state === "settled") {
        toast.success(t(`actions.${action}.done`))
      } else {
        const detail = placed.attention_detail ?? ""
        toast.warning(t(`actions.${action}.notPlaced`, { detail }), {
          description: <Help topic="order_not_placed" />,
        })
      }
    })
    const run = async () => {
      // What the person decides about, whatever is shown when it is confirmed.
      const shown = shownOf(payment)
      const confirmed = await prompt({
        title: t(`actions.${action}.title`),
        description: t(`actions.${action}.description`),
        confirmText: t(`actions.${action}.confirm`),
        cancelText: t("actions.cancel"),
        variant: "confirmation",
      })
      if (confirmed) place.mutate({ shown })
    }
    return (
      <ActionButton onClick={() => void run()} isLoading={place.isPending}>
        {t(`actions.${action}.label`)}
      </ActionButton>
    )
  }
}

/** Opens a payment for what is missing, after a confirmation; its page is shown with the payment. */
function RequestRemainderButton({ payment }: PaymentProps) {
  const { t } = useTexts()
  const prompt = usePrompt()
  const ask = usePaymentAction(payment.id, "requestRemainder", () => {
    toast.success(t("actions.requestRemainder.done"))
  })
  const run = async () => {
    const shown = shownOf(payment)
    const confirmed = await prompt({
      title: t("actions.requestRemainder.title"),
      description: t("actions.requestRemainder.description"),
      confirmText: t("actions.requestRemainder.confirm"),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) ask.mutate({ shown })
  }
  return (
    <ActionButton onClick={() => void run()} isLoading={ask.isPending}>
      {t("actions.requestRemainder.label")}
    </ActionButton>
  )
}

const BUTTONS = {
  check: CheckButton,
  accept: orderButton("accept"),
  request_remainder: RequestRemainderButton,
  retry_order: orderButton("retryOrder"),
  reinstate: orderButton("reinstate"),
  request_refund: RequestRefundButton,
  record_refund: RecordRefundButton,
  resolve: ResolveButton,
}
