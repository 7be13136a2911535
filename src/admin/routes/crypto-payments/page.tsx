import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Badge, Button, Container, Heading, toast } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Link, useSearchParams } from "react-router-dom"
import type {
  AdminCryptoCoinTotal,
  AdminCryptoRefundRequest,
  AdminCryptoRefundRequestsResponse,
  AdminCryptoSummaryResponse,
  AdminCryptoTotal,
  AdminExportCryptoPaymentsBody,
  AdminExportCryptoPaymentsResponse,
} from "../../../api/types"
import { isPositive } from "../../../coins/decimal"
import { withDashboardContexts } from "../../components/dashboard-contexts"
import {
  ActionButton,
  AdminLink,
  Breadcrumb,
  LoadError,
  PageHeader,
  Section,
  SmallText,
} from "../../components/layout"
import {
  RefundAmounts,
  RefundRequestActions,
  RefundTarget,
} from "../../components/refund-request"
import { withRefundLink } from "../../components/request-refund"
import { useGateways } from "../../hooks/use-crypto-payments"
import { post, useAction } from "../../hooks/use-payment-actions"
import { useTexts } from "../../i18n/use-texts"
import { formatAge, formatPrice } from "../../lib/format"
import { sdk } from "../../lib/sdk"
import { AttentionIcon, AttentionSection } from "./components/attention"
import { readListView, toFilterQuery } from "./components/list-view"
import { PaymentsTable } from "./components/payments-table"

/** All crypto payments of the store, those that need attention first, then the refunds to send. */
function CryptoPaymentsPage() {
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={
          <div className="flex flex-wrap items-center gap-2">
            <Heading>{t("menu.payments")}</Heading>
            <TestModeBadge />
          </div>
        }
        subtitle={t("list.subtitle")}
      >
        <ExportButton />
        <ActionButton asChild>
          <Link to="/settings/crypto-payments">{t("list.setup")}</Link>
        </ActionButton>
      </PageHeader>
      <AttentionSection />
      <ToSendSection />
      <TotalsSection />
      <Container className="overflow-hidden p-0">
        <PaymentsTable />
      </Container>
    </div>
  )
}

export default withDashboardContexts(withRefundLink(CryptoPaymentsPage))

export const config = defineRouteConfig({
  label: "menu.payments",
  // Medusa reads this from the source text, so it cannot be a constant.
  translationNs: "cryptoPayment",
  icon: AttentionIcon,
})

export const handle = { breadcrumb: () => <Breadcrumb text="menu.payments" /> }

/** Starts an export of what the list's filters leave; its file comes with a notification. */
function ExportButton() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const { mutate, isPending } = useAction(
    "export",
    (body: AdminExportCryptoPaymentsBody) =>
      post<AdminExportCryptoPaymentsResponse>("export", body),
    () => toast.success(t("actions.export.done"))
  )
  return (
    <ActionButton
      isLoading={isPending}
      onClick={() => mutate(toFilterQuery(readListView(params)))}
    >
      {t("actions.export.label")}
    </ActionButton>
  )
}

function TestModeBadge() {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  if (!gateways?.some(({ test_mode }) => test_mode)) return null
  return (
    <Badge size="small" color="orange" className="font-medium">
      {t("test.mode")}
    </Badge>
  )
}

const PAGE_SIZE = 10
const TO_SEND_REFRESH_MS = 60_000

