import { toast } from "@medusajs/ui"
import { useState } from "react"

import type { AdminCryptoPayment } from "../../api/types"
import { useRecordRefund } from "../api/use-actions"
import { useCryptoPayment } from "../api/use-crypto-payment"
import { formatPrice } from "../format/format-price"
import { useTexts } from "../i18n/use-texts"
import { isRefundable, openAmount } from "../refunds/open-amount"
import { paidPrice } from "../refunds/paid-price"
import { Field } from "./field"
import { FormDrawer } from "./form-drawer"
import { tellOutcome } from "./tell-outcome"

type RecordRefundDrawerProps = {
  payment: AdminCryptoPayment
  onClose: () => void
}

/** Writes down coins that the merchant sent back, in full or in part. */
export function RecordRefundDrawer({
  payment,
  onClose,
}: RecordRefundDrawerProps) {
  const { t, locale } = useTexts()
  const { data: detail } = useCryptoPayment(payment.id)
  const paid = paidPrice(detail ?? payment)
  const record = useRecordRefund(payment.id)
  const open = openAmount(
    paid.amount,
    (detail?.refunds ?? []).map(({ amount }) => amount)
  )
  const written = formatPrice(open, paid.currencyCode, locale)

  const [amount, setAmount] = useState<string>()
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const [isTried, setIsTried] = useState(false)
  const sum = (amount ?? open).trim()
  const isSumWrong = !isRefundable(sum, open)
  const isHashWrong = hash.trim() === ""

  const submit = () => {
    setIsTried(true)
    if (isSumWrong || isHashWrong) return
    tellOutcome(
      record.mutateAsync({
        amount: sum,
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
      <Field
        label={t("actions.refund.amount", {
          currency: paid.currencyCode.toUpperCase(),
        })}
        value={amount ?? open}
        onChange={setAmount}
        inputMode="decimal"
        hint={t("actions.refund.amountHint", { open: written })}
        error={
          isTried &&
          isSumWrong &&
          t("actions.refund.amountWrong", { open: written })
        }
      />
      <Field
        label={t("actions.refund.transactionHash")}
        value={hash}
        onChange={setHash}
        hint={t("actions.refund.transactionHint")}
        error={isTried && isHashWrong && t("actions.refund.transactionWrong")}
      />
      <Field
        label={t("actions.refund.note")}
        value={note}
        onChange={setNote}
        multiline
      />
    </FormDrawer>
  )
}
