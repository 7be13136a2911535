import { Badge, Container, Heading, Skeleton, Text, toast } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { useMatch } from "react-router-dom"
import type {
  AdminCryptoPaymentDetail,
  AdminCryptoPaymentEvent,
  AdminCryptoRefund,
} from "../../../../api/types"
import { formatPrice } from "../../../../coins/price"
import type { TimelineType } from "../../../../modules/crypto-payment/attempts/states"
import { AttentionBox } from "../../../components/attention-box"
import { withDashboardContexts } from "../../../components/dashboard-contexts"
import {
  ActionButton,
  AdminLink,
  Breadcrumb,
  ForeignText,
  LoadError,
  Section,
  SmallText,
} from "../../../components/layout"
import { PaymentActions } from "../../../components/payment-actions"
import { RefundRequest } from "../../../components/refund-requests"
import { withRefundLink } from "../../../components/request-refund"
import {
  ByUser,
  Copyable,
  Fields,
  ManualConfirmationBadge,
  OrderDue,
  PaymentFields,
  PaymentLinks,
  Price,
  QrCode,
  RecordedBy,
  StateBadges,
  TestBanner,
  Timestamp,
} from "../../../components/values"
import {
  useCryptoPayment,
  useOtherAttempts,
  usePaymentAction,
} from "../../../hooks/use-crypto-payments"
import { type TextKey, type Translate, useTexts } from "../../../i18n/use-texts"
import {
  coinsText,
  coinText,
  factText,
  isolateText,
  networkCoinText,
  refundablePrice,
  remainingAmount,
  statusText,
} from "../../../lib/format"
import { refundBadge, refundText } from "../../../lib/payments"
import { sdk } from "../../../lib/sdk"

function CryptoPaymentPage() {
  const id = useMatch("/crypto-payments/:id")?.params.id ?? ""
  const { data: payment, error, refetch } = useCryptoPayment(id)

  if (payment) {
    return (
      <div className="flex flex-col gap-3 xl:grid xl:grid-cols-[minmax(0,1fr)_400px] xl:items-start">
        <div className="flex flex-col gap-y-3">
          <SummarySection payment={payment} />
          <PaymentSection payment={payment} />
          <Timeline payment={payment} />
        </div>
        <div className="flex flex-col gap-y-3">
          <ResolutionSection payment={payment} />
          <OrderSection payment={payment} />
          <RefundsSection payment={payment} />
          <AttemptsSection payment={payment} />
        </div>
      </div>
    )
  }
  if (!error) {
    return (
      <Container className="flex flex-col gap-y-4 p-6">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-40 w-full" />
      </Container>
    )
  }
  return (
    <Container className="p-0">
      <LoadError error={error} onRetry={refetch} />
    </Container>
  )
}

export default withDashboardContexts(withRefundLink(CryptoPaymentPage))

export const handle = { breadcrumb: () => <Breadcrumb text="menu.payment" /> }

type PaymentProps = { payment: AdminCryptoPaymentDetail }

function SummarySection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { crypto_amount, is_test, state } = payment
  const coin = networkCoinText(payment)
  return (
    <Container className="flex flex-col gap-y-4">
      {is_test && <TestBanner />}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-2">
            <Heading className="break-words">
              {payment.amount ? <Price payment={payment} /> : t("menu.payment")}
            </Heading>
            <StateBadges payment={payment} />
            <ManualConfirmationBadge payment={payment} />
          </div>
          <SmallText className="[overflow-wrap:anywhere] empty:hidden">
            {coin && crypto_amount && (
              <span translate="no">
                {coinsText(crypto_amount, coin, locale)}
              </span>
            )}
          </SmallText>
          <SmallText className="empty:hidden">
            <OrderDue payment={payment} />
          </SmallText>
          {state === "open" && payment.gateway_status === "pending" && (
            <SmallText className="max-w-xl pt-2">
              {t("detail.mayBeUnderpaid")}
            </SmallText>
          )}
        </div>
        <PaymentActions payment={payment} allowed={payment.allowed_actions} />
      </div>
      <AttentionBox payment={payment} requests={payment.refund_requests} />
    </Container>
  )
}

function PaymentSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { wallet_address: address, state } = payment
  return (
    <Section title={t("detail.payment")}>
      <div className="flex flex-col gap-6 px-6 py-4 md:flex-row md:items-start">
        <div className="min-w-0 flex-1">
          <PaymentFields payment={payment} />
        </div>
        {address && state === "open" && (
          <QrCode text={address} label={t("qr", { text: address })} />
        )}
      </div>
    </Section>
  )
}

function Timeline({ payment }: PaymentProps) {
  const { t } = useTexts()
  const latestFirst = [...(payment.events ?? [])].reverse()
  return (
    <Section title={t("detail.timeline")}>
      <ol className="flex flex-col gap-y-4 px-6 py-4">
        {latestFirst.map((event) => (
          <Entry key={event.id} event={event} payment={payment} />
        ))}
      </ol>
    </Section>
  )
}

type EntryProps = PaymentProps & { event: AdminCryptoPaymentEvent }

function Entry({ event, payment }: EntryProps) {
  const { t, locale } = useTexts()
  const { source, at } = event
  return (
    <li className="grid grid-cols-[12px_1fr] gap-x-3">
      <span
        aria-hidden
        className="bg-ui-border-strong mt-1.5 size-2 justify-self-center rounded-full"
      />
      <div className="flex min-w-0 flex-col gap-y-0.5">
        <Text size="small" className="text-ui-fg-base text-pretty break-words">
          {entryText(event, payment, t, locale)}
        </Text>
        <ForeignText text={readText(event, "note")} />
        <RecordedBy time={at} userId={readText(event, "by") ?? null}>
          <span>
            {t(`timeline.source.${source === "view" ? "admin" : source}`, {
              defaultValue: source,
            })}
          </span>
        </RecordedBy>
      </div>
    </li>
  )
}

/** A text in the data of an entry, which is not typed and may be incomplete. */
function readText({ data }: AdminCryptoPaymentEvent, key: string) {
  const value = data?.[key]
  return typeof value === "string" && value !== "" ? value : undefined
}

function foundIn(event: AdminCryptoPaymentEvent) {
  return {
    attention_fact: event.data?.fact ?? null,
    attention_detail: readText(event, "detail") ?? null,
  }
}

function entryText(
  event: AdminCryptoPaymentEvent,
  payment: AdminCryptoPaymentDetail,
  t: Translate,
  locale: string
): string {
  const text = (key: string) => readText(event, key)
  const translated = (group: string, name?: string) =>
    name ? t(`${group}.${name}`, { defaultValue: name }) : ""
  const amount = text("amount")
  const currency = text("currency_code")
  const price = amount && currency && formatPrice(amount, currency, locale)
  const closeReason = text("why")
  const isSurplus = text("kind") === "surplus"
  const code = text("currency") ?? ""
  const coin = code === payment.crypto_currency ? coinText(payment) : code

  /** The texts of a type that has more than one. */
  const variants: Partial<Record<TimelineType, TextKey | false>> = {
    observation: !!amount && "timeline.observationWithCoins",
    settled: !text("order_id") && "timeline.settledWithoutOrder",
    closed: !!closeReason && "timeline.closedWithReason",
    not_expired:
      text("reason") === "coins_may_come" && "timeline.coinsMayArrive",
    refund_recorded: !isSurplus && !price && "actions.refund.done",
    refund_booked: !payment.order_id && "timeline.refundBookedWithoutOrder",
  }
  const { type } = event
  // Compiles only if every type of entry has a text.
  const key: TextKey = variants[type] || `timeline.entries.${type}`
  return t(key, {
    price: isSurplus ? t("refundKind.surplus") : (price ?? "?"),
    status: statusText(text("status") ?? "?", t),
    coins: coinsText(amount ?? "", coin, locale),
    message: isolateText(text("message") ?? ""),
    detail: factText(foundIn(event), t, locale) ?? "",
    reason: closeReason
      ? translated("timeline.closeReasons", closeReason)
      : t(`attention.reasons.${foundIn(event).attention_fact?.type}`, {
          defaultValue: translated("attention.reasons", text("reason")),
        }),
    kind: translated("actions.resolve.kinds", text("kind")),
    number: text("number") ?? text("order_id") ?? "?",
    // A newer server may write types that this page does not know.
    defaultValue: event.type.replaceAll("_", " "),
  })
}

function OrderSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const { order, cart, cart_contents: contents } = payment
  const { data: customer } = useCustomer(payment)
  const orderId = payment.order_id ?? order?.id
  const email = order?.email ?? cart?.email
  return (
    <Section title={t("fields.order")}>
      <Fields
        className="px-6 py-4"
        rows={{
          "fields.order": orderId ? (
            <AdminLink to={`/orders/${orderId}`}>
              {order?.display_id ? `#${order.display_id}` : orderId}
            </AdminLink>
          ) : (
            t("detail.noOrder")
          ),
          "fields.customer": customer && (
            <AdminLink to={`/customers/${customer.id}`}>
              <bdi>{customer.name || customer.email}</bdi>
            </AdminLink>
          ),
          "fields.email": email && <bdi>{email}</bdi>,
          "fields.cartItems":
            contents &&
            contents.items.map((item, index) => (
              <bdi key={index} className="block break-words">
                {item}
              </bdi>
            )),
          "fields.cartTotal":
            contents &&
            formatPrice(
              contents.total.amount,
              contents.total.currency_code,
              locale
            ),
          "fields.flow": payment.flow && t(`flow.${payment.flow}`),
        }}
      />
    </Section>
  )
}

/** What was sent back, and what is to be; but for what the box above has. */
function RefundsSection({ payment }: PaymentProps) {
  const { t, locale } = useTexts()
  const refunds = payment.refunds ?? []
  const requests = payment.refund_requests.filter(
    // A sent one stands with its refund.
    ({ id, state }) => state !== "sent" && id !== payment.open_refund?.id
  )
  if (refunds.length === 0 && requests.length === 0) return null
  const { amount, currency_code } = refundablePrice(payment)
  const price = (sum: string) => formatPrice(sum, currency_code, locale)
  // A surplus was never booked.
  const booked = refunds.filter(({ kind }) => kind !== "surplus")
  const left = remainingAmount(
    amount,
    booked.map((each) => each.amount)
  )
  return (
    <Section title={t("detail.refunds")}>
      {refunds.length > 0 && (
        <SmallText className="px-6 py-3">
          {t("detail.refundedOf", {
            refunded: price(remainingAmount(amount, [left])),
            price: price(amount),
          })}
        </SmallText>
      )}
      <ul className="divide-y">
        {requests.map((request) => (
          <RefundRequest key={request.id} request={request} />
        ))}
        {refunds.map((refund) => (
          <Refund key={refund.id} refund={refund} payment={payment} />
        ))}
      </ul>
    </Section>
  )
}

/** How a payment was resolved; nothing if it is settled by now. */
function ResolutionSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { resolution, resolution_url, state } = payment
  if (!resolution || (state !== "resolved" && state !== "closed")) return null
  const { kind, note, order, transaction_hash: hash, at, by } = resolution
  const isRecorded = payment.refunds?.some(
    ({ transaction_hash }) => transaction_hash === hash
  )
  return (
    <Section title={t("detail.resolution")}>
      <Fields
        className="px-6 py-4"
        rows={{
          "actions.resolve.kind": t(`actions.resolve.kinds.${kind}`),
          "fields.order": order && (
            <AdminLink to={`/orders/${order.id}`}>
              #{order.display_id}
            </AdminLink>
          ),
          "fields.note": note && <bdi>{note}</bdi>,
          "fields.transactionHash": {
            copy: isRecorded ? null : hash,
            url: resolution_url,
          },
          "state.resolved": (
            <>
              <Timestamp time={at} /> <ByUser userId={by} />
            </>
          ),
        }}
      />
    </Section>
  )
}