/** The refunds to send, the oldest address first; nothing if there are none. */
function ToSendSection() {
  const { t } = useTexts()
  const [limit, setLimit] = useState(PAGE_SIZE)
  const { data, isFetching } = useQuery({
    queryKey: ["crypto-payments", "to-send", limit],
    queryFn: async () => {
      type Response = AdminCryptoRefundRequestsResponse
      const response = await sdk.client.fetch<Response>(
        "/admin/crypto-payments/refund-requests",
        { query: { state: "address_entered", limit } }
      )
      // As behind a misconfigured proxy.
      if (!Array.isArray(response.refund_requests)) {
        throw new Error("The response contains no refund requests.")
      }
      return response
    },
    refetchInterval: TO_SEND_REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  if (!data || data.count === 0) return null
  const { count, refund_requests: requests } = data
  return (
    <Section title={t("toSend.title", { count })}>
      <ul className="divide-y">
        {requests.map((request) => (
          <RefundToSend key={request.id} request={request} />
        ))}
      </ul>
      {count > requests.length && (
        <div className="px-6 py-3">
          <Button
            size="small"
            variant="transparent"
            isLoading={isFetching}
            onClick={() => setLimit(limit + PAGE_SIZE)}
          >
            {t("toSend.more")}
          </Button>
        </div>
      )}
    </Section>
  )
}

function RefundToSend({ request }: { request: AdminCryptoRefundRequest }) {
  const { t, locale } = useTexts()
  const { crypto_payment_id, order_id, order_display_id } = request
  return (
    <li className="flex flex-col gap-y-3 px-6 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <RefundAmounts request={request} />
        <SmallText as="div" className="flex flex-wrap gap-x-3">
          {request.address_entered_at && (
            <span>{formatAge(request.address_entered_at, locale)}</span>
          )}
          {order_id && (
            <AdminLink to={`/orders/${order_id}`}>
              {t("toSend.order", { number: `#${order_display_id ?? ""}` })}
            </AdminLink>
          )}
          <AdminLink to={`/crypto-payments/${crypto_payment_id}`}>
            {t("toSend.payment")}
          </AdminLink>
        </SmallText>
      </div>
      <RefundTarget request={request} />
      <RefundRequestActions request={request} />
    </li>
  )
}

/** What the confirmed payments of the list's search and filters add up to; nothing without one. */
function TotalsSection() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const query = toFilterQuery(readListView(params))
  const {
    data: totals,
    error,
    refetch,
  } = useQuery({
    queryKey: ["crypto-payments", "summary", query],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { summary } = await sdk.client.fetch<AdminCryptoSummaryResponse>(
        "/admin/crypto-payments/summary",
        { query }
      )
      return summary.totals
    },
  })
  if (!error && !totals?.length) return null
  return (
    <Section title={t("totals.title")}>
      {error ? (
        <LoadError failure="totals.failed" error={error} onRetry={refetch} />
      ) : (
        totals?.map((total) => (
          <Currency
            key={`${total.currency_code} ${total.is_test}`}
            total={total}
          />
        ))
      )}
    </Section>
  )
}

function Currency({ total }: { total: AdminCryptoTotal }) {
  const { t } = useTexts()
  const { currency_code, is_test, coins } = total
  return (
    <ul className="flex flex-col gap-y-1 px-6 py-3">
      <Line
        total={total}
        currency={currency_code}
        className="txt-compact-small-plus"
      >
        {currency_code?.toUpperCase() ?? "–"}
        {is_test && (
          <Badge size="2xsmall" color="orange">
            {t("test.badge")}
          </Badge>
        )}
      </Line>
      {coins.map((coin) => (
        <Line
          key={coin.crypto_currency}
          total={coin}
          currency={currency_code}
          className="txt-compact-small text-ui-fg-subtle"
        >
          {coin.crypto_currency ?? t("totals.noCoin")}
        </Line>
      ))}
    </ul>
  )
}

type LineProps = {
  total: AdminCryptoTotal | AdminCryptoCoinTotal
  currency: string | null
  className: string
  /** What the sums are of. */
  children: ReactNode
}

function Line({ total, currency, className, children }: LineProps) {
  const { t, locale } = useTexts()
  const { count, amount, refunded_amount } = total
  const price = (sum: string) =>
    currency ? formatPrice(sum, currency, locale) : "–"
  return (
    <li className={`${className} grid gap-x-4 tabular-nums sm:grid-cols-5`}>
      <span className="flex items-center gap-x-2">{children}</span>
      <span>{t("list.count", { count })}</span>
      <span>{price(amount)}</span>
      <span>
        {"received_crypto_amount" in total &&
          total.received_crypto_amount !== null &&
          t("totals.received", {
            amount: `${total.received_crypto_amount} ${total.crypto_currency ?? ""}`,
          })}
      </span>
      <span>
        {isPositive(refunded_amount) &&
          t("totals.refunded", { amount: price(refunded_amount) })}
      </span>
    </li>
  )
}
