import { defineRouteConfig } from "@medusajs/admin-sdk"
import {
  Badge,
  Container,
  Heading,
  InlineTip,
  Skeleton,
  StatusBadge,
  Text,
  toast,
} from "@medusajs/ui"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import type {
  AdminCryptoGateway,
  AdminMoveCryptoGatewayResponse,
  AdminTestCryptoWebhookResponse,
} from "../../../../api/types"
import { withDashboardContexts } from "../../../components/dashboard-contexts"
import {
  ActionButton,
  AdminLink,
  Breadcrumb,
  ForeignText,
  Help,
  LoadError,
  PageHeader,
  Section,
  SmallText,
} from "../../../components/layout"
import { Copyable, Fields, Timestamp } from "../../../components/values"
import { post, useGateways } from "../../../hooks/use-crypto-payments"
import { useTexts } from "../../../i18n/use-texts"
import { formatPercent, isolateText } from "../../../lib/format"
import { sdk } from "../../../lib/sdk"
import { areWebhooksFailing } from "../../../lib/gateways"

function SetupPage() {
  const { t } = useTexts()
  const { data: gateways, error, refetch, isFetching } = useGateways()
  const test = async () => {
    const { data } = await refetch()
    if (data?.every(({ connection }) => connection.ok)) {
      toast.success(t("setup.connected"))
    } else {
      toast.error(t("setup.notConnected"))
    }
  }
  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader title={<Heading>{t("list.setup")}</Heading>}>
        <ActionButton isLoading={isFetching} onClick={() => void test()}>
          {t("setup.refresh")}
        </ActionButton>
        <ActionButton asChild>
          <Link to="/crypto-payments">{t("menu.payments")}</Link>
        </ActionButton>
      </PageHeader>
      <StoreName />
      {gateways &&
        byMerchant(gateways).map((ofMerchant) => (
          <MerchantSection
            key={ofMerchant[0].merchant_key}
            gateways={ofMerchant}
          />
        ))}
      {gateways?.length === 0 && (
        <Container>
          <Text size="small" weight="plus">
            {t("setup.none")}
          </Text>
          <SmallText>{t("setup.noneHint")}</SmallText>
        </Container>
      )}
      {!gateways && (
        <Container className="p-0">
          {error ? (
            <LoadError error={error} onRetry={refetch} />
          ) : (
            <Skeleton className="m-6 h-64" />
          )}
        </Container>
      )}
    </div>
  )
}

export default withDashboardContexts(SetupPage)

export const config = defineRouteConfig({
  label: "menu.payments",
  // Medusa reads this from the source text, so it cannot be a constant.
  translationNs: "cryptoPayment",
})

export const handle = { breadcrumb: () => <Breadcrumb text="menu.payments" /> }

/** What Medusa calls a store that nobody has named yet; customers read it. */
const UNNAMED = "Medusa Store"

function StoreName() {
  const { t } = useTexts()
  const { data: name } = useQuery({
    queryKey: ["crypto-payments", "store"],
    retry: false,
    queryFn: async () => {
      const { stores } = await sdk.admin.store.list({ fields: "id,name" })
      return stores.at(0)?.name ?? null
    },
  })
  if (name !== UNNAMED) return null
  return (
    <InlineTip variant="warning" label={UNNAMED}>
      {t("setup.storeName")}{" "}
      <AdminLink to="/settings/store">{t("setup.storeSettings")}</AdminLink>
    </InlineTip>
  )
}

type GatewayProps = { gateway: AdminCryptoGateway }

type Gateways = [AdminCryptoGateway, ...AdminCryptoGateway[]]

function byMerchant(gateways: AdminCryptoGateway[]): Gateways[] {
  const merchants = new Map<string, Gateways>()
  for (const gateway of gateways) {
    const known = merchants.get(gateway.merchant_key)
    if (known) known.push(gateway)
    else merchants.set(gateway.merchant_key, [gateway])
  }
  return [...merchants.values()]
}

