import type { AdminCryptoSummaryFigures } from "../../../../../api/types"
import { SmallText } from "../../../../components/layout"
import { type TextKey, useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"
import { formatDuration, formatShare } from "../../../../lib/report"

type Props = { figures: AdminCryptoSummaryFigures; currency: string }

/** The totals of a currency in the period. */
export function FigureList({ figures, currency }: Props) {
  const { t, locale } = useTexts()
  const seconds = figures.median_payment_seconds
  const money = (amount: string, count: number): [string, string] => [
    formatPrice(amount, currency, locale),
    t("list.count", { count }),
  ]
  const refunded = (amount: string, count: number): [string, string] => [
    formatPrice(amount, currency, locale),
    t("reports.refundCount", { count }),
  ]
  const rows: [label: TextKey, value: string, note?: string][] = [
    ["reports.paid", ...money(figures.paid_amount, figures.paid)],
    ["reports.received", ...money(figures.received_value, figures.received)],
    ["reports.orders", String(figures.orders)],
    ["fields.refunded", ...refunded(figures.refund_amount, figures.refunds)],
    [
      "reports.surplusRefunds",
      ...refunded(figures.surplus_refund_amount, figures.surplus_refunds),
    ],
    [
      "list.filters.attention",
      ...money(figures.attention_amount, figures.attention),
    ],
    ["reports.short", ...money(figures.short_amount, figures.short)],
    ["reports.over", ...money(figures.over_amount, figures.over)],
    [
      "reports.medianTime",
      seconds === null ? "–" : formatDuration(seconds, locale),
    ],
    [
      "reports.conversion",
      formatShare(figures.opened_paid, figures.opened, locale) ?? "–",
      `${figures.opened_paid} / ${figures.opened}`,
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 px-6 py-4 lg:grid-cols-5">
      {rows.map(([label, value, note]) => (
        <div key={label} className="flex min-w-0 flex-col">
          <dt className="txt-compact-small text-ui-fg-subtle">{t(label)}</dt>
          <dd className="txt-compact-medium-plus break-words tabular-nums">
            {value}
            {note && (
              <SmallText as="span" className="block">
                {note}
              </SmallText>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
