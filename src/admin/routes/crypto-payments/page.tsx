import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Badge, Button, Container, Heading, toast } from "@medusajs/ui"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Link, useSearchParams } from "react-router-dom"
import type {
  AdminCryptoPayment,
  AdminCryptoRefundRequestsResponse,
  AdminExportCryptoPaymentsBody,
} from "../../../api/types"
import {
  ErrorBoundary,
  withDashboardContexts,
} from "../../components/dashboard-contexts"
import {
  ActionButton,
  AdminLink,
  Breadcrumb,
  PageHeader,
  Section,
} from "../../components/layout"
import { CoinIcon } from "../../components/coin-icon"
import { PaymentActions } from "../../components/payment-actions"
import { RefundToSend } from "../../components/refund-requests"
import { withRefundLink } from "../../components/request-refund"
import { Price, useFact } from "../../components/values"
import {
  useAction,
  useAttention,
  useGateways,
} from "../../hooks/use-crypto-payments"
import { useTexts } from "../../i18n/use-texts"
import { sdk } from "../../lib/sdk"
import { GatewayAlarms } from "./components/gateway-alarms"
import {
  isWholeList,
  readListView,
  toFilterQuery,
} from "./components/list-view"
import { PaymentsTable } from "./components/payments-table"
import { TotalsSection } from "./components/totals"

function CryptoPaymentsPage() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const isWhole = isWholeList(readListView(params))
  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader
        title={
          <div className="flex flex-wrap items-center gap-2">
            <Heading>{t("menu.payments")}</Heading>
            <TestModeBadge />
          </div>
        }
      >
        <ExportButton />
        <ActionButton asChild>
          <Link to="/settings/crypto-payments">{t("list.setup")}</Link>
        </ActionButton>
      </PageHeader>
      <GatewayAlarms />
      {isWhole && <AttentionSection />}
      {isWhole && <ToSendSection />}
      <Container className="overflow-hidden p-0">
        <PaymentsTable />
      </Container>
      <TotalsSection />
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

/** Saves what the list's filters leave; a very long file comes with a notification. */
function ExportButton() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const { mutate, isPending } = useAction(
    "export",
    async (body: AdminExportCryptoPaymentsBody) => {
      const response = await sdk.client.fetch<Response>(
        "/admin/crypto-payments/export",
        { method: "POST", body, headers: { accept: "text/csv" } }
      )
      const isStarted = response.status === 202
      if (!isStarted) saveFile(await response.blob())
      return isStarted
    },
    (isStarted) => {
      if (isStarted) toast.success(t("actions.export.done"))
    }
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

function saveFile(file: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = `crypto-payments-${new Date().toISOString().slice(0, 10)}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href))
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

/**
 * The sidebar has no badges, but accepts any component as an icon:
 * this one counts what needs attention.
 */
function AttentionIcon() {
  return (
    <>
      <CoinIcon />
      <ErrorBoundary fallback={null}>
        <AttentionCount />
      </ErrorBoundary>
    </>
  )
}

function AttentionSection() {
  const { t } = useTexts()
  const { data } = useAttention()
  if (!data || data.count === 0) return null
  return (
    <Section
      title={t("attention.title", { count: data.count })}
      action={
        data.count > data.crypto_payments.length && (
          <Button size="small" variant="transparent" asChild>
            <Link to="/crypto-payments?tab=attention">
              {t("attention.all", { number: data.count })}
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

/** One line: whose payment it is, what was found, and what it most likely needs. */
function AttentionItem({ payment }: { payment: AdminCryptoPayment }) {
  const { t } = useTexts()
  const fact = useFact(payment)
  const { attention_reason: reason } = payment
  const text = fact ?? (reason && t(`attention.reasons.${reason}`))
  const email = payment.order?.email ?? payment.cart?.email
  return (
    <li className="txt-small flex flex-wrap items-center gap-x-4 gap-y-1 px-6 py-2 md:flex-nowrap">
      <span className="text-nowrap font-medium">
        <AdminLink to={`/crypto-payments/${payment.id}`}>
          <Price payment={payment} />
        </AdminLink>
      </span>
      <bdi className="text-ui-fg-subtle max-w-48 shrink-0 truncate empty:hidden">
        {email}
      </bdi>
      <bdi
        title={text ?? undefined}
        className="w-full min-w-0 flex-1 basis-full md:basis-0 md:truncate"
      >
        {text}
      </bdi>
      <PaymentActions payment={payment} />
    </li>
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
