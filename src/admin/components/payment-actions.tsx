import { EllipsisHorizontal } from "@medusajs/icons"
import { DropdownMenu, IconButton, toast, usePrompt } from "@medusajs/ui"
import { Fragment, useRef } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import { usePaymentAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { factText } from "../lib/attention-fact"
import { shownOf } from "../lib/payments"
import { type ActionRunner, useFormAction } from "./form-drawer"
import { ActionButton, Help } from "./layout"
import { RecordRefundForm, ResolveForm } from "./payment-forms"
import { RequestRefundForm } from "./request-refund"

type PaymentProps = { payment: AdminCryptoPayment }

/** What is most likely to be done about a payment, and the rest that is allowed in a menu. */
export function PaymentActions({
  payment,
}: {
  payment: AdminCryptoPaymentDetail
}) {
  const runners = useRunners(payment)
  const { primary_action: primary, allowed_actions: allowed } = payment
  const others = allowed.filter((action) => action !== primary)
  return (
    <div className="flex items-center gap-2">
      {primary && <RunnerButton payment={payment} runner={runners[primary]} />}
      {others.length > 0 && (
        <ActionMenu runners={others.map((action) => runners[action])} />
      )}
      {allowed.map((action) => (
        <Fragment key={action}>{runners[action].form}</Fragment>
      ))}
    </div>
  )
}

/** Actions that are not needed often. What they open is shown by who has the runners. */
function ActionMenu({ runners }: { runners: ActionRunner[] }) {
  const { t } = useTexts()
  const chosen = useRef<ActionRunner>()
  // After the menu: what is opened gives the focus back to the menu's button.
  const runChosen = () => {
    const { run } = chosen.current ?? {}
    chosen.current = undefined
    if (run) setTimeout(run)
  }
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <IconButton size="small" aria-label={t("actions.more")}>
          <EllipsisHorizontal aria-hidden />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" onCloseAutoFocus={runChosen}>
        {runners.map((runner) => (
          <DropdownMenu.Item
            key={runner.label}
            disabled={runner.isPending}
            onSelect={() => {
              chosen.current = runner
            }}
          >
            {t(runner.label)}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** What is most likely to be done about a payment; its page has the rest. */
export function PrimaryAction({ payment }: PaymentProps) {
  const runners = useRunners(payment)
  const { primary_action: primary } = payment
  if (!primary) return null
  const runner = runners[primary]
  return (
    <>
      <RunnerButton payment={payment} runner={runner} />
      {runner.form}
    </>
  )
}

/** Checks the payment now, without waiting for the webhook or the job. */
export function CheckButton({ payment }: PaymentProps) {
  return <RunnerButton payment={payment} runner={useCheck(payment)} />
}

function RunnerButton({
  payment: { state },
  runner: { label, run, isPending },
}: PaymentProps & { runner: ActionRunner }) {
  const { t } = useTexts()
  return (
    <ActionButton
      variant={state === "attention" ? "primary" : "secondary"}
      onClick={run}
      isLoading={isPending}
    >
      {t(label)}
    </ActionButton>
  )
}

function useRunners(
  payment: AdminCryptoPayment
): Record<AdminCryptoPaymentAction, ActionRunner> {
  return {
    check: useCheck(payment),
    accept: useOrderAction(payment, "accept"),
    retry_order: useOrderAction(payment, "retryOrder"),
    request_refund: useFormAction("requestRefund", RequestRefundForm, {
      payment,
    }),
    record_refund: useFormAction("refund", RecordRefundForm, { payment }),
    resolve: useFormAction("resolve", ResolveForm, { payment }),
  }
}

function useCheck(payment: AdminCryptoPayment): ActionRunner {
  const { t } = useTexts()
  const check = usePaymentAction(payment.id, "check", ({ state }) => {
    toast.success(t("actions.check.done", { state: t(`state.${state}`) }))
  })
  return {
    label: "actions.check.label",
    run: () => check.mutate(),
    isPending: check.isPending,
  }
}

/** Has an order placed, once the person confirmed it. */
function useOrderAction(
  payment: AdminCryptoPayment,
  action: "accept" | "retryOrder"
): ActionRunner {
  const { t, locale } = useTexts()
  const prompt = usePrompt()
  const { mutate, isPending } = usePaymentAction(
    payment.id,
    action,
    (placed) => {
      if (placed.state === "settled") {
        toast.success(t(`actions.${action}.done`))
        return
      }
      const detail = factText(placed, t, locale) ?? ""
      toast.warning(t(`actions.${action}.notPlaced`, { detail }), {
        description: <Help topic="order_not_placed" />,
      })
    }
  )
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
    if (confirmed) mutate({ shown })
  }
  return {
    label: `actions.${action}.label`,
    run: () => void run(),
    isPending,
  }
}
