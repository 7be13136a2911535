import { toast } from "@medusajs/ui"
import { useState } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { useCryptoPayment } from "../hooks/use-crypto-payments"
import { handleResult, useRecordRefund } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import {
  formatPrice,
  isRefundable,
  paidPrice,
  remainingAmount,
} from "../lib/money"
import { FormDrawer, TextInput } from "./form-drawer"

type RecordRefundDrawerProps = {
  payment: AdminCryptoPayment
  onClose: () => void
}

/** Records a full or partial refund that the merchant sent. */
export function RecordRefundDrawer({
  payment,
  onClose,
}: RecordRefundDrawerProps) {
  const { t, locale } = useTexts()
  const { data: detail } = useCryptoPayment(payment.id)
  const paid = paidPrice(detail ?? payment)
  const record = useRecordRefund(payment.id)
  const remaining = remainingAmount(
    paid.amount,
    (detail?.refunds ?? []).map(({ amount }) => amount)
  )
  const remainingPrice = formatPrice(remaining, paid.currencyCode, locale)

  const [enteredAmount, setEnteredAmount] = useState<string>()
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const [isSubmitted, setIsSubmitted] = useState(false)
  const amount = (enteredAmount ?? remaining).trim()
  const isAmountInvalid = !isRefundable(amount, remaining)
  const isHashMissing = hash.trim() === ""

  const submit = () => {
    setIsSubmitted(true)
    if (isAmountInvalid || isHashMissing) return
    handleResult(
      record.mutateAsync({
        amount,
        transaction_hash: hash.trim(),
        ...(note.trim() ? { note: note.trim() } : {}),
      }),
      () => {
        toast.success(t("actions.refund.done"))
        onClose()
      },
      t("actions.refund.failed")
    )
  }

  return (
    <FormDrawer
      title={t("actions.refund.title")}
      description={t("actions.refund.description")}
      submit={t("actions.refund.submit")}
      isPending={record.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t("actions.refund.amount", {
          currency: paid.currencyCode.toUpperCase(),
        })}
        value={enteredAmount ?? remaining}
        onChange={setEnteredAmount}
        inputMode="decimal"
        hint={t("actions.refund.amountHint", { remaining: remainingPrice })}
        error={
          isSubmitted &&
          isAmountInvalid &&
          t("actions.refund.amountInvalid", { remaining: remainingPrice })
        }
      />
      <TextInput
        label={t("fields.transactionHash")}
        value={hash}
        onChange={setHash}
        hint={t("actions.refund.transactionHint")}
        error={
          isSubmitted && isHashMissing && t("actions.refund.transactionMissing")
        }
      />
      <TextInput
        label={t("actions.refund.note")}
        value={note}
        onChange={setNote}
        multiline
      />
    </FormDrawer>
  )
}
