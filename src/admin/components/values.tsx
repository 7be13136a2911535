import { Badge, clx, Copy, StatusBadge, Text } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import { Link } from "react-router-dom"
import { LINK_CLASSES } from "./layout"
import { type TextKey, useTexts } from "../i18n/use-texts"
import {
  coinsText,
  coinText,
  differenceText,
  factText,
  formatDay,
  formatTime,
  isolateText,
  isOver,
  networkCoinText,
  rateText,
  receivedValueText,
  statusText,
  surplusText,
  waitingText,
} from "../lib/format"
import { sdk } from "../lib/sdk"
import type {
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import { formatPrice } from "../../coins/price"
import { createQrCode } from "../../storefront/qr-code"

type PaymentProps = { payment: AdminCryptoPayment }

/** The price of a payment; without a price, its external ID. */
export function Price({ payment }: PaymentProps) {
  const { locale } = useTexts()
  const { amount, currency_code, external_id } = payment
  return amount && currency_code ? (
    <span translate="no">{formatPrice(amount, currency_code, locale)}</span>
  ) : (
    <bdi translate="no">{external_id}</bdi>
  )
}

type TimestampProps = {
  /** ISO 8601. */
  time: string
  /** To the minute, for lists. */
  short?: boolean
}

/** A time in the browser's time zone; its tooltip is the time in UTC. */
export function Timestamp({ time, short = false }: TimestampProps) {
  const { locale } = useTexts()
  return (
    <time dateTime={time} title={time}>
      {short ? formatDay(time, locale) : formatTime(time, locale)}
    </time>
  )
}

type CopyableProps = {
  label: TextKey
  value: string
  /** Shown in its place; the value is what is copied. */
  text?: string
  /** The value's page in a block explorer, which opens in a new tab. */
  url?: string | null
}

/** A value in full, so that it can be compared, with a copy button. */
export function Copyable({ label, value, text, url }: CopyableProps) {
  const { t } = useTexts()
  return (
    <div className="grid grid-cols-[1fr_20px] items-start gap-x-2">
      <bdi
        dir="ltr"
        translate="no"
        className="whitespace-pre-line [overflow-wrap:anywhere]"
      >
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            title={t("explorer")}
            className={LINK_CLASSES}
          >
            {value}
          </a>
        ) : (
          (text ?? value)
        )}
      </bdi>
      <Copy
        content={value}
        aria-label={t("copy", { what: t(label) })}
        className="text-ui-fg-muted"
      />
    </div>
  )
}

type CopyableRow = Pick<CopyableProps, "text" | "url"> & {
  copy: string | null
}

type FieldsProps = {
  /** By label; a row without a value is left out. */
  rows: Partial<Record<TextKey, ReactNode | CopyableRow>>
  className?: string
}

