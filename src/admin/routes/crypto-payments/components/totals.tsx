import { Badge, clx } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link, useSearchParams } from "react-router-dom"
import type {
  AdminCryptoCoinTotal,
  AdminCryptoTotal,
} from "../../../../api/types"
import {
  formatDecimal,
  isPositive,
  readDecimal,
  sumDecimals,
} from "../../../../coins/decimal"
import { formatPrice } from "../../../../coins/price"
import {
  AdminLink,
  LINK_CLASSES,
  LoadError,
  Section,
} from "../../../components/layout"
import {
  useCryptoPayments,
  useSummary,
} from "../../../hooks/use-crypto-payments"
import { useTexts } from "../../../i18n/use-texts"
import { coinText } from "../../../lib/format"
import {
  type ListView,
  month,
  readListView,
  toFilterQuery,
  toListQuery,
  writeListView,
} from "./list-view"

/** What the confirmed payments of the list's search and filters add up to; nothing without one. */
export function TotalsSection() {
  const { t } = useTexts()
  const [params] = useSearchParams()
  const view = readListView(params)
  const { data, error, refetch } = useSummary(toFilterQuery(view))
  const { isError: isListFailed } = useCryptoPayments(toListQuery(view))
  const totals = data?.totals
  // The list says so already.
  if (error && isListFailed) return null
  if (!error && !totals?.length && !view.filters.moved_at) return null
  return (
    <Section title={t("totals.title")} action={<Months view={view} />}>
      {error ? (
        <LoadError error={error} onRetry={refetch} />
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

/** By which books are kept: the money of a month, whenever its payments were created. */
function Months({ view }: { view: ListView }) {
  const { t } = useTexts()
  return (
    <nav aria-label={t("list.filters.moved")} className="flex gap-x-3">
      {(["thisMonth", "lastMonth"] as const).map((name) => {
        const moved_at = month(name === "thisMonth" ? 0 : 1)
        const isShown = view.filters.moved_at?.$gte === moved_at.$gte
        const filters = { ...view.filters, moved_at }
        const target = writeListView({ ...view, filters, pageIndex: 0 })
        return (
          <Link
            key={name}
            to={{ search: target.toString() }}
            replace
            aria-current={isShown ? "true" : undefined}
            className={clx(
              LINK_CLASSES,
              "txt-compact-small",
              isShown && "font-medium"
            )}
          >
            {t(`list.filters.${name}`)}
          </Link>
        )
      })}
    </nav>
  )
}

function Currency({ total }: { total: AdminCryptoTotal }) {
  const { t } = useTexts()
  const { currency_code, is_test, coins, differing } = total
  return (
    <div className="flex flex-col gap-y-1 px-6 py-3">
      <ul className="flex flex-col gap-y-1">
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
            {[coinText(coin) ?? "–", coin.crypto_network]
              .filter(Boolean)
              .join(", ")}
          </Line>
        ))}
      </ul>
      {differing.length > 0 && (
        <Differing payments={differing} currency={currency_code} />
      )}
    </div>
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
  const price = (sum: string) =>
    currency ? formatPrice(sum, currency, locale) : "–"
  const { refunded_amount, returned_amount } = total
  const parts = [refunded_amount, returned_amount]
  const { units, digits } = sumDecimals(parts.map(readDecimal))
  const sentBack = formatDecimal(units, digits)
  return (
    <li
      className={clx(
        className,
        "grid grid-cols-2 gap-x-4 gap-y-1 tabular-nums md:grid-cols-6"
      )}
    >
      <span className="flex items-center gap-x-2">{children}</span>
      <Amount label={t("list.count", { count: total.count })}>
        {"received_crypto_amount" in total &&
          total.received_crypto_amount !== null &&
          `${total.received_crypto_amount} ${coinText(total) ?? ""}`}
      </Amount>
      <Amount label={t("totals.onOrders")}>
        {price(total.on_orders_amount)}
      </Amount>
      <Amount label={t("totals.onNoOrder")}>
        {price(total.on_no_order_amount)}
      </Amount>
      <Amount
        label={t("totals.sentBack")}
        title={t("totals.sentBackParts", {
          refunded: price(refunded_amount),
          returned: price(returned_amount),
        })}
      >
        {price(sentBack)}
        {parts.every(isPositive) && (
          <span className="txt-compact-xsmall text-ui-fg-subtle block font-normal">
            {t("totals.sentBackParts", {
              refunded: price(refunded_amount),
              returned: price(returned_amount),
            })}
          </span>
        )}
      </Amount>
      <Amount label={t("totals.toSend")}>{price(total.to_send_amount)}</Amount>
    </li>
  )
}

type AmountProps = { label: string; title?: string; children: ReactNode }

function Amount({ label, title, children }: AmountProps) {
  return (
    <span title={title}>
      <span className="txt-compact-xsmall text-ui-fg-subtle block font-normal">
        {label}
      </span>
      {children}
    </span>
  )
}

type DifferingProps = {
  payments: AdminCryptoTotal["differing"]
  currency: string | null
}

/** Where Medusa captured another amount than orders hold. */
function Differing({ payments, currency }: DifferingProps) {
  const { t, locale } = useTexts()
  return (
    <p className="txt-compact-small text-ui-fg-subtle">
      {t("totals.differing", { count: payments.length })}{" "}
      {payments.map(({ id, captured_amount }, n) => (
        <span key={id}>
          {n > 0 && ", "}
          <AdminLink to={`/crypto-payments/${id}`}>
            {currency ? formatPrice(captured_amount, currency, locale) : id}
          </AdminLink>
        </span>
      ))}
    </p>
  )
}
