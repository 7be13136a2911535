import { clx, Copy, Tooltip } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import { LINK_CLASSES } from "./layout"
import { type TextKey, useTexts } from "../i18n/use-texts"
import { factText } from "../lib/attention-fact"
import {
  differenceText,
  formatPrice,
  formatTime,
  rateText,
  receivedValueText,
  statusText,
  surplusText,
} from "../lib/format"
import { sdk } from "../lib/sdk"
import type {
  AdminCryptoPayment,
  AdminCryptoPaymentDetail,
} from "../../api/types"
import { createQrCode } from "../../storefront/qr-code"

/** The price of a payment; without a price, its external ID. */
export function Price({ payment }: { payment: AdminCryptoPayment }) {
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
      {formatTime(time, locale, short)}
    </time>
  )
}

type CopyableProps = {
  label: TextKey
  value: string
  /** The value's page in a block explorer, which opens in a new tab. */
  url?: string | null
}

/** A value in full, so that it can be compared, with a copy button. */
export function Copyable({ label, value, url }: CopyableProps) {
  const { t } = useTexts()
  return (
    <div className="grid grid-cols-[1fr_20px] items-start gap-x-2">
      <bdi dir="ltr" translate="no" className="break-all">
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
          value
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

type CopyableRow = Pick<CopyableProps, "url"> & { copy: string | null }

type FieldsProps = {
  /** By label; a row without a value is left out. */
  rows: Partial<Record<TextKey, ReactNode | CopyableRow>>
  className?: string
}

/** Labels and their values, some of them with a copy button. */
export function Fields({ rows, className }: FieldsProps) {
  const { t } = useTexts()
  const labels = Object.keys(rows) as TextKey[]
  return (
    <dl className={clx("text-ui-fg-subtle flex flex-col gap-y-3", className)}>
      {labels.map((label) => {
        const row = rows[label]
        const isCopyable = typeof row === "object" && row && "copy" in row
        const value = isCopyable
          ? row.copy && (
              <Copyable label={label} value={row.copy} url={row.url} />
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

type ExplainedProps = { text: string; explanation: string }

/** A short text, and more about it in a tooltip: on hover, and when it has the focus. */
function Explained({ text, explanation }: ExplainedProps) {
  return (
    <Tooltip content={explanation} maxWidth={320}>
      <button
        type="button"
        className="decoration-ui-border-strong focus-visible:shadow-borders-focus cursor-help rounded-sm text-start underline decoration-dotted underline-offset-2 outline-none"
      >
        {text}
      </button>
    </Tooltip>
  )
}

/** The gateway status, translated if it is known. */
export function GatewayStatus({ status }: { status: string | null }) {
  const { t } = useTexts()
  return status ? <bdi>{statusText(status, t)}</bdi> : "–"
}

/** "by" and the name of an admin user, else the e-mail address, else the id. */
export function ByUser({ userId }: { userId: string | null }) {
  const { t } = useTexts()
  const { data: name } = useQuery({
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
  return userId && <span>{t("timeline.by", { user: name ?? userId })}</span>
}

/** The known fields of a payment, and of a paid one what the gateway does not report. */
export function PaymentFields({
  payment,
}: {
  payment: AdminCryptoPayment &
    Partial<Pick<AdminCryptoPaymentDetail, "surplus_left" | "address_url">>
}) {
  const { t, locale } = useTexts()
  const { crypto_currency: coin, gateway_status: status } = payment
  const { quoted_crypto_amount: quoted, paid_at } = payment
  const received = payment.received_crypto_amount
  const isKnownPart = quoted !== null || received !== null
  return (
    <Fields
      rows={{
        "fields.coin": coin && <bdi>{coin}</bdi>,
        "fields.network": payment.crypto_network && (
          <bdi>{payment.crypto_network}</bdi>
        ),
        "fields.cryptoAmount": {
          copy: isKnownPart ? null : payment.crypto_amount,
        },
        "fields.quotedAmount": quoted
          ? { copy: quoted }
          : received && t("notReported"),
        "fields.receivedAmount": received
          ? { copy: received }
          : paid_at && t("notReported"),
        "fields.difference": differenceText(payment, t, locale),
        "fields.rate": rateText(payment, locale),
        "fields.receivedValue": receivedValueText(payment, locale),
        "fields.surplus": surplusText(payment, t, locale),
        "fields.address": {
          copy: payment.wallet_address,
          url: payment.address_url,
        },
        "fields.transactionAndSender": paid_at && (
          <Explained
            text={t("notReported")}
            explanation={t("transactionNotReported")}
          />
        ),
        "fields.gatewayStatus": status && <GatewayStatus status={status} />,
        "fields.gatewayPaymentId": { copy: payment.gateway_payment_id },
        "fields.externalId": { copy: payment.external_id },
        ...Object.fromEntries(
          timesOf(payment).map(([label, at]) => [
            label,
            <Timestamp time={at} />,
          ])
        ),
      }}
    />
  )
}

function timesOf(payment: AdminCryptoPayment): [TextKey, string][] {
  const times: [TextKey, string | null][] = [
    ["fields.openedAt", payment.opened_at],
    ["fields.closedAt", payment.closed_at],
    ["fields.paidAt", payment.paid_at],
    ["state.settled", payment.settled_at],
  ]
  return times
    .flatMap(([label, at]): [TextKey, string][] => (at ? [[label, at]] : []))
    .sort(([, one], [, other]) => one.localeCompare(other))
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

/** What was found about a payment, while it needs attention; else null. */
export function useFact(payment: AdminCryptoPayment): string | null {
  const { t, locale } = useTexts()
  return payment.advice && factText(payment, t, locale)
}
