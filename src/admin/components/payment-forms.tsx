import { toast } from "@medusajs/ui"
import { useState } from "react"

import type {
  AdminCryptoPayment,
  AdminCryptoResolutionKind,
} from "../../api/types"
import { useCryptoPayment } from "../hooks/use-crypto-payments"
import { usePaymentAction } from "../hooks/use-payment-actions"
import { useTexts } from "../i18n/use-texts"
import { formatPrice, isRefundable, refundablePrice } from "../lib/money"
import { shownOf } from "../lib/payments"
import { RadioField } from "./form-choices"
import { FormDrawer, TextInput } from "./form-drawer"
import { type RefundKind, RefundKindField } from "./refund-kind"

type PaymentFormProps = { payment: AdminCryptoPayment; onClose: () => void }

/** Records a full or partial refund that the merchant sent. */
export function RecordRefundForm({ payment, onClose }: PaymentFormProps) {
  const { t } = useTexts()
  const { remaining, remainingPrice, currencyCode, surplus } =
    useRemaining(payment)
  const [shown] = useState(() => shownOf(payment))
  const [chosenKind, setKind] = useState<RefundKind>()
  const [enteredAmount, setEnteredAmount] = useState<string>()
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const isNothingLeft = !isRefundable(remaining, remaining)
  const kind = chosenKind ?? (surplus && isNothingLeft ? "surplus" : "price")
  const isSurplus = kind === "surplus"
  const left = isSurplus ? (surplus ?? "0") : remaining
  const leftText = isSurplus
    ? `${left} ${payment.crypto_currency ?? ""}`
    : remainingPrice
  const amount = (enteredAmount ?? left).trim()
  const isAmountInvalid = !isRefundable(amount, left)
  const transaction_hash = hash.trim()
  const isHashMissing = transaction_hash === ""
  const body = {
    shown,
    ...(isSurplus ? { kind, crypto_amount: amount } : { amount }),
    transaction_hash,
    note: note.trim() || undefined,
  }
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
      {surplus !== null && !isNothingLeft && (
        <RefundKindField
          kind={kind}
          price={remainingPrice}
          surplus={`${surplus} ${payment.crypto_currency ?? ""}`}
          onChange={(selected) => {
            setKind(selected)
            setEnteredAmount(undefined)
          }}
        />
      )}
      <TextInput
        label={t("actions.refund.amount", {
          currency: isSurplus
            ? (payment.crypto_currency ?? "")
            : currencyCode.toUpperCase(),
        })}
        value={enteredAmount ?? left}
        onChange={setEnteredAmount}
        inputMode="decimal"
        hint={t("actions.refund.amountHint", { remaining: leftText })}
        error={
          isAmountInvalid &&
          t("actions.refund.amountInvalid", { remaining: leftText })
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

/** Records how a payment that needed attention was resolved. */
export function ResolveForm({ payment, onClose }: PaymentFormProps) {
  const { t } = useTexts()
  const { remaining, remainingPrice, isKnown } = useRemaining(payment)
  const [shown] = useState(() => shownOf(payment))
  // The received amount is unknown until the gateway confirms the payment.
  const isConfirmed = payment.state === "attention"
  const [kind, setKind] = useState<AdminCryptoResolutionKind>(
    isConfirmed ? "refunded" : "other"
  )
  const [note, setNote] = useState("")
  const [hash, setHash] = useState("")
  const [enteredOrder, setEnteredOrder] = useState("")
  const isRefund = kind === "refunded"
  // An amount without a recorded refund requires its transaction.
  const isHashRequired =
    isRefund && isKnown && isRefundable(remaining, remaining)
  const isHashMissing = isHashRequired && hash.trim() === ""
  const isByHand = kind === "order_placed_by_hand"
  const number = isByHand ? enteredOrder.trim().replace(/^#/, "") : ""
  const isNumberInvalid = number !== "" && !/^[1-9]\d{0,8}$/.test(number)
  const isNoteMissing = !isRefund && number === "" && note.trim() === ""
  const transaction_hash = (isRefund && hash.trim()) || undefined
  const body = {
    shown,
    kind,
    note: note.trim() || undefined,
    order_number: number === "" ? undefined : Number(number),
    transaction_hash,
  }
  return (
    <FormDrawer
      action="resolve"
      mutation={usePaymentAction(payment.id, "resolve", () => {
        onClose()
        toast.success(t("actions.resolve.done"))
      })}
      body={isNoteMissing || isHashMissing || isNumberInvalid ? null : body}
      onClose={onClose}
    >
      <RadioField
        label={t("actions.resolve.kind")}
        value={kind}
        options={KINDS.map((value) => ({
          value,
          label: t(`actions.resolve.kinds.${value}`),
        }))}
        onChange={setKind}
      />
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
      {isByHand && (
        <TextInput
          label={t("actions.resolve.orderNumber")}
          value={enteredOrder}
          onChange={setEnteredOrder}
          inputMode="numeric"
          hint={t("actions.resolve.orderNumberHint")}
          error={isNumberInvalid && t("actions.resolve.orderNumberInvalid")}
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
  const { remaining: unrecorded, currencyCode } = refundablePrice(
    detail ?? payment
  )
  // Less what is requested: its refund is recorded with the request.
  const remaining = detail?.refund_left ?? unrecorded
  const remainingPrice = formatPrice(remaining, currencyCode, locale)
  const surplus = detail?.surplus_left ?? null
  const isKnown = Boolean(detail)
  return { remaining, remainingPrice, currencyCode, surplus, isKnown }
}

const KINDS: AdminCryptoResolutionKind[] = [
  "refunded",
  "order_placed_by_hand",
  "other",
]