/** What the providers of a merchant share, then each of them. */
function MerchantSection({ gateways }: { gateways: Gateways }) {
  const { t, locale } = useTexts()
  const [gateway] = gateways
  const { connection, merchant_id, merchant_key, test_mode, pages } = gateway
  const { max_shortfall_percent: tolerance } = gateway
  const name = connection.ok ? connection.merchant_name : merchant_key
  return (
    <Section
      title={isolateText(name)}
      action={
        <Badge
          size="small"
          color={test_mode ? "orange" : "green"}
          className="shrink-0 text-nowrap"
        >
          {t(test_mode ? "test.mode" : "setup.live")}
        </Badge>
      }
    >
      <div className="flex flex-col gap-y-4 px-6 py-4">
        <Connection gateway={gateway} />
        <UsedElsewhere gateway={gateway} />
      </div>
      <Fields
        className="px-6 py-4"
        rows={{
          "setup.merchantId": { copy: merchant_id },
          "setup.tolerance":
            tolerance === null
              ? t("setup.noTolerance")
              : formatPercent(String(tolerance), locale),
          "setup.payPage": <Page url={pages.pay} />,
          "setup.refundPage": <Page url={pages.refund} />,
          "setup.counts": <Counts gateway={gateway} />,
        }}
      />
      {gateways.map((each) => (
        <Provider key={each.provider_id} gateway={each} />
      ))}
    </Section>
  )
}

function Provider({ gateway }: GatewayProps) {
  const { t } = useTexts()
  const { provider_id, flow, connection, place_order } = gateway
  const { unpaid_order_hours: count } = gateway
  return (
    <div role="group" aria-label={provider_id} className="px-6 py-4">
      <div className="flex flex-col gap-y-4">
        <Heading level="h3">{t(`flow.${flow}`)}</Heading>
        <MissedWebhooks gateway={gateway} />
        <Fields
          rows={{
            "fields.provider": { copy: provider_id },
            "setup.placeOrder": t(`setup.placeOrders.${place_order}`, {
              count,
            }),
            "setup.currencies": connection.ok && <Coins gateway={gateway} />,
            "setup.regions": <Regions gateway={gateway} />,
          }}
        />
        <Webhooks gateway={gateway} />
      </div>
    </div>
  )
}

/** Whether the gateway accepts the credentials; if not, which option to fix. */
function Connection({ gateway: { connection } }: GatewayProps) {
  const { t } = useTexts()
  if (connection.ok) {
    return (
      <div>
        <StatusBadge color="green">{t("setup.connected")}</StatusBadge>
      </div>
    )
  }
  const { problem, option, message } = connection
  return (
    <InlineTip variant="error" label={t("setup.notConnected")}>
      {t(`setup.problems.${problem}`, { defaultValue: problem })}{" "}
      <Help topic="connection" />
      {option && (
        <Text size="small" className="mt-2">
          {t("setup.option")}:{" "}
          <code className="txt-compact-small">{option}</code>
        </Text>
      )}
      <ForeignText text={message} className="mt-1" />
    </InlineTip>
  )
}

/** A copy of a live database waits, until somebody confirms that the store has moved here. */
function UsedElsewhere({ gateway: { provider_id, used_at } }: GatewayProps) {
  const { t } = useTexts()
  const { refetch } = useGateways()
  const move = useMutation({
    mutationFn: () =>
      post<AdminMoveCryptoGatewayResponse>("gateway/move", { provider_id }),
    onSuccess: () => refetch(),
  })
  if (used_at === null) return null
  return (
    <InlineTip variant="error" label={t("setup.usedAt.heading")}>
      {t("setup.usedAt.text", { address: isolateText(used_at) })}
      <div className="mt-2">
        <ActionButton isLoading={move.isPending} onClick={() => move.mutate()}>
          {t("setup.usedAt.confirm")}
        </ActionButton>
      </div>
      {move.error && <ForeignText text={move.error.message} className="mt-1" />}
    </InlineTip>
  )
}

function Coins({ gateway: { currencies, unlisted_coins } }: GatewayProps) {
  const { t } = useTexts()
  if (currencies.length === 0 && unlisted_coins.length === 0) {
    return <span className="text-ui-fg-error">{t("setup.noCurrencies")}</span>
  }
  return (
    <>
      <ul className="flex flex-wrap gap-1">
        {currencies.map(({ code, network }) => (
          <li key={code}>
            <Badge size="2xsmall" className="h-auto [overflow-wrap:anywhere]">
              {[code, network].filter(Boolean).map(isolateText).join(" · ")}
            </Badge>
          </li>
        ))}
      </ul>
      {unlisted_coins.length > 0 && (
        <span className="text-ui-fg-error">
          {t("setup.unlistedCoins", {
            codes: unlisted_coins.map(isolateText).join(", "),
          })}
        </span>
      )}
    </>
  )
}

