import {
  Badge,
  Checkbox,
  createDataTableColumnHelper,
  DataTable,
  type DataTableFilter,
  Heading,
  toast,
  useDataTable,
} from "@medusajs/ui"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { Link, useNavigate, useSearchParams } from "react-router-dom"
import type {
  AdminCheckCryptoPaymentsResponse,
  AdminCryptoPayment,
} from "../../../../api/types"
import {
  ActionButton,
  Help,
  Labeled,
  LoadError,
  Notice,
} from "../../../components/layout"
import {
  GatewayStatus,
  OrderDue,
  Price,
  StateBadges,
  Timestamp,
  useFact,
} from "../../../components/values"
import {
  post,
  useAction,
  useCryptoPayments,
  useGateways,
} from "../../../hooks/use-crypto-payments"
import en from "../../../i18n/json/en.json"
import { type TextKey, useTexts } from "../../../i18n/use-texts"
import { differenceText, shortDifferenceText } from "../../../lib/format"
import {
  type DateRange,
  type ListFilters,
  type ListView,
  readListView,
  toListQuery,
  writeListView,
} from "./list-view"

const NO_ROWS: AdminCryptoPayment[] = []

/** All payments; search, filters, sorting and page are kept in the URL. */
export function PaymentsTable() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { view, change } = useListView()
  const query = toListQuery(view)
  const payments = useCryptoPayments(query)
  const [selection, setSelection] = useState<Record<string, boolean>>({})
  const checkSelected = useCheckMany(() => setSelection({}))
  const rows = payments.data?.crypto_payments ?? NO_ROWS
  const count = payments.data?.count ?? 0

  const table = useDataTable({
    data: rows,
    columns: useColumns(),
    filters: useFilters(view.filters),
    getRowId: ({ id }) => id,
    rowCount: count,
    isLoading: payments.isLoading,
    // `change` resets the page index.
    autoResetPageIndex: false,
    onRowClick: (_, { id }) => void navigate(`/crypto-payments/${id}`),
    commands: [
      {
        label: t("actions.check.label"),
        shortcut: "g",
        action: (selected) => checkSelected.mutate(Object.keys(selected)),
      },
    ],
    rowSelection: {
      state: selection,
      onRowSelectionChange: setSelection,
      enableRowSelection: ({ original }) =>
        original.gateway_payment_id !== null,
    },
    search: {
      state: view.search,
      onSearchChange: (search) => change({ search }),
    },
    filtering: useFilterState(view.filters, (filters) => change({ filters })),
    sorting: {
      state: view.sorting,
      onSortingChange: (sorting) => change({ sorting }),
    },
    pagination: {
      state: { pageIndex: view.pageIndex, pageSize: query.limit },
      onPaginationChange: ({ pageIndex }) => change({ pageIndex }),
    },
  })

  if (payments.isError) {
    return (
      <LoadError
        failure="list.failed"
        error={payments.error}
        onRetry={payments.refetch}
      />
    )
  }
  return (
    <DataTable instance={table}>
      <DataTable.Toolbar
        className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
        translations={{ clearAll: t("list.clear"), sort: t("list.sort") }}
      >
        <Heading level="h2">{t("list.count", { count })}</Heading>
        <div className="flex w-full items-center gap-2 md:w-auto">
          <Labeled label={t("list.search")} className="w-full md:w-72">
            <DataTable.Search placeholder={t("list.search")} />
          </Labeled>
          <Labeled label={t("list.filter")}>
            <DataTable.FilterMenu tooltip={t("list.filter")} />
          </Labeled>
          <Labeled label={t("list.sort")}>
            <DataTable.SortingMenu tooltip={t("list.sort")} />
          </Labeled>
        </div>
      </DataTable.Toolbar>
      <DataTable.Table
        emptyState={{
          empty: { custom: <EmptyList /> },
          filtered: {
            heading: t("list.empty.filteredHeading"),
            description: t("list.empty.filteredDescription"),
          },
        }}
      />
      <DataTable.Pagination
        translations={{
          of: t("list.pages.of"),
          results: t("list.pages.results"),
          pages: t("list.pages.pages"),
          prev: t("list.pages.prev"),
          next: t("list.pages.next"),
        }}
      />
      <DataTable.CommandBar
        selectedLabel={(count) => t("list.selected", { count })}
      />
    </DataTable>
  )
}

/** Maximum number of ids in one check request. */
const CHECK_LIMIT = 50

