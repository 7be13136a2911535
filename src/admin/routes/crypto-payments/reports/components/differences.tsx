import { Skeleton } from "@medusajs/ui"

import type { AdminCryptoBookDifference } from "../../../../../api/types"
import {
  AdminLink,
  ForeignText,
  LoadError,
} from "../../../../components/layout"
import { useComparison } from "../../../../hooks/use-reports"
import { useTexts } from "../../../../i18n/use-texts"
import { formatPrice } from "../../../../lib/money"

/** The differences of a comparison, each with its cause and where to look. */
export function Differences({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: comparison, error, refetch } = useComparison(id)
  if (error) {
    return (
      <LoadError
        failure="reports.comparisonsFailed"
        error={error}
        onRetry={refetch}
      />
    )
  }
  if (!comparison) return <Skeleton className="h-16 w-full" />
  return (
    <ul
      aria-label={t("reports.showDifferences")}
      className="divide-y rounded-md border"
    >
      {comparison.differences?.map((difference) => (
        <Difference key={keyOf(difference)} difference={difference} />
      ))}
    </ul>
  )
}

type Props = { difference: AdminCryptoBookDifference }

function Difference({ difference }: Props) {
  const { t, locale } = useTexts()
  const { kind, crypto_payment_id, gateway_payment_id, order_id } = difference
  const { ledger, other, reference, detail } = difference
  const price = (side: typeof ledger) =>
    side ? formatPrice(side.amount, side.currency_code, locale) : "–"
  return (
    <li className="txt-compact-small flex flex-col gap-y-1 px-3 py-2">
      <span className="txt-compact-small-plus">
        {t(`reports.causes.${kind}`)}
      </span>
      {(ledger ?? other) && (
        <span className="tabular-nums">
          {t("reports.ledger")} {price(ledger)}, {t("reports.otherSide")}{" "}
          {price(other)}
        </span>
      )}
      <span className="flex flex-wrap gap-x-3 gap-y-1 break-all">
        {crypto_payment_id && (
          <AdminLink to={`/crypto-payments/${crypto_payment_id}`}>
            {crypto_payment_id}
          </AdminLink>
        )}
        {order_id && (
          <AdminLink to={`/orders/${order_id}`}>{order_id}</AdminLink>
        )}
        {gateway_payment_id && <bdi>{gateway_payment_id}</bdi>}
        {reference && <bdi>{reference}</bdi>}
      </span>
      <ForeignText text={detail} />
    </li>
  )
}

function keyOf(difference: AdminCryptoBookDifference): string {
  const { kind, crypto_payment_id, gateway_payment_id, reference } = difference
  return [kind, crypto_payment_id, gateway_payment_id, reference].join()
}
