import { toast } from "@medusajs/ui"
import { useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoResolutionKind,
} from "../../api/types"
import { useResolve } from "../api/use-actions"
import { useCryptoPayment } from "../api/use-crypto-payment"
import { formatPrice } from "../format/format-price"
import { useTexts } from "../i18n/use-texts"
import { isRefundable, openAmount } from "../refunds/open-amount"
import { paidPrice } from "../refunds/paid-price"
import { Field } from "./field"
import { FormDrawer } from "./form-drawer"
import { KindChoice } from "./kind-choice"
import { tellOutcome } from "./tell-outcome"

type ResolveDrawerProps = { payment: AdminCryptoPayment; onClose: () => void }

/** Writes down how a payment that waited for a person came to its end. */
export function ResolveDrawer({ payment, onClose }: ResolveDrawerProps) {
  const { t, locale } = useTexts()
  const resolve = useResolve(payment.id)
  const { data: detail } = useCryptoPayment(payment.id)
  // Nobody knows how much came of a payment that was never confirmed.
  const isConfirmed = payment.state === "attention"
  const [kind, setKind] = useState<AdminCryptoResolutionKind>(
    isConfirmed ? "refunded" : "other"
  )
  const [note, setNote] = useState("")
  const [hash, setHash] = useState("")
  const [isTried, setIsTried] = useState(false)
  const paid = paidPrice(detail ?? payment)
  const open = openAmount(
    paid.amount,
    (detail?.refunds ?? []).map(({ amount }) => amount)
  )
  // What is not recorded as refunded yet needs the transaction that sent it.
  const isHashDue =
    kind === "refunded" && detail !== undefined && isRefundable(open, open)
  const isHashWrong = isHashDue && hash.trim() === ""
  const isNoteWrong = kind !== "refunded" && note.trim() === ""

  const submit = () => {
    setIsTried(true)
    if (isNoteWrong || isHashWrong) return
    tellOutcome(
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
      <KindChoice kind={kind} onChange={setKind} />
      {kind === "refunded" && (
        <Field
          label={t("actions.resolve.transactionHash")}
          value={hash}
          onChange={setHash}
          hint={
            isHashDue && isConfirmed
              ? t("actions.resolve.transactionHintOpen", {
                  open: formatPrice(open, paid.currencyCode, locale),
                })
              : t("actions.resolve.transactionHint")
          }
          error={isTried && isHashWrong && t("actions.refund.transactionWrong")}
        />
      )}
      <Field
        label={t("actions.resolve.note")}
        value={note}
        onChange={setNote}
        multiline
        hint={t("actions.resolve.noteHint")}
        error={isTried && isNoteWrong && t("actions.resolve.noteWrong")}
      />
    </FormDrawer>
  )
}
