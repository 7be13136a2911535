import { Badge, Checkbox, createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"

import type { AdminCryptoPayment } from "../../../../api/types"
import { FactLine } from "../../../components/attention-fact"
import { OrderDue, StateBadges } from "../../../components/payment-status"
import { GatewayStatus, Price, Timestamp } from "../../../components/values"
import { useTexts } from "../../../i18n/use-texts"
import {
  differenceText,
  shortDifferenceText,
} from "../../../lib/crypto-difference"

/** The columns of the list. The price is a link, for keyboard users. */
export function useColumns() {
  const { t, locale } = useTexts()
  return useMemo(() => {
    return [
      helper.select({
        header: ({ table }) => (
          <Checkbox
            aria-label={t("list.selectAll")}
            checked={
              table.getIsSomePageRowsSelected()
                ? "indeterminate"
                : table.getIsAllPageRowsSelected()
            }
            onCheckedChange={(checked) =>
              table.toggleAllPageRowsSelected(checked === true)
            }
          />
        ),
        cell: ({ row }) => (
          <Checkbox
            aria-label={t("list.select", { id: row.original.external_id })}
            checked={row.getIsSelected()}
            disabled={!row.getCanSelect()}
            onClick={(event) => event.stopPropagation()}
            onCheckedChange={(checked) => row.toggleSelected(checked === true)}
          />
        ),
      }),
      helper.display({
        id: "price",
        header: t("fields.price"),
        cell: ({ row: { original: payment } }) => (
          <Link
            to={`/crypto-payments/${payment.id}`}
            onClick={(event) => event.stopPropagation()}
            className="txt-compact-small-plus text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm outline-none hover:underline"
          >
            <Price payment={payment} />
          </Link>
        ),
      }),
      helper.accessor("state", {
        header: t("fields.state"),
        enableSorting: true,
        sortAscLabel: t("list.sorting.ascending"),
        sortDescLabel: t("list.sorting.descending"),
        cell: ({ row: { original: payment } }) => (
          <div className="flex flex-col py-1">
            <div className="flex max-w-48 flex-wrap items-center gap-x-2 gap-y-1">
              <StateBadges payment={payment} />
              {payment.is_test && (
                <Badge size="2xsmall" color="orange">
                  {t("test.badge")}
                </Badge>
              )}
            </div>
            <span className="txt-compact-xsmall text-ui-fg-subtle text-nowrap empty:hidden">
              <OrderDue payment={payment} />
            </span>
            <FactLine payment={payment} />
          </div>
        ),
      }),
      helper.accessor("created_at", {
        header: t("fields.createdAt"),
        enableSorting: true,
        sortAscLabel: t("list.sorting.oldest"),
        sortDescLabel: t("list.sorting.newest"),
        cell: ({ getValue }) => <Timestamp time={getValue()} short />,
      }),
      helper.accessor("order", {
        header: t("fields.order"),
        cell: ({ getValue }) => {
          const order = getValue()
          return order?.display_id ? `#${order.display_id}` : "–"
        },
      }),
      helper.display({
        id: "email",
        header: t("fields.email"),
        cell: ({ row: { original: payment } }) => (
          <TruncatedText text={payment.order?.email ?? payment.cart?.email} />
        ),
      }),
      helper.accessor("crypto_currency", {
        header: t("fields.coin"),
        cell: ({ row: { original: payment } }) => (
          <div className="flex flex-col py-1">
            <bdi
              translate="no"
              className="block max-w-32 whitespace-normal break-words"
            >
              {payment.crypto_currency
                ? [payment.crypto_amount, payment.crypto_currency]
                    .filter(Boolean)
                    .join(" ")
                : "–"}
            </bdi>
            <span
              title={differenceText(payment, t, locale) ?? undefined}
              className="txt-compact-xsmall text-ui-fg-subtle text-nowrap empty:hidden"
            >
              {shortDifferenceText(payment, t, locale)}
            </span>
          </div>
        ),
      }),
      helper.accessor("gateway_status", {
        header: t("fields.gatewayStatus"),
        cell: ({ getValue }) => (
          <div className="max-w-32 truncate">
            <GatewayStatus status={getValue()} />
          </div>
        ),
      }),
    ]
  }, [t, locale])
}

const helper = createDataTableColumnHelper<AdminCryptoPayment>()

/** Truncated so that all columns fit; the tooltip shows the full text. */
function TruncatedText({ text }: { text: string | null | undefined }) {
  return text ? (
    <div title={text} className="max-w-32 truncate">
      <bdi>{text}</bdi>
    </div>
  ) : (
    "–"
  )
}