type RefundProps = PaymentProps & { refund: AdminCryptoRefund }

function Refund({ refund, payment }: RefundProps) {
  const { t, locale } = useTexts()
  const isSurplus = refund.kind === "surplus"
  const badge = refundBadge(refund, payment)
  const number = payment.order?.display_id
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Text size="small" weight="plus" className="break-words">
          {isSurplus && `${t("refundKind.surplus")}: `}
          {refundText(refund, coinText(payment), locale)}
        </Text>
        <Badge size="2xsmall" color={refund.booked_at ? "green" : "grey"}>
          {badge === "returned" && number
            ? t("detail.returnedOf", { number: `#${number}` })
            : t(`detail.${badge}`)}
        </Badge>
      </div>
      <div className="txt-compact-small text-ui-fg-subtle">
        <Copyable
          label="fields.transactionHash"
          value={refund.transaction_hash}
          url={refund.transaction_url}
        />
      </div>
      <ForeignText text={refund.note} />
      <RecordedBy time={refund.created_at} userId={refund.created_by} />
      {!refund.booked_at && !isSurplus && payment.payment_id && (
        <BookRefundButton payment={payment} refund={refund} />
      )}
    </li>
  )
}

/** Records the same refund again, which books it in Medusa. */
function BookRefundButton({ payment, refund }: RefundProps) {
  const { t } = useTexts()
  const record = usePaymentAction(payment.id, "refund", () =>
    toast.success(t("actions.refund.done"))
  )
  const { version } = payment
  const { amount, transaction_hash } = refund
  return (
    <div>
      <ActionButton
        onClick={() =>
          record.mutate({ shown: { version }, amount, transaction_hash })
        }
        isLoading={record.isPending}
      >
        {t(`actions.refund.${payment.order_id ? "book" : "bookWithoutOrder"}`)}
      </ActionButton>
    </div>
  )
}

function AttemptsSection({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { data: others } = useOtherAttempts(payment.cart_id, [payment.id])
  if (!others?.length) return null
  return (
    <Section title={t("detail.attempts")}>
      <PaymentLinks payments={others} />
    </Section>
  )
}

const CUSTOMER_FIELDS = ["id", "email", "first_name", "last_name"]
const NAME_FIELDS = [
  "shipping_address.first_name",
  "shipping_address.last_name",
]

type Named = { first_name?: string | null; last_name?: string | null }

function nameOf(person: Named | null | undefined): string {
  return [person?.first_name, person?.last_name].filter(Boolean).join(" ")
}

/**
 * The customer of the order, or of the cart while there is none.
 * A guest's name is in the address alone.
 */
function useCustomer({ order_id: orderId, cart }: AdminCryptoPaymentDetail) {
  const customerId = cart?.customer_id ?? null
  return useQuery({
    queryKey: ["crypto-payments", "customer", orderId, customerId],
    enabled: orderId !== null || customerId !== null,
    queryFn: async () => {
      if (orderId) {
        const fields = CUSTOMER_FIELDS.map((field) => `customer.${field}`)
        const { order } = await sdk.admin.order.retrieve(orderId, {
          fields: ["id", ...fields, ...NAME_FIELDS].join(","),
        })
        const { customer, shipping_address } = order
        const name = nameOf(customer) || nameOf(shipping_address)
        return customer ? { ...customer, name } : null
      }
      const { customer } = await sdk.admin.customer.retrieve(customerId ?? "", {
        fields: CUSTOMER_FIELDS.join(","),
      })
      return { ...customer, name: nameOf(customer) }
    },
  })
}
