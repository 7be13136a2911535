import { Label, RadioGroup, toast } from "@medusajs/ui"
import { useId, useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoResolutionKind,
} from "../../api/types"
import { useCryptoPayment } from "../hooks/use-crypto-payments"
import { usePaymentAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { formatPrice, isRefundable, refundablePrice } from "../lib/money"
import { formButton, FormDrawer, TextInput } from "./form-drawer"

type PaymentProps = { payment: AdminCryptoPayment }

type PaymentFormProps = PaymentProps & { onClose: () => void }

/** Records a full or partial refund that the merchant sent. */
export const RecordRefundButton = formButton<PaymentProps>(
  "refund",
  RecordRefundForm
)

/** Records how a payment that needed attention was resolved. */
export const ResolveButton = formButton<PaymentProps>("resolve", ResolveForm)

function RecordRefundForm({ payment, onClose }: PaymentFormProps) {
  const { t } = useTexts()
  const { remaining, remainingPrice, currencyCode } = useRemaining(payment)
  const [enteredAmount, setEnteredAmount] = useState<string>()
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const amount = (enteredAmount ?? remaining).trim()
  const isAmountInvalid = !isRefundable(amount, remaining)
  const transaction_hash = hash.trim()
  const isHashMissing = transaction_hash === ""
  const body = { amount, transaction_hash, note: note.trim() || undefined }
  return (
    <FormDrawer
      action="refund"
      mutation={usePaymentAction(payment.id, "refund", () => {
        onClose()
        toast.success(t("actions.refund.done"))
      })}
      body={isAmountInvalid || isHashMissing ? null : body}
      onClose={onClose}
    >
      <TextInput
        label={t("actions.refund.amount", {
          currency: currencyCode.toUpperCase(),
        })}
        value={enteredAmount ?? remaining}
        onChange={setEnteredAmount}
        inputMode="decimal"
        hint={t("actions.refund.amountHint", { remaining: remainingPrice })}
        error={
          isAmountInvalid &&
          t("actions.refund.amountInvalid", { remaining: remainingPrice })
        }
      />
      <TextInput
        label={t("fields.transactionHash")}
        value={hash}
        onChange={setHash}
        hint={t("actions.refund.transactionHint")}
        error={isHashMissing && t("actions.refund.transactionMissing")}
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

function ResolveForm({ payment, onClose }: PaymentFormProps) {
  const { t } = useTexts()
  const { remaining, remainingPrice, isKnown } = useRemaining(payment)
  // The received amount is unknown until the gateway confirms the payment.
  const isConfirmed = payment.state === "attention"
  const [kind, setKind] = useState<AdminCryptoResolutionKind>(
    isConfirmed ? "refunded" : "other"
  )
  const [note, setNote] = useState("")
  const [hash, setHash] = useState("")
  const isRefund = kind === "refunded"
  // An amount without a recorded refund requires its transaction.
  const isHashRequired =
    isRefund && isKnown && isRefundable(remaining, remaining)
  const isHashMissing = isHashRequired && hash.trim() === ""
  const isNoteMissing = !isRefund && note.trim() === ""
  const transaction_hash = (isRefund && hash.trim()) || undefined
  const body = { kind, note: note.trim() || undefined, transaction_hash }
  return (
    <FormDrawer
      action="resolve"
      mutation={usePaymentAction(payment.id, "resolve", () => {
        onClose()
        toast.success(t("actions.resolve.done"))
      })}
      body={isNoteMissing || isHashMissing ? null : body}
      onClose={onClose}
    >
      <KindSelect kind={kind} onChange={setKind} />
      {isRefund && (
        <TextInput
          label={t("fields.transactionHash")}
          value={hash}
          onChange={setHash}
          hint={
            isHashRequired && isConfirmed
              ? t("actions.resolve.transactionHintRemaining", {
                  remaining: remainingPrice,
                })
              : t("actions.resolve.transactionHint")
          }
          error={isHashMissing && t("actions.refund.transactionMissing")}
        />
      )}
      <TextInput
        label={t("actions.resolve.note")}
        value={note}
        onChange={setNote}
        multiline
        hint={t("actions.resolve.noteHint")}
        error={isNoteMissing && t("actions.resolve.noteMissing")}
      />
    </FormDrawer>
  )
}

/** What can still be refunded; its refunds are unknown until they are loaded. */
function useRemaining(payment: AdminCryptoPayment) {
  const { locale } = useTexts()
  const { data: detail } = useCryptoPayment(payment.id)
  const { remaining, currencyCode } = refundablePrice(detail ?? payment)
  const remainingPrice = formatPrice(remaining, currencyCode, locale)
  return { remaining, remainingPrice, currencyCode, isKnown: Boolean(detail) }
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
