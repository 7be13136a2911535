import { Copy } from "@medusajs/ui"
import { useQuery } from "@tanstack/react-query"

import type { AdminCryptoPayment } from "../../api/types"
import { useTexts } from "../i18n/use-texts"
import { statusText } from "../lib/gateway-text"
import { formatPrice } from "../lib/money"
import { sdk } from "../lib/sdk"
import { formatShortTime, formatTime } from "../lib/time"

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
export function Copyable({ label, value }: { label: string; value: string }) {
  const { t } = useTexts()
  return (
    <div className="grid grid-cols-[1fr_20px] items-start gap-x-2">
      <bdi dir="ltr" className="break-all">
        {value}
      </bdi>
      <Copy
        content={value}
        aria-label={t("copy", { what: label })}
        className="text-ui-fg-muted"
      />
    </div>
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
