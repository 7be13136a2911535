import { Badge, Checkbox, createDataTableColumnHelper } from "@medusajs/ui"
import { useMemo } from "react"
import { Link } from "react-router-dom"

import type { AdminCryptoPayment } from "../../api/types"
import { AttentionBadge } from "../components/attention-badge"
import { GatewayStatus } from "../components/gateway-status"
import { Moment } from "../components/moment"
import { Price } from "../components/price"
import { StateBadge } from "../components/state-badge"
import { useTexts } from "../i18n/use-texts"

const helper = createDataTableColumnHelper<AdminCryptoPayment>()

/** The columns of the list; the price is the link that a keyboard reaches. */
export function useColumns() {
  const { t } = useTexts()
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
          <div className="flex items-center gap-x-2">
            <StateBadge state={payment.state} />
            <AttentionBadge payment={payment} />
            {payment.is_test && (
              <Badge size="2xsmall" color="orange">
                {t("test.badge")}
              </Badge>
            )}
          </div>
        ),
      }),
      helper.accessor("created_at", {
        header: t("fields.createdAt"),
        enableSorting: true,
        sortAscLabel: t("list.sorting.oldest"),
        sortDescLabel: t("list.sorting.newest"),
        cell: ({ getValue }) => <Moment time={getValue()} brief />,
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
          <Narrow text={payment.order?.email ?? payment.cart?.email} />
        ),
      }),
      helper.accessor("crypto_currency", {
        header: t("fields.coin"),
        cell: ({ row: { original: payment } }) => (
          <Narrow
            text={
              payment.crypto_currency &&
              [payment.crypto_amount, payment.crypto_currency]
                .filter(Boolean)
                .join(" ")
            }
          />
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
  }, [t])
}

/** A text that gives way, so that all columns fit; pointing at it shows it whole. */
function Narrow({ text }: { text: string | null | undefined }) {
  return text ? (
    <div title={text} className="max-w-32 truncate">
      <bdi>{text}</bdi>
    </div>
  ) : (
    "–"
  )
}
