import { Badge, StatusBadge, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { Price, Timestamp } from "./values"
import { useTexts } from "../i18n/use-texts"
import { formatPrice, formatTime, isOver } from "../lib/format"
import type { AdminCryptoPayment } from "../../api/types"

type PaymentProps = { payment: AdminCryptoPayment }

/** The state of a payment; an open one may need attention as well, a paid one may be refunded. */
export function StateBadges({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { state, refund_status } = payment
  const isRefunded =
    refund_status === "refunded" &&
    (state === "settled" || state === "resolved")
  return (
    <>
      <StatusBadge
        color={isRefunded ? "grey" : STATE_COLORS[state]}
        className="text-nowrap"
      >
        {t(isRefunded ? "refundStatus.refunded" : `state.${state}`)}
      </StatusBadge>
      {refund_status && !isRefunded && (
        <Badge size="2xsmall" color="grey" className="text-nowrap">
          {t(`refundStatus.${refund_status}`)}
        </Badge>
      )}
      {state === "open" && payment.attention_reason && (
        <Badge size="2xsmall" color="red" className="text-nowrap">
          {t("state.attention")}
        </Badge>
      )}
    </>
  )
}

const STATE_COLORS = {
  creating: "grey",
  open: "orange",
  paid: "blue",
  settled: "green",
  attention: "red",
  resolved: "purple",
  closed: "grey",
} as const

/** What is due for the unpaid order of an open payment, and until when. */
export function OrderDue({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { order, state } = payment
  if (!order?.unpaid || (state !== "open" && state !== "creating")) return null
  const { amount_due, currency_code, pay_until } = order.unpaid
  const amount = formatPrice(amount_due, currency_code, locale)
  return pay_until
    ? t(isOver(pay_until) ? "due.over" : "due.until", {
        amount,
        time: formatTime(pay_until, locale, true),
      })
    : t("due.amount", { amount })
}

/** Marks a payment that was confirmed in the dashboard, not on the blockchain. */
export function ManualConfirmationBadge({ payment }: PaymentProps) {
  const { t } = useTexts()
  if (payment.gateway_status !== "confirmed_manual") return null
  return (
    <Badge size="2xsmall" color="purple">
      {t("gatewayStatus.confirmed_manual")}
    </Badge>
  )
}

/** Marks a test payment prominently: its order must not be shipped. */
export function TestBanner() {
  const { t } = useTexts()
  return (
    <div className="bg-ui-tag-orange-bg text-ui-tag-orange-text border-ui-tag-orange-border flex items-center gap-x-3 rounded-lg border px-3 py-2">
      <Badge size="xsmall" color="orange">
        {t("test.badge")}
      </Badge>
      <Text size="small" leading="compact" weight="plus">
        {t("test.note")}
      </Text>
    </div>
  )
}

/** Payments as a short list of links. */
export function PaymentLinks({ payments }: { payments: AdminCryptoPayment[] }) {
  return (
    <ul className="divide-y">
      {payments.map((payment) => (
        <li key={payment.id}>
          <Link
            to={`/crypto-payments/${payment.id}`}
            className="hover:bg-ui-bg-base-hover focus-visible:shadow-borders-focus flex flex-wrap items-center justify-between gap-2 px-6 py-3 outline-none"
          >
            <span className="flex flex-col">
              <span className="txt-compact-small-plus text-ui-fg-base">
                <Price payment={payment} />
              </span>
              <span className="txt-compact-xsmall text-ui-fg-subtle">
                <Timestamp time={payment.created_at} short />
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-1">
              <StateBadges payment={payment} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
