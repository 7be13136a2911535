import { Badge } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useSearchParams } from "react-router-dom"
import { LoadError, Section } from "../../../components/layout"
import { useTotals } from "../../../hooks/use-crypto-payments"
import { useTexts } from "../../../i18n/use-texts"
import { formatPrice } from "../../../lib/format"
import { readListView, toFilterQuery } from "./list-view"
import type {
  AdminCryptoCoinTotal,
  AdminCryptoTotal,
} from "../../../../api/types"
import { isPositive } from "../../../../coins/decimal"

/** What the confirmed payments of the list's search and filters add up to; nothing without one. */
export function TotalsSection() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const query = toFilterQuery(readListView(params))
  const { data: totals, error, refetch } = useTotals(query)
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

/** The sums of a currency, and of each coin below it. */
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