function Regions({ gateway: { regions } }: GatewayProps) {
  const { t } = useTexts()
  if (regions.length === 0) {
    return (
      <>
        <span className="text-ui-fg-error">{t("setup.noRegions")}</span>{" "}
        <AdminLink to="/settings/regions">{t("setup.regions")}</AdminLink>
      </>
    )
  }
  return (
    <ul className="flex flex-wrap gap-x-3">
      {regions.map(({ id, name }) => (
        <li key={id}>
          <AdminLink to={`/settings/regions/${id}`}>{name}</AdminLink>
        </li>
      ))}
    </ul>
  )
}

function Page({ url }: { url: string | null }) {
  const { t } = useTexts()
  return url === null ? (
    <span className="text-ui-fg-error">{t("noPage")}</span>
  ) : (
    <bdi dir="ltr" className="break-all">
      {url}
    </bdi>
  )
}

const COUNTS = [
  ["attention", "tab=attention", "state.attention"],
  ["open", "tab=open", "list.tabs.open"],
  ["settled", "tab=paid", "list.tabs.paid"],
] as const

function Counts({ gateway: { counts, merchant_id } }: GatewayProps) {
  const { t } = useTexts()
  return (
    <ul className="flex flex-wrap gap-x-3">
      {COUNTS.map(([name, filter, text]) => (
        <li key={name}>
          <AdminLink
            to={`/crypto-payments?${filter}&merchant_id=${merchant_id}`}
          >
            {t(text)} {counts[name]}
          </AdminLink>
        </li>
      ))}
    </ul>
  )
}

function Webhooks({ gateway }: GatewayProps) {
  const { t } = useTexts()
  const { last_delivery_at: lastDelivery, last_failure: failure } = gateway
  const isFailing = areWebhooksFailing(gateway)
  return (
    <>
      <Fields
        rows={{
          "setup.webhookUrl": (
            <Copyable label="setup.webhookUrl" value={gateway.webhook_url} />
          ),
          "setup.lastDelivery": lastDelivery ? (
            <StatusBadge color={isFailing ? "grey" : "green"}>
              <Timestamp time={lastDelivery} />
            </StatusBadge>
          ) : (
            <StatusBadge color="orange">{t("setup.noDelivery")}</StatusBadge>
          ),
          // The gateway sends it again, and it is handled then.
          "setup.lastFailure": failure && failure.reason !== "busy" && (
            <>
              {isFailing ? (
                <StatusBadge color="red">
                  <Timestamp time={failure.at} />
                </StatusBadge>
              ) : (
                <Timestamp time={failure.at} />
              )}
              <br />
              {t(`setup.failures.${failure.reason}`, {
                defaultValue: failure.reason,
              })}{" "}
              <Help topic="webhooks" />
            </>
          ),
        }}
      />
      <SelfTest gateway={gateway} />
    </>
  )
}

/** Warns about payments that were found by polling, without a webhook. */
function MissedWebhooks({ gateway }: GatewayProps) {
  const { t } = useTexts()
  const { count } = gateway.missed_webhooks
  if (count === 0) return null
  return (
    <InlineTip variant="warning" label={t("setup.webhook")}>
      {t("setup.missed", { count })} {t("setup.missedHint")}{" "}
      <Help topic="webhooks" />
    </InlineTip>
  )
}

function SelfTest({ gateway: { provider_id } }: GatewayProps) {
  const { t } = useTexts()
  const test = useMutation({
    mutationFn: () =>
      post<AdminTestCryptoWebhookResponse>("gateway/self-test", {
        provider_id,
      }),
  })
  const { data: result, error } = test
  return (
    <div className="flex flex-col gap-y-3">
      <div>
        <ActionButton isLoading={test.isPending} onClick={() => test.mutate()}>
          {t("setup.selfTest.label")}
        </ActionButton>
      </div>
      <div role="status">
        {result?.ok && (
          <InlineTip variant="success" label={t("setup.webhook")}>
            {t("setup.selfTest.ok")}
          </InlineTip>
        )}
        {(error || result?.ok === false) && (
          <InlineTip variant="error" label={t("setup.selfTest.failed")}>
            {error ? error.message : result?.message}{" "}
            <Help topic={error ? "error" : "webhooks"} />
          </InlineTip>
        )}
      </div>
    </div>
  )
}
