import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, InlineTip, Skeleton, Text } from "@medusajs/ui"
import {
  ErrorBoundary,
  withDashboardContexts,
} from "../components/dashboard-contexts"
import { AdminLink, Help, Section, SmallText } from "../components/layout"
import { PaymentLink, ToReturn, UnpaidOrder } from "../components/order-payment"
import { CheckButton } from "../components/payment-actions"
import {
  ManualConfirmationBadge,
  PaymentLinks,
  StateBadges,
  TestBanner,
} from "../components/payment-status"
import {
  RequestRefundButton,
  withRefundLink,
} from "../components/request-refund"
import {
  Copyable,
  Fields,
  PaymentFields,
  Price,
  useFact,
} from "../components/values"
import {
  useCryptoOrder,
  useCryptoPayment,
  useOrderCryptoPayments,
  useOtherAttempts,
} from "../hooks/use-crypto-payments"
import { useAdvice, useTexts } from "../i18n/use-texts"
import {
  isOpenRequest,
  isPaidInCrypto,
  isShownInFull,
  refundText,
} from "../lib/payments"
import type {
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"

/** The crypto payments of an order, on the order page. */
function OrderCryptoPaymentWidget({
  data: order,
}: DetailWidgetProps<AdminOrder>) {
  const expected = isPaidInCrypto(order)
  return (
    <ErrorBoundary fallback={expected ? <OrderNote topic="error" /> : null}>
      <OrderCryptoPayments order={order} expected={expected} />
    </ErrorBoundary>
  )
}

export default withDashboardContexts(withRefundLink(OrderCryptoPaymentWidget))

export const config = defineWidgetConfig({
  id: "medusa-payment-crypto:order-crypto-payment",
  zone: "order.details.side.before",
})

type OrderCryptoPaymentsProps = {
  order: AdminOrder
  /** The order has a payment of one of the plugin's providers. */
  expected: boolean
}

/**
 * Renders nothing where there is no payment and none can be asked for, nor on an
 * error, unless a payment is expected.
 */
function OrderCryptoPayments({ order, expected }: OrderCryptoPaymentsProps) {
  const { t } = useTexts()
  const { id, status, summary, payment_collections } = order
  const { data: payments, isError } = useOrderCryptoPayments(id, expected)
  const { data: cryptoOrder } = useCryptoOrder(id, [
    status,
    summary?.pending_difference,
    payment_collections?.length,
  ])
  const isDue = Boolean(cryptoOrder?.unpaid ?? cryptoOrder?.payment_link)

  if (payments && (payments.length > 0 || (isDue && !expected))) {
    const shown = payments.filter(isShownInFull)
    const title = shown.length > 1 ? "menu.payments" : "menu.payment"
    return (
      <Section title={t(title)}>
        {cryptoOrder && <UnpaidOrder order={cryptoOrder} />}
        {cryptoOrder && <ToReturn order={cryptoOrder} />}
        {shown.map((payment) => (
          <CryptoPayment
            key={payment.id}
            payment={payment}
            toReturn={cryptoOrder?.to_return?.amount}
          />
        ))}
        {cryptoOrder && <PaymentLink order={cryptoOrder} />}
        <OtherAttempts payments={payments} shown={shown} />
      </Section>
    )
  }
  if (!expected) return null
  if (isError) return <OrderNote topic="error" />
  if (payments) return <OrderNote topic="missingRecord" />
  return (
    <Section title={t("menu.payment")}>
      <div className="px-6 py-4">
        <Skeleton className="h-28 w-full" />
      </div>
    </Section>
  )
}

function OrderNote({ topic }: { topic: "error" | "missingRecord" }) {
  const { t } = useTexts()
  return (
    <Container>
      <SmallText leading="compact">
        <Help text={t(`order.${topic}`)} topic={topic} />
      </SmallText>
    </Container>
  )
}

type PaymentProps = { payment: AdminCryptoPayment }

type OrderPaymentProps = PaymentProps & {
  /** What Medusa computed to give back, which a refund request begins with. */
  toReturn: string | undefined
}

function CryptoPayment({ payment, toReturn }: OrderPaymentProps) {
  const { t } = useTexts()
  const { data: detail } = useCryptoPayment(payment.id)
  const isRefundable = detail?.allowed_actions?.includes("request_refund")
  return (
    <article className="flex flex-col gap-y-4 px-6 py-4">
      {payment.is_test && <TestBanner />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text weight="plus" className="text-ui-fg-base">
          <Price payment={payment} />
        </Text>
        <div className="flex flex-wrap items-center gap-1">
          <ManualConfirmationBadge payment={payment} />
          <StateBadges payment={payment} />
        </div>
      </div>
      <AttentionTip payment={payment} />
      <PaymentFields
        payment={{
          ...payment,
          surplus_left: detail?.surplus_left,
          address_url: detail?.address_url,
        }}
      />
      {detail && <OrderRefunds payment={detail} />}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AdminLink to={`/crypto-payments/${payment.id}`}>
          <span className="txt-compact-small-plus">{t("order.details")}</span>
        </AdminLink>
        <div className="flex flex-wrap gap-2">
          {isRefundable && (
            <RequestRefundButton payment={payment} proposed={toReturn} />
          )}
          {payment.gateway_payment_id && <CheckButton payment={payment} />}
        </div>
      </div>
    </article>
  )
}

function AttentionTip({ payment }: PaymentProps) {
  const { t } = useTexts()
  const advice = useAdvice(payment)
  const fact = useFact(payment)
  if (!advice) return null
  return (
    <InlineTip variant="error" label={t("state.attention")}>
      {fact && <bdi className="txt-small-plus">{fact}</bdi>}{" "}
      {advice.what_happened} <Help topic={payment.attention_reason} />
    </InlineTip>
  )
}

type OtherAttemptsProps = {
  payments: AdminCryptoPayment[]
  /** Those of them that are shown in full. */
  shown: AdminCryptoPayment[]
}

/** Attempts to pay the order, or its cart, that came to nothing. */
function OtherAttempts({ payments, shown }: OtherAttemptsProps) {
  const { t } = useTexts()
  const cartId = payments.find(({ cart_id }) => cart_id)?.cart_id ?? null
  const { data: ofCart = [] } = useOtherAttempts(
    cartId,
    payments.map(({ id }) => id)
  )
  const others = [
    ...payments.filter((payment) => !shown.includes(payment)),
    ...ofCart,
  ]
  if (others.length === 0) return null
  const title = shown.length > 0 ? "order.attempts" : "order.attemptsSoFar"
  return (
    <div className="divide-y">
      <Text size="small" weight="plus" className="px-6 py-3">
        {t(title, { count: others.length })}
      </Text>
      <PaymentLinks payments={others} />
    </div>
  )
}

/** The refunds of a payment and those that are requested, on the order page. */
function OrderRefunds({ payment }: { payment: AdminCryptoPaymentDetail }) {
  const { t, locale } = useTexts()
  const { refunds = [], refund_requests = [], crypto_currency } = payment
  return (
    <>
      {refunds.map((refund) => (
        <Fields
          key={refund.id}
          rows={{
            "refundStatus.refunded": (
              <>
                <span>{refundText(refund, crypto_currency, locale)}</span>
                <Copyable
                  label="fields.transactionHash"
                  value={refund.transaction_hash}
                  url={refund.transaction_url}
                />
              </>
            ),
          }}
        />
      ))}
      {refund_requests.filter(isOpenRequest).map((request) => (
        <Fields
          key={request.id}
          rows={{
            "fields.refundRequest": (
              <>
                {refundText(request, request.crypto_currency, locale)},{" "}
                {t(`refundState.${request.state}`)}
              </>
            ),
          }}
        />
      ))}
    </>
  )
}
