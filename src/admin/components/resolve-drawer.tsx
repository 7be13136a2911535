import { Label, RadioGroup, toast } from "@medusajs/ui"
import { useId, useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoResolutionKind,
} from "../../api/types"
import { useCryptoPayment } from "../hooks/use-crypto-payments"
import { handleResult, useResolve } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import {
  formatPrice,
  isRefundable,
  paidPrice,
  remainingAmount,
} from "../lib/money"
import { FormDrawer, TextInput } from "./form-drawer"

type ResolveDrawerProps = { payment: AdminCryptoPayment; onClose: () => void }

/** Records how a payment that needed attention was resolved. */
export function ResolveDrawer({ payment, onClose }: ResolveDrawerProps) {
  const { t, locale } = useTexts()
  const resolve = useResolve(payment.id)
  const { data: detail } = useCryptoPayment(payment.id)
  // The received amount is unknown until the gateway confirms the payment.
  const isConfirmed = payment.state === "attention"
  const [kind, setKind] = useState<AdminCryptoResolutionKind>(
    isConfirmed ? "refunded" : "other"
  )
  const [note, setNote] = useState("")
  const [hash, setHash] = useState("")
  const [isSubmitted, setIsSubmitted] = useState(false)
  const paid = paidPrice(detail ?? payment)
  const remaining = remainingAmount(
    paid.amount,
    (detail?.refunds ?? []).map(({ amount }) => amount)
  )
  // An amount without a recorded refund requires its transaction.
  const isHashRequired =
    kind === "refunded" &&
    detail !== undefined &&
    isRefundable(remaining, remaining)
  const isHashMissing = isHashRequired && hash.trim() === ""
  const isNoteMissing = kind !== "refunded" && note.trim() === ""

  const submit = () => {
    setIsSubmitted(true)
    if (isNoteMissing || isHashMissing) return
    handleResult(
      resolve.mutateAsync({
        kind,
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(kind === "refunded" && hash.trim()
          ? { transaction_hash: hash.trim() }
          : {}),
      }),
      () => {
        toast.success(t("actions.resolve.done"))
        onClose()
      },
      t("actions.resolve.failed")
    )
  }

  return (
    <FormDrawer
      title={t("actions.resolve.title")}
      description={t("actions.resolve.description")}
      submit={t("actions.resolve.submit")}
      isPending={resolve.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <KindSelect kind={kind} onChange={setKind} />
      {kind === "refunded" && (
        <TextInput
          label={t("fields.transactionHash")}
          value={hash}
          onChange={setHash}
          hint={
            isHashRequired && isConfirmed
              ? t("actions.resolve.transactionHintRemaining", {
                  remaining: formatPrice(remaining, paid.currencyCode, locale),
                })
              : t("actions.resolve.transactionHint")
          }
          error={
            isSubmitted &&
            isHashMissing &&
            t("actions.refund.transactionMissing")
          }
        />
      )}
      <TextInput
        label={t("actions.resolve.note")}
        value={note}
        onChange={setNote}
        multiline
        hint={t("actions.resolve.noteHint")}
        error={isSubmitted && isNoteMissing && t("actions.resolve.noteMissing")}
      />
    </FormDrawer>
  )
}

const KINDS: AdminCryptoResolutionKind[] = [
  "refunded",
  "order_placed_by_hand",
  "other",
]

type KindSelectProps = {
  kind: AdminCryptoResolutionKind
  onChange: (kind: AdminCryptoResolutionKind) => void
}

function KindSelect({ kind, onChange }: KindSelectProps) {
  const { t } = useTexts()
  const id = useId()
  const select = (value: string) => {
    const selected = KINDS.find((known) => known === value)
    if (selected) onChange(selected)
  }
  return (
    <div className="flex flex-col gap-y-2">
      <Label size="small" weight="plus" id={id}>
        {t("actions.resolve.kind")}
      </Label>
      <RadioGroup aria-labelledby={id} value={kind} onValueChange={select}>
        {KINDS.map((value) => (
          <div key={value} className="flex items-center gap-x-3">
            <RadioGroup.Item value={value} id={`${id}-${value}`} />
            <Label size="small" htmlFor={`${id}-${value}`}>
              {t(`actions.resolve.kinds.${value}`)}
            </Label>
          </div>
        ))}
      </RadioGroup>
    </div>
  )
}
