import { Copy } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"

import type { AdminCryptoPayment } from "../../api/types"
import { type TextKey, useTexts } from "../i18n/use-texts"
import { networkOfCoin, statusText } from "../lib/gateway-text"
import { formatPrice } from "../lib/money"
import { sdk } from "../lib/sdk"
import { formatShortTime, formatTime } from "../lib/time"
import { Field } from "./layout"

/** The price of a payment; without a price, its external ID. */
export function Price({ payment }: { payment: AdminCryptoPayment }) {
  const { locale } = useTexts()
  const { amount, currency_code, external_id } = payment
  return amount && currency_code ? (
    formatPrice(amount, currency_code, locale)
  ) : (
    <bdi>{external_id}</bdi>
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
      {short ? formatShortTime(time, locale) : formatTime(time, locale)}
    </time>
  )
}

/** A value in full, so that it can be compared, with a copy button. */
export function Copyable({ label, value }: { label: TextKey; value: string }) {
  const { t } = useTexts()
  return (
    <div className="grid grid-cols-[1fr_20px] items-start gap-x-2">
      <bdi dir="ltr" className="break-all">
        {value}
      </bdi>
      <Copy
        content={value}
        aria-label={t("copy", { what: t(label) })}
        className="text-ui-fg-muted"
      />
    </div>
  )
}

type CopyableFieldProps = { label: TextKey; value: string | null }

/** A field whose value can be copied. */
export function CopyableField({ label, value }: CopyableFieldProps) {
  return (
    <Field label={label}>
      {value && <Copyable label={label} value={value} />}
    </Field>
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

/** The known fields of a payment, one per row. */
export function PaymentFields({ payment }: { payment: AdminCryptoPayment }) {
  const { crypto_currency: coin, gateway_status: status } = payment
  const time = (value: string | null) => value && <Timestamp time={value} />
  return (
    <dl className="text-ui-fg-subtle flex flex-col gap-y-3">
      <Field label="fields.coin">{coin && <bdi>{coin}</bdi>}</Field>
      <Field label="fields.network">{coin && networkOfCoin(coin)}</Field>
      <CopyableField
        label="fields.cryptoAmount"
        value={payment.crypto_amount}
      />
      <CopyableField label="fields.address" value={payment.wallet_address} />
      <Field label="fields.gatewayStatus">
        {status && <GatewayStatus status={status} />}
      </Field>
      <CopyableField
        label="fields.gatewayPaymentId"
        value={payment.gateway_payment_id}
      />
      <CopyableField label="fields.externalId" value={payment.external_id} />
      <Field label="fields.openedAt">{time(payment.opened_at)}</Field>
      <Field label="fields.paidAt">{time(payment.paid_at)}</Field>
      <Field label="fields.settledAt">{time(payment.settled_at)}</Field>
      <Field label="fields.closedAt">{time(payment.closed_at)}</Field>
    </dl>
  )
}
