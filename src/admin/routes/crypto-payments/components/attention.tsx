import { CurrencyDollar } from "@medusajs/icons"
import { Button, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import type {
  AdminCryptoPayment,
  AdminCryptoPaymentAction,
} from "../../../../api/types"
import {
  ErrorBoundary,
  withDashboardContexts,
} from "../../../components/dashboard-contexts"
import { AdminLink, Help, Section, SmallText } from "../../../components/layout"
import { PaymentActions } from "../../../components/payment-actions"
import { Price, Timestamp } from "../../../components/values"
import { useAttention } from "../../../hooks/use-crypto-payments"
import { useAdvice, useTexts } from "../../../i18n/use-texts"

/**
 * The sidebar's icon with the number of payments that need attention. Medusa's
 * sidebar has no badges, but accepts any component as an icon.
 */
export function AttentionIcon() {
  return (
    <>
      <CurrencyDollar />
      <ErrorBoundary fallback={null}>
        <AttentionCount />
      </ErrorBoundary>
    </>
  )
}

/** The newest payments that need attention; nothing if there are none. */
export function AttentionSection() {
  const { t } = useTexts()
  const { data } = useAttention()
  if (!data || data.count === 0) return null
  return (
    <Section
      title={t("attention.title", { count: data.count })}
      action={
        data.count > data.crypto_payments.length && (
          <Button size="small" variant="transparent" asChild>
            <Link to="/crypto-payments?attention=true">
              {t("attention.all")}
            </Link>
          </Button>
        )
      }
    >
      <ul className="divide-y">
        {data.crypto_payments.map((payment) => (
          <AttentionItem key={payment.id} payment={payment} />
        ))}
      </ul>
    </Section>
  )
}

const AttentionCount = withDashboardContexts(function Count() {
  const { t } = useTexts()
  const count = useAttention().data?.count ?? 0
  if (count === 0) return null
  const title = t("attention.title", { count })
  // The icon's box clips larger content, unless it is positioned absolutely.
  return (
    <span
      role="img"
      aria-label={title}
      title={title}
      className="bg-ui-tag-red-icon absolute -mt-6 ml-2 min-w-4 rounded-full px-1 text-center text-[10px] font-medium leading-4 text-white"
    >
      {count > 99 ? "99+" : count}
    </span>
  )
})

/** The actions that usually resolve each reason, most likely first. */
const ACTIONS_BY_REASON: Record<
  NonNullable<AdminCryptoPayment["attention_reason"]>,
  AdminCryptoPaymentAction[]
> = {
  amount_mismatch: ["request_refund", "record_refund", "resolve"],
  duplicate_payment: ["request_refund", "record_refund", "resolve"],
  order_not_placed: [
    "retry_order",
    "request_refund",
    "record_refund",
    "resolve",
  ],
  unmatched: ["resolve", "request_refund", "record_refund"],
  test_mode_mismatch: ["resolve", "request_refund", "record_refund"],
  late_payment: ["retry_order", "request_refund", "record_refund", "resolve"],
  unknown_status: ["check", "resolve"],
  underpaid: [
    "accept",
    "request_remainder",
    "request_refund",
    "record_refund",
    "resolve",
  ],
  received_amount_unknown: [
    "accept",
    "request_refund",
    "record_refund",
    "resolve",
  ],
}

/** What is late for a canceled order can pay for no other than that, placed again. */
function actionsFor({
  attention_reason: reason,
  order_id,
  cart_id,
}: AdminCryptoPayment): AdminCryptoPaymentAction[] {
  if (!reason) return []
  return reason === "late_payment" && order_id && cart_id
    ? ["reinstate", "request_refund", "record_refund", "resolve"]
    : ACTIONS_BY_REASON[reason]
}

function AttentionItem({ payment }: { payment: AdminCryptoPayment }) {
  const advice = useAdvice(payment)
  const reason = payment.attention_reason
  const email = payment.order?.email ?? payment.cart?.email
  return (
    <li className="flex flex-col gap-3 px-6 py-4 xl:flex-row xl:items-center xl:justify-between">
      <div className="flex min-w-0 flex-col gap-y-1">
        <Text size="small" weight="plus" className="flex flex-wrap gap-x-2">
          <AdminLink to={`/crypto-payments/${payment.id}`}>
            <Price payment={payment} />
          </AdminLink>
          <span className="text-ui-fg-subtle font-normal">
            <Timestamp time={payment.paid_at ?? payment.created_at} short />
          </span>
          {email && (
            <bdi className="text-ui-fg-subtle font-normal">{email}</bdi>
          )}
        </Text>
        {advice && (
          <SmallText className="text-pretty">
            {advice.what_happened} {advice.where_the_money_is}{" "}
            <Help topic={reason} />
          </SmallText>
        )}
      </div>
      <div className="xl:shrink-0">
        <PaymentActions payment={payment} actions={actionsFor(payment)} />
      </div>
    </li>
  )
}
