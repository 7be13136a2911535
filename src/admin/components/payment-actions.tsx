import { toast, usePrompt } from "@medusajs/ui"
import { Fragment, useState } from "react"
import { useNavigate } from "react-router-dom"
import {
  ActionMenu,
  type ActionRunner,
  FormDrawer,
  RadioField,
  RefundKindField,
  TextInput,
  useFormAction,
} from "./form-drawer"
import { ActionButton, Help, SmallText } from "./layout"
import { RequestRefundForm } from "./request-refund"
import {
  useCryptoPayment,
  useDetailReader,
  usePaymentAction,
} from "../hooks/use-crypto-payments"
import { type Translate, useTexts } from "../i18n/use-texts"
import {
  coinsText,
  coinText,
  factText,
  isolateText,
  isRefundable,
  refundablePrice,
} from "../lib/format"
import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
  AdminCryptoPaymentDetail,
  AdminCryptoRefundPart,
  AdminCryptoResolutionKind,
} from "../../api/types"
import { formatPrice } from "../../coins/price"
import { hashIn } from "../../coins/transaction-hash"

type PaymentProps = { payment: AdminCryptoPayment }

type PaymentActionsProps = PaymentProps & {
  /** What may be done: the menu beside the button. */
  allowed?: AdminCryptoPaymentAction[]
  /** What Medusa computed to give back, which a refund request begins with. */
  proposed?: string
}

/**
 * What can be done about a payment: a button for what it most likely needs, and a menu. Where its
 * box has the ways out, the menu has the rest.
 */
export function PaymentActions({
  payment,
  allowed,
  proposed,
}: PaymentActionsProps) {
  const { t } = useTexts()
  const runners = useRunners(payment, proposed)
  const boxed = allowed ? payment.ways_out : []
  const { primary_action } = payment
  const primary =
    primary_action && !boxed.includes(primary_action) ? primary_action : null
  const runner = primary && runners[primary]
  const others = (allowed ?? []).filter(
    (action) => action !== primary && !boxed.includes(action)
  )
  return (
    <div className="flex items-center gap-2 empty:hidden">
      {runner && (
        <ActionButton
          variant={payment.state === "attention" ? "primary" : "secondary"}
          onClick={runner.run}
          isLoading={runner.isPending}
        >
          {t(runner.label)}
        </ActionButton>
      )}
      {others.length > 0 && (
        <ActionMenu runners={others.map((action) => runners[action])} />
      )}
      {[...others, ...(primary ? [primary] : [])].map((action) => (
        <Fragment key={action}>{runners[action].form}</Fragment>
      ))}
    </div>
  )
}

type WayOutProps = PaymentProps & {
  action: AdminCryptoPaymentAction
  proposed?: string
  isFirst: boolean
}

/** A button, and what comes of it beside it. */
export function WayOut({ action, payment, proposed, isFirst }: WayOutProps) {
  const { t, locale } = useTexts()
  const runner = useRunners(payment, proposed)[action]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ActionButton
        variant={isFirst ? "primary" : "secondary"}
        onClick={runner.run}
        isLoading={runner.isPending}
      >
        {buttonText(action, payment, t, locale) ?? t(runner.label)}
      </ActionButton>
      <SmallText className="text-pretty">
        {wayText(action, payment, t, locale)}
      </SmallText>
      {runner.form}
    </div>
  )
}

/** With the sum, where the button names it. */
function buttonText(
  action: AdminCryptoPaymentAction,
  { attention_about }: AdminCryptoPayment,
  t: Translate,
  locale: string
): string | null {
  const left = attention_about?.left
  if (!left) return null
  const amount = formatPrice(left.amount, left.currency_code, locale)
  if (action === "accept") return t("actions.accept.labelOf", { amount })
  return action === "request_refund"
    ? t("actions.requestRefund.labelOf", { amount })
    : null
}

/** What comes of it: few facts have a text of their own. */
function wayText(
  action: AdminCryptoPaymentAction,
  { attention_fact: fact, attention_about: about }: AdminCryptoPayment,
  t: Translate,
  locale: string
): string {
  const usual = t(`attention.ways.${action}`, { defaultValue: "" })
  const paid = fact?.type === "cart_price_differs" ? fact.paid : null
  if (action === "retry_order" && paid) {
    return t("attention.ways.retry_order_cart_price_differs", {
      paid: formatPrice(paid.amount, paid.currency_code, locale),
    })
  }
  return action === "request_refund" && about?.unplaced
    ? t("attention.ways.request_refund_unplaced")
    : usual
}

