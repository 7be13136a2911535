import { Button, toast, usePrompt } from "@medusajs/ui"
import { type ReactNode, useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../api/types"
import {
  handleResult,
  useCheck,
  useRetryOrder,
} from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { RecordRefundDrawer } from "./record-refund-drawer"
import { ResolveDrawer } from "./resolve-drawer"

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
  const check = useCheck(payment.id)
  const run = () =>
    handleResult(
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

/** Retries placing the order, after a confirmation. */
function RetryOrderButton({ payment }: PaymentProps) {
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
    handleResult(
      retry.mutateAsync(),
      ({ state, attention_detail }) => {
        if (state === "settled") {
          toast.success(t("actions.retryOrder.done"))
        } else {
          const detail = attention_detail ?? ""
          toast.warning(t("actions.retryOrder.notPlaced", { detail }))
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

function RecordRefundButton({ payment }: PaymentProps) {
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

function ResolveButton({ payment }: PaymentProps) {
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

const BUTTONS = {
  check: CheckButton,
  retry_order: RetryOrderButton,
  record_refund: RecordRefundButton,
  resolve: ResolveButton,
}

type ActionButtonProps = {
  onClick: () => void
  isLoading?: boolean
  children: ReactNode
}

/** The button of an admin action. */
export function ActionButton({
  onClick,
  isLoading = false,
  children,
}: ActionButtonProps) {
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={isLoading}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
