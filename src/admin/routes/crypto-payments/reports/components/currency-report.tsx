import { Table } from "@medusajs/ui"
import { type ReactNode, useCallback, useMemo } from "react"

import type {
  AdminCryptoInterval,
  AdminCryptoSummaryCoin,
  AdminCryptoSummaryFigures,
  AdminCryptoSummaryGroup,
} from "../../../../../api/types"
import { Section } from "../../../../components/layout"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"
import { formatInterval, formatShare } from "../../../../lib/report"
import { BarChart, type Bars } from "./bar-chart"
import { FigureList } from "./figure-list"

type Props = { group: AdminCryptoSummaryGroup; interval: AdminCryptoInterval }

/** The figures of one currency, over time and by coin; nothing is converted. */
export function CurrencyReport({ group, interval }: Props) {
  const { t } = useTexts()
  const currency = group.currency_code.toUpperCase()
  const title = group.is_test
    ? `${currency}, ${t("list.filters.test")}`
    : currency
  return (
    <Section title={title}>
      <FigureList figures={group.totals} currency={currency} />
      <OverTime group={group} interval={interval} />
      <ByCoin group={group} />
      {group.merchants.length > 1 && <ByMerchant group={group} />}
    </Section>
  )
}

function OverTime({ group, interval }: Props) {
  const { t, locale } = useTexts()
  const { intervals, currency_code } = group
  const names = useMemo(
    () => intervals.map(({ from }) => formatInterval(from, interval, locale)),
    [intervals, interval, locale]
  )
  const bars = useMemo(
    (): Bars[] => [
      { color: "paid", values: intervals.map((each) => +each.paid_amount) },
      {
        color: "refunded",
        // Below the axis, so that it is told apart without its color.
        values: intervals.map((each) => 0 - +each.refund_amount),
      },
    ],
    [intervals]
  )
  return (
    <Part title={t("reports.byTime")}>
      <BarChart
        label={`${t("reports.byTime")}. ${t("reports.chart")}`}
        names={names}
        bars={bars}
        format={useShortNumber()}
      />
      <FigureTable
        title={t("reports.byTime")}
        head={t(`reports.${interval}`)}
        currency={currency_code}
        rows={intervals.map((figures, n) => [names[n], figures])}
      />
    </Part>
  )
}

function ByCoin({ group }: Pick<Props, "group">) {
  const { t } = useTexts()
  const { coins, currency_code, totals } = group
  const none = t("reports.noCoin")
  return (
    <Part title={t("reports.byCoin")}>
      <FigureTable
        title={t("reports.byCoin")}
        head={t("fields.coin")}
        currency={currency_code}
        whole={totals.paid_amount}
        rows={coins.map((figures) => [coinText(figures) ?? none, figures])}
      />
    </Part>
  )
}

function ByMerchant({ group }: Pick<Props, "group">) {
  const { t } = useTexts()
  const { merchants, currency_code, totals } = group
  return (
    <Part title={t("reports.byMerchant")}>
      <FigureTable
        title={t("reports.byMerchant")}
        head={t("reports.merchant")}
        currency={currency_code}
        whole={totals.paid_amount}
        rows={merchants.map((figures) => [
          figures.merchant_key ?? figures.merchant_id,
          figures,
        ])}
      />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-y-3 px-6 py-4">
      <h3 className="txt-compact-small-plus">{title}</h3>
      {children}
    </div>
  )
}

type FigureTableProps = {
  title: string
  head: string
  currency: string
  /** What the shares are of; without it there are none. */
  whole?: string
  rows: [name: string, figures: AdminCryptoSummaryFigures][]
}

/** The numbers of a chart. It scrolls on its own, so that the page does not. */
function FigureTable({ title, head, currency, whole, rows }: FigureTableProps) {
  const { t, locale } = useTexts()
  const price = (amount: string) => formatPrice(amount, currency, locale)
  return (
    <div
      role="region"
      aria-label={title}
      tabIndex={0}
      className="focus-visible:shadow-borders-focus max-h-80 overflow-auto rounded-md border outline-none"
    >
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell scope="col">{head}</Table.HeaderCell>
            <Number head>{t("reports.paid")}</Number>
            {whole !== undefined && <Number head>{t("reports.share")}</Number>}
            <Number head>{t("menu.payments")}</Number>
            <Number head>{t("fields.refunded")}</Number>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {rows.map(([name, figures]) => (
            <Table.Row key={name}>
              <Table.Cell className="whitespace-nowrap">{name}</Table.Cell>
              <Number>{price(figures.paid_amount)}</Number>
              {whole !== undefined && (
                <Number>
                  {formatShare(+figures.paid_amount, +whole, locale)}
                </Number>
              )}
              <Number>{figures.paid}</Number>
              <Number>{price(figures.refund_amount)}</Number>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

function Number({ head, children }: { head?: boolean; children: ReactNode }) {
  const classes = "whitespace-nowrap text-right tabular-nums"
  return head ? (
    <Table.HeaderCell scope="col" className={classes}>
      {children}
    </Table.HeaderCell>
  ) : (
    <Table.Cell className={classes}>{children}</Table.Cell>
  )
}

/** "USDT_TRC20 (Tron)" */
function coinText({
  crypto_currency: coin,
  crypto_network: network,
}: AdminCryptoSummaryCoin): string | null {
  return coin && network ? `${coin} (${network})` : coin
}

/** Short numbers for an axis: 12K. */
function useShortNumber() {
  const { locale } = useTexts()
  return useCallback(
    (value: number) =>
      new Intl.NumberFormat(locale, {
        notation: "compact",
        maximumFractionDigits: 2,
      }).format(value),
    [locale]
  )
}