function useRunners(
  payment: AdminCryptoPayment,
  proposed: string | undefined
): Record<AdminCryptoPaymentAction, ActionRunner> {
  const navigate = useNavigate()
  return {
    check: useCheck(payment),
    accept: useOrderAction(payment, "accept"),
    retry_order: useOrderAction(payment, "retryOrder"),
    allocate_items: {
      label: "actions.allocate.label",
      // Medusa's own form of the order.
      run: () => void navigate(`/orders/${payment.order_id}/allocate-items`),
    },
    request_refund: useFormAction("requestRefund", RequestRefundForm, {
      payment,
      proposed,
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
      toast.warning(t("actions.retryOrder.notPlaced", { detail }), {
        description: <Help topic="order_not_placed" />,
      })
    }
  )
  const label = `actions.${action}.label` as const
  const readDetail = useDetailReader()
  const run = async () => {
    // What the person decides about, whatever is shown when it is confirmed. Reading it may add
    // what no webhook reported, which makes another version of the same case.
    const detail = await readDetail(payment.id)
    const shown = detail && isSameCase(detail, payment) ? detail : payment
    const { version } = shown
    const confirmed = await prompt({
      title: titleOf(action, shown, t, locale) ?? t(label),
      description:
        placesText(shown, detail?.cart_contents ?? null, t) ??
        t(`actions.${action}.description`),
      confirmText: t(label),
      cancelText: t("actions.cancel"),
      variant: "confirmation",
    })
    if (confirmed) mutate({ shown: { version } })
  }
  return { label, run: () => void run(), isPending }
}

function isSameCase(read: AdminCryptoPayment, shown: AdminCryptoPayment) {
  return (
    read.state === shown.state &&
    read.attention_reason === shown.attention_reason &&
    read.order_id === shown.order_id &&
    read.refund_status === shown.refund_status &&
    read.open_refund?.id === shown.open_refund?.id
  )
}

/** What cannot be undone names the sum, and that of the price where it is less. */
function titleOf(
  action: "accept" | "retryOrder",
  { attention_about, amount: due, currency_code }: AdminCryptoPayment,
  t: Translate,
  locale: string
): string | null {
  const { left, price = null } = attention_about ?? {}
  const opened = due && currency_code ? { amount: due, currency_code } : null
  const of = price ?? opened
  if (!left || !of) return null
  return t(`actions.${action}.title`, {
    amount: formatPrice(left.amount, left.currency_code, locale),
    price: formatPrice(of.amount, of.currency_code, locale),
  })
}

/** And what is ordered, and for whom; null where an order is there already. */
function placesText(
  { attention_about: about, order, cart }: AdminCryptoPayment,
  contents: AdminCryptoPaymentDetail["cart_contents"],
  t: Translate
): string | null {
  const customer = about?.customer ?? cart?.email
  if (order || !contents || !customer) return null
  return t("actions.accept.places", {
    items: contents.items.map(isolateText).join(", "),
    customer: isolateText(customer),
  })
}

type PaymentFormProps = { payment: AdminCryptoPayment; onClose: () => void }

function RecordRefundForm({ payment, onClose }: PaymentFormProps) {
  const { t, locale } = useTexts()
  const { remaining, remainingPrice, currency_code, surplus } =
    useRemaining(payment)
  const [{ version }] = useState(payment)
  const [chosenKind, setKind] = useState<AdminCryptoRefundPart>()
  const [enteredAmount, setEnteredAmount] = useState<string>()
  const [hash, setHash] = useState("")
  const [note, setNote] = useState("")
  const isNothingLeft = !isRefundable(remaining, remaining)
  const kind = chosenKind ?? (surplus && isNothingLeft ? "surplus" : "price")
  const isSurplus = kind === "surplus"
  const left = isSurplus ? (surplus ?? "0") : remaining
  const coin = coinText(payment) ?? ""
  const leftText = isSurplus ? coinsText(left, coin, locale) : remainingPrice
  const amount = (enteredAmount ?? left).trim()
  const isAmountInvalid = !isRefundable(amount, left)
  const transaction_hash = hashIn(hash)
  const isHashMissing = transaction_hash === ""
  const body = {
    shown: { version },
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
          surplus={coinsText(surplus, coin, locale)}
          onChange={(selected) => {
            setKind(selected)
            setEnteredAmount(undefined)
          }}
        />
      )}
      <TextInput
        label={t("actions.refund.amount", {
          currency: isSurplus ? coin : currency_code.toUpperCase(),
        })}
        value={enteredAmount ?? left}
        onChange={setEnteredAmount}
        inputMode="decimal"
        hint={t("actions.refund.amountHint", { remaining: leftText })}
        isInvalid={isAmountInvalid}
      />
      <TextInput
        label={t("fields.transactionHash")}
        value={hash}
        onChange={setHash}
        error={isHashMissing && t("actions.refund.transactionMissing")}
      />
      <TextInput
        label={t("fields.note")}
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
  const [{ version }] = useState(payment)
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
  const transaction_hash = (isRefund && hashIn(hash)) || undefined
  const body = {
    shown: { version },
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
            isHashRequired &&
            isConfirmed &&
            t("actions.resolve.transactionHintRemaining", {
              remaining: remainingPrice,
            })
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
          error={isNumberInvalid && t("actions.resolve.orderNumberInvalid")}
        />
      )}
      <TextInput
        label={t("fields.note")}
        value={note}
        onChange={setNote}
        multiline
        error={isNoteMissing && t("actions.resolve.noteMissing")}
      />
    </FormDrawer>
  )
}

/** What can still be refunded; its refunds are unknown until they are loaded. */
function useRemaining(payment: AdminCryptoPayment) {
  const { locale } = useTexts()
  const { data: detail } = useCryptoPayment(payment.id)
  const { amount, currency_code } = refundablePrice(detail ?? payment)
  // Less what is requested: its refund is recorded with the request.
  const remaining = detail?.refund_left ?? amount
  const remainingPrice = formatPrice(remaining, currency_code, locale)
  const surplus = detail?.surplus_left ?? null
  const isKnown = Boolean(detail)
  return { remaining, remainingPrice, currency_code, surplus, isKnown }
}

const KINDS: AdminCryptoResolutionKind[] = [
  "refunded",
  "order_placed_by_hand",
  "other",
]