/** Labels and their values, some of them with a copy button. */
export function Fields({ rows, className }: FieldsProps) {
  const { t } = useTexts()
  // The rows have no other keys than their type says.
  const labels = Object.keys(rows) as TextKey[]
  return (
    <dl className={clx("text-ui-fg-subtle flex flex-col gap-y-3", className)}>
      {labels.map((label) => {
        const row = rows[label]
        const isCopyable = typeof row === "object" && row && "copy" in row
        const value = isCopyable
          ? row.copy && (
              <Copyable
                label={label}
                value={row.copy}
                text={row.text}
                url={row.url}
              />
            )
          : row
        if (!value) return null
        return (
          <div
            key={label}
            className="grid grid-cols-[2fr_3fr] items-start gap-x-4"
          >
            <dt className="txt-compact-small-plus">{t(label)}</dt>
            <dd className="txt-compact-small min-w-0 text-pretty break-words">
              {value}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** When something was recorded, and by whom; `children` say more about it. */
export function RecordedBy({
  time,
  userId,
  children,
}: {
  time: string
  userId: string | null
  children?: ReactNode
}) {
  return (
    <Text
      as="div"
      size="xsmall"
      className="text-ui-fg-subtle flex flex-wrap gap-x-2"
    >
      <Timestamp time={time} />
      {children}
      <ByUser userId={userId} />
    </Text>
  )
}

/** "by" and the name of an admin user, else the e-mail address, else the id. */
export function ByUser({ userId }: { userId: string | null }) {
  const { t } = useTexts()
  const name = useUserName(userId)
  return userId && <span>{t("timeline.by", { user: name ?? userId })}</span>
}

export function useUserName(userId: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ["crypto-payments", "user", userId],
    enabled: userId !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { user } = await sdk.admin.user.retrieve(userId ?? "", {
        fields: "id,email,first_name,last_name",
      })
      const name = [user.first_name, user.last_name].filter(Boolean).join(" ")
      return name || user.email
    },
  })
  return data
}

type PaymentFieldsProps = {
  payment: AdminCryptoPayment &
    Partial<Pick<AdminCryptoPaymentDetail, "surplus_left" | "address_url">>
}

/** Of a payment in short: its coins, where they went, and when. */
export function BriefFields({ payment }: PaymentFieldsProps) {
  const { t, locale } = useTexts()
  const { crypto_amount, wallet_address, address_url, paid_at } = payment
  const coin = networkCoinText(payment)
  const opened_at = payment.opened_at ?? payment.created_at
  return (
    <Fields
      rows={{
        "fields.coin":
          crypto_amount && coin
            ? coinsText(crypto_amount, coin, locale)
            : coin && isolateText(coin),
        "fields.surplus": surplusText(payment, t, locale),
        "fields.address": { copy: wallet_address, url: address_url },
        [paid_at ? "fields.paidAt" : "fields.openedAt"]: (
          <Timestamp time={paid_at ?? opened_at} short />
        ),
      }}
    />
  )
}

/** The known fields of a payment, and of a paid one what the gateway does not report. */
export function PaymentFields({ payment }: PaymentFieldsProps) {
  const { t, locale } = useTexts()
  const { gateway_status: status } = payment
  const coin = coinText(payment)
  const { quoted_crypto_amount: quoted, paid_at } = payment
  const received = payment.received_crypto_amount
  const isKnownPart = quoted !== null || received !== null
  const isExact = payment.crypto_difference?.kind === "exact"
  const coins = (amount: string | null) => ({
    copy: amount,
    text: amount ? coinsText(amount, coin, locale) : undefined,
  })
  return (
    <Fields
      rows={{
        "fields.coin": coin && <bdi className="text-nowrap">{coin}</bdi>,
        "fields.network": payment.crypto_network && (
          <bdi>{payment.crypto_network}</bdi>
        ),
        "fields.cryptoAmount": coins(
          isKnownPart ? null : payment.crypto_amount
        ),
        "fields.quotedAmount": quoted
          ? coins(quoted)
          : received && t("notReported"),
        // Where it is the quote, nothing more is to be said of it.
        "fields.receivedAmount":
          !isExact &&
          (received ? coins(received) : paid_at && t("notReported")),
        "fields.difference": differenceText(payment, t, locale),
        "fields.rate": rateText(payment, locale),
        "fields.receivedValue": !isExact && receivedValueText(payment, locale),
        "fields.surplus": surplusText(payment, t, locale),
        "fields.address": {
          copy: payment.wallet_address,
          url: payment.address_url,
        },
        "fields.gatewayStatus": status && <bdi>{statusText(status, t)}</bdi>,
        "fields.gatewayPaymentId": { copy: payment.gateway_payment_id },
        "fields.externalId": { copy: payment.external_id },
        "fields.provider": payment.provider_id,
        ...Object.fromEntries(
          timesOf(payment).map(([label, at]) => [
            label,
            at && <Timestamp time={at} />,
          ])
        ),
      }}
    />
  )
}

function timesOf(payment: AdminCryptoPayment) {
  const times: [TextKey, string][] = [
    ["fields.openedAt", payment.opened_at ?? ""],
    ["fields.closedAt", payment.closed_at ?? ""],
    ["fields.paidAt", payment.paid_at ?? ""],
    ["state.settled", payment.settled_at ?? ""],
  ]
  return times.sort(([, one], [, other]) => one.localeCompare(other))
}

/** Dark on white in both color modes, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => createQrCode(text), [text])
  if (!code) return null
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="size-32 shrink-0 rounded-md bg-white"
    >
      <path d={code.path} fill="#000" />
    </svg>
  )
}

/** What was found about a payment, or what it waits for, while it needs attention; else null. */
export function useFact(payment: AdminCryptoPayment): string | null {
  const { t, locale } = useTexts()
  const { open_refund } = payment
  if (open_refund) return waitingText(open_refund, t, locale)
  return payment.advice && factText(payment, t, locale)
}

/** The state of a payment, or what it waits for; one may need attention, or be refunded, too. */
export function StateBadges({ payment }: PaymentProps) {
  const { t } = useTexts()
  const { state, refund_status, open_refund } = payment
  const isRefunded =
    refund_status === "refunded" &&
    (state === "settled" || state === "resolved")
  return (
    <>
      {open_refund ? (
        <StatusBadge color="orange" className="text-nowrap">
          {t(`refundState.${open_refund.state}`)}
        </StatusBadge>
      ) : (
        <StatusBadge
          color={isRefunded ? "grey" : STATE_COLORS[state]}
          className="text-nowrap"
        >
          {t(isRefunded ? "refundStatus.refunded" : `state.${state}`)}
        </StatusBadge>
      )}
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
