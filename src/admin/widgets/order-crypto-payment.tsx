import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, InlineTip, Skeleton, StatusBadge, Text } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import { AttentionBox } from "../components/attention-box"
import {
  ErrorBoundary,
  withDashboardContexts,
} from "../components/dashboard-contexts"
import {
  ActionButton,
  AdminLink,
  Help,
  Section,
  SmallText,
} from "../components/layout"
import { PaymentActions } from "../components/payment-actions"
import { withRefundLink } from "../components/request-refund"
import {
  BriefFields,
  Copyable,
  Fields,
  ManualConfirmationBadge,
  PaymentLinks,
  Price,
  QrCode,
  StateBadges,
  TestBanner,
  Timestamp,
} from "../components/values"
import {
  REFRESH_MS,
  useAction,
  useCryptoPayment,
  useOrderCryptoPayments,
  useOtherAttempts,
} from "../hooks/use-crypto-payments"
import { useTexts } from "../i18n/use-texts"
import { coinText, isOver } from "../lib/format"
import {
  isOpenRequest,
  isPaidInCrypto,
  isShownInFull,
  refundText,
} from "../lib/payments"
import { sdk } from "../lib/sdk"
import type {
  AdminCryptoOrder,
  AdminCryptoOrderResponse,
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import { formatPrice } from "../../coins/price"

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
  expected: boolean
}

/**
 * Renders nothing where no payment is and none can be asked for, nor on an error,
 * unless a payment is expected.
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
        {cryptoOrder && (
          <UnpaidOrder order={cryptoOrder} number={order.display_id} />
        )}
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
  /** What Medusa computed to give back. */
  toReturn: string | undefined
}

function CryptoPayment({ payment, toReturn }: OrderPaymentProps) {
  const { t } = useTexts()
  const { data: detail } = useCryptoPayment(payment.id)
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
      <AttentionBox
        payment={payment}
        requests={detail?.refund_requests}
        proposed={toReturn}
      />
      <BriefFields
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
        <PaymentActions
          payment={payment}
          allowed={detail?.allowed_actions}
          proposed={toReturn}
        />
      </div>
    </article>
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
  return (
    <div className="divide-y">
      <Text size="small" weight="plus" className="px-6 py-3">
        {t("detail.attempts")}
      </Text>
      <PaymentLinks payments={others} />
    </div>
  )
}

function OrderRefunds({ payment }: { payment: AdminCryptoPaymentDetail }) {
  const { t, locale } = useTexts()
  const { refunds = [], refund_requests = [], open_refund } = payment
  // The box above has the one that is waited for.
  const open = refund_requests
    .filter(isOpenRequest)
    .filter(({ id }) => id !== open_refund?.id)
  return (
    <>
      {refunds.map((refund) => (
        <Fields
          key={refund.id}
          rows={{
            "refundStatus.refunded": (
              <>
                <span>{refundText(refund, coinText(payment), locale)}</span>
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
      {open.map((request) => (
        <Fields
          key={request.id}
          rows={{
            "fields.refundRequest": (
              <>
                {refundText(request, coinText(request), locale)},{" "}
                {t(`refundState.${request.state}`)}
              </>
            ),
          }}
        />
      ))}
    </>
  )
}

type OrderProps = { order: AdminCryptoOrder }

/** What an order placed before its payment awaits, or that it was not paid in time. */
function UnpaidOrder({ order, number }: OrderProps & { number?: number }) {
  const { t, locale } = useTexts()
  const { unpaid, pay_until, due, received } = order
  const isAwaiting = unpaid === "awaiting"
  if (!unpaid) return null
  const price = ({ amount, currency_code }: NonNullable<typeof due>) =>
    formatPrice(amount, currency_code, locale)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      {isAwaiting && !received && (
        <div>
          <StatusBadge color="orange" className="text-nowrap">
            {t("order.awaiting")}
          </StatusBadge>
        </div>
      )}
      {unpaid === "canceled" && (
        <SmallText>
          {t("timeline.entries.canceled_unpaid", { number: number ?? "?" })}
        </SmallText>
      )}
      {due && received && (
        <Text size="small" weight="plus">
          {t("order.received", {
            received: price(received),
            due: price(due),
          })}
        </Text>
      )}
      <Fields
        className="empty:hidden"
        rows={{
          "fields.due": isAwaiting && !received && due && price(due),
          "fields.payUntil": !received && pay_until && (
            <Timestamp time={pay_until} />
          ),
        }}
      />
      {!received && pay_until && isOver(pay_until) && (
        <SmallText className="text-pretty">{t("order.over")}</SmallText>
      )}
    </div>
  )
}

/** What Medusa computed to give back; nothing where there is nothing. */
function ToReturn({ order: { to_return } }: OrderProps) {
  const { t, locale } = useTexts()
  if (!to_return) return null
  const amount = formatPrice(to_return.amount, to_return.currency_code, locale)
  return (
    <div className="px-6 py-4">
      <InlineTip variant="info" label={t("fields.toReturn")}>
        {t("order.toReturn", { amount })}
      </InlineTip>
    </div>
  )
}

function PaymentLink({ order }: OrderProps) {
  const { t, locale } = useTexts()
  const { id, due, payment_link: link } = order
  if (!due || !link) return null
  const amount = formatPrice(due.amount, due.currency_code, locale)
  return (
    <div className="flex flex-col gap-y-3 px-6 py-4">
      <div>
        <Text size="small" weight="plus">
          {t("actions.paymentLink.title")}
        </Text>
        <SmallText className="text-pretty">
          {t("actions.paymentLink.description", { amount })}
        </SmallText>
      </div>
      {!link.has_page ? (
        <InlineTip variant="warning" label={t("setup.payPage")}>
          {t("noPage")}
        </InlineTip>
      ) : link.url ? (
        <div className="txt-compact-small flex flex-col gap-y-3">
          <Copyable label="actions.paymentLink.title" value={link.url} />
          <QrCode text={link.url} label={t("qr", { text: link.url })} />
        </div>
      ) : (
        <CreateLinkButton orderId={id} />
      )}
    </div>
  )
}

/** For an order without an unpaid payment collection, such as a converted draft order. */
function CreateLinkButton({ orderId }: { orderId: string }) {
  const { t } = useTexts()
  const create = useAction("paymentLink", async () => {
    // It may be paid, or have a collection, since the page was loaded.
    const { due, payment_link } = await fetchCryptoOrder(orderId)
    if (!due || payment_link?.payment_collection_id !== null) return
    await sdk.admin.paymentCollection.create({
      order_id: orderId,
      amount: Number(due.amount),
    })
  })
  // A double click comes before the button is rendered as loading.
  const isRunning = useRef(false)
  const handleClick = () => {
    if (isRunning.current) return
    isRunning.current = true
    create.mutate(undefined, { onSettled: () => (isRunning.current = false) })
  }
  return (
    <div>
      <ActionButton onClick={handleClick} isLoading={create.isPending}>
        {t("actions.paymentLink.label")}
      </ActionButton>
    </div>
  )
}

/** What is due for an order: read again while it awaits its payment, and when `version` changes. */
function useCryptoOrder(orderId: string, version: unknown) {
  return useQuery({
    queryKey: ["crypto-payments", "order", orderId, version],
    queryFn: () => fetchCryptoOrder(orderId),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.unpaid === "awaiting" ? REFRESH_MS : false,
  })
}

async function fetchCryptoOrder(orderId: string) {
  const { crypto_order } = await sdk.client.fetch<AdminCryptoOrderResponse>(
    `/admin/crypto-payments/orders/${encodeURIComponent(orderId)}`
  )
  return crypto_order
}