function useCheckMany(onDone: () => void) {
  const { t } = useTexts()
  return useAction(
    "check",
    async (ids: string[]) => {
      const results: AdminCheckCryptoPaymentsResponse["results"] = []
      for (let start = 0; start < ids.length; start += CHECK_LIMIT) {
        const batch = { ids: ids.slice(start, start + CHECK_LIMIT) }
        type Response = AdminCheckCryptoPaymentsResponse
        const response = await post<Response>("check", batch)
        results.push(...response.results)
      }
      return results
    },
    (results) => {
      const failures = results.filter(({ ok }) => !ok)
      const checked = results.length - failures.length
      if (checked > 0) {
        toast.success(t("actions.check.doneMany", { count: checked }))
      }
      if (failures.length > 0) {
        toast.error(t("actions.check.failedMany", { count: failures.length }), {
          description: <Help text={failures[0].message} topic="error" />,
        })
      }
      onDone()
    }
  )
}

function EmptyList() {
  const { t } = useTexts()
  const title = <Heading level="h3">{t("list.empty.heading")}</Heading>
  return (
    <Notice title={title} text={t("list.empty.description")}>
      <ActionButton asChild>
        <Link to="/settings/crypto-payments">{t("list.setup")}</Link>
      </ActionButton>
    </Notice>
  )
}

function useListView() {
  const [params, setParams] = useSearchParams()
  const view = useMemo(() => readListView(params), [params])

  // The search field is debounced, so its callback may hold an outdated view.
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  }, [view])

  /** Returns to the first page, unless the page itself is changed. */
  const change = useCallback(
    (patch: Partial<ListView>) => {
      latest.current = { ...latest.current, pageIndex: 0, ...patch }
      setParams(writeListView(latest.current), { replace: true })
    },
    [setParams]
  )
  return { view, change }
}

/** The price is a link, for keyboard users. */
function useColumns() {
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

function FactLine({ payment }: { payment: AdminCryptoPayment }) {
  const fact = useFact(payment)
  return (
    fact && (
      <span
        title={fact}
        className="txt-compact-xsmall text-ui-fg-subtle block max-w-48 truncate"
      >
        <bdi>{fact}</bdi>
      </span>
    )
  )
}

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

type Option = { value: string; label: string }

/** The filters of the list, with translated labels; that by merchant where there are several. */
function useFilters(active: ListFilters) {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  return useMemo((): DataTableFilter[] => {
    const choice = (
      id: keyof ListFilters,
      text: TextKey,
      options: Option[]
    ): DataTableFilter => ({
      type: "multiselect",
      id,
      label: t(text),
      options,
      searchable: false,
    })
    /** The values that have a text in a group of `en.json`, in that order. */
    const translated = (path: string, group: Record<string, string>) =>
      Object.entries(group).map(([value, defaultValue]) => ({
        value,
        label: t(`${path}.${value}`, { defaultValue }),
      }))
    const { state, refundStatus, attention } = en
    const merchants = new Map([
      ...(active.merchant_id ?? []).map((id): [string, string] => [id, id]),
      ...(gateways ?? []).map((each): [string, string] => [
        each.merchant_id,
        each.merchant_key,
      ]),
    ])
    return [
      choice("state", "fields.state", translated("state", state)),
      choice("attention", "state.attention", [
        { value: "true", label: t("list.filters.anyReason") },
        ...translated("attention.reasons", attention.reasons),
      ]),
      choice(
        "refund_status",
        "list.filters.refund",
        translated("refundStatus", refundStatus)
      ),
      ...(merchants.size < 2 && !active.merchant_id
        ? []
        : [
            choice(
              "merchant_id",
              "list.filters.merchant",
              [...merchants].map(([value, label]) => ({ value, label }))
            ),
          ]),
      {
        type: "date",
        id: "created_at",
        label: t("fields.createdAt"),
        rangeOptionLabel: t("list.filters.custom"),
        rangeOptionStartLabel: t("list.filters.from"),
        rangeOptionEndLabel: t("list.filters.to"),
        options: [
          { label: t("list.filters.today"), value: since(0) },
          ...[7, 30, 90].map((count) => ({
            label: t("list.filters.lastDays", { count }),
            value: since(count),
          })),
        ],
      },
    ]
  }, [t, gateways, active.merchant_id])
}

/** The filters in the URL, and those that were added but have no value yet. */
function useFilterState(
  filters: ListFilters,
  onChange: (filters: ListFilters) => void
) {
  const [added, setAdded] = useState<Record<string, unknown>>({})
  return {
    state: { ...added, ...filters },
    onFilteringChange: (changed: ListFilters) => {
      const empty = Object.entries(changed).filter(
        ([, value]) => !value || (Array.isArray(value) && value.length === 0)
      )
      setAdded(Object.fromEntries(empty))
      onChange(changed)
    },
  }
}

/** Since midnight, so that the value is the same all day. */
function since(days: number): DateRange {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return { $gte: midnight.toISOString() }
}
