import {
  Badge,
  Checkbox,
  clx,
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
import { formatPrice } from "../../../../coins/price"
import {
  ActionButton,
  Help,
  Labeled,
  LoadError,
  Notice,
} from "../../../components/layout"
import {
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
  useSummary,
} from "../../../hooks/use-crypto-payments"
import { useTexts } from "../../../i18n/use-texts"
import {
  coinsText,
  coinText,
  differenceText,
  shortDifferenceText,
} from "../../../lib/format"
import {
  type ListFilters,
  type ListView,
  isWholeList,
  month,
  readListView,
  since,
  toFilterQuery,
  toListQuery,
  writeListView,
} from "./list-view"

const NO_ROWS: AdminCryptoPayment[] = []

const TABS = [
  ["all", "list.tabs.all"],
  ["attention", "state.attention"],
  ["paid", "list.tabs.paid"],
  ["refunded", "refundStatus.refunded"],
  ["open", "list.tabs.open"],
  ["closed", "list.tabs.closed"],
] as const

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

  const noMatch = {
    heading: t("list.empty.filteredHeading"),
    description: view.search ? t("list.empty.searched") : undefined,
  }
  if (payments.isError) {
    return <LoadError error={payments.error} onRetry={payments.refetch} />
  }
  return (
    <DataTable instance={table}>
      <DataTable.Toolbar
        className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
        translations={{ clearAll: t("list.clear"), sort: t("list.sort") }}
      >
        <Heading level="h2" className="sr-only">
          {t("list.count", { count })}
        </Heading>
        <Tabs view={view} />
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
      <ul className="divide-y md:hidden">
        {rows.map((payment) => (
          <PhoneRow key={payment.id} payment={payment} />
        ))}
      </ul>
      <div className={clx(rows.length > 0 && "hidden md:contents")}>
        <DataTable.Table
          emptyState={{
            empty: isWholeList(view) ? { custom: <EmptyList /> } : noMatch,
            filtered: noMatch,
          }}
        />
      </div>
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

/** What the list can hold, with how many there are of the same search and filters. */
function Tabs({ view }: { view: ListView }) {
  const { t } = useTexts()
  const counts = useSummary(toFilterQuery({ ...view, tab: null })).data?.counts
  return (
    <nav
      aria-label={t("menu.payments")}
      className="-mx-1 flex max-w-full gap-1 overflow-x-auto p-1"
    >
      {TABS.map(([tab, text]) => {
        const target = {
          ...view,
          tab: tab === "all" ? null : tab,
          pageIndex: 0,
        }
        const isCurrent = target.tab === view.tab
        return (
          <Link
            key={tab}
            to={{ search: writeListView(target).toString() }}
            replace
            aria-current={isCurrent ? "page" : undefined}
            className={clx(
              "txt-compact-small-plus text-ui-fg-subtle focus-visible:shadow-borders-focus text-nowrap rounded-md px-2 py-1 outline-none",
              isCurrent && "bg-ui-bg-base-pressed text-ui-fg-base"
            )}
          >
            {t(text)}{" "}
            <span className="font-normal tabular-nums">{counts?.[tab]}</span>
          </Link>
        )
      })}
    </nav>
  )
}

/** A payment in two lines, in place of the table's row. */
function PhoneRow({ payment }: { payment: AdminCryptoPayment }) {
  const { id, order, cart, created_at } = payment
  const number = order?.display_id
  return (
    <li>
      <Link
        to={`/crypto-payments/${id}`}
        className="txt-compact-small focus-visible:shadow-borders-focus flex flex-col gap-y-1 px-6 py-3 outline-none"
      >
        <span className="flex items-center justify-between gap-x-2 font-medium">
          <Price payment={payment} />
          <span className="flex flex-wrap justify-end gap-1">
            <StateBadges payment={payment} />
          </span>
        </span>
        <span className="text-ui-fg-subtle flex justify-between gap-x-2">
          <bdi className="truncate">
            {payment.customer ?? order?.email ?? cart?.email}
          </bdi>
          <span className="text-nowrap">
            {number ? `#${number} · ` : ""}
            <Timestamp time={created_at} short />
          </span>
        </span>
      </Link>
    </li>
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
        const action = t("actions.check.label")
        const count = t("list.count", { count: failures.length })
        const text = `${count}: ${failures[0].message}`
        toast.error(t("actions.failed", { action }), {
          description: <Help text={text} topic="error" />,
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
    <Notice title={title}>
      <ActionButton asChild>
        <Link to="/settings/crypto-payments">{t("setup.refresh")}</Link>
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
  const { data: gateways } = useGateways()
  const isAllTest = gateways?.every(({ test_mode }) => test_mode) ?? false
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
            aria-label={t("list.select", selectedText(row.original, locale))}
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
              {payment.is_test && !isAllTest && (
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
        id: "customer",
        header: t("fields.customer"),
        cell: ({ row: { original: payment } }) => (
          <Customer payment={payment} />
        ),
      }),
      helper.accessor("crypto_currency", {
        header: t("fields.coin"),
        cell: ({ row: { original: payment } }) => (
          <div className="flex flex-col py-1">
            <Coins payment={payment} />
            <span
              title={differenceText(payment, t, locale) ?? undefined}
              className="txt-compact-xsmall text-ui-fg-subtle text-nowrap empty:hidden"
            >
              {shortDifferenceText(payment, t, locale)}
            </span>
          </div>
        ),
      }),
    ]
  }, [t, locale, isAllTest])
}

function selectedText(
  { amount, currency_code, external_id, order, cart }: AdminCryptoPayment,
  locale: string
) {
  const isPriced = amount && currency_code
  return {
    price: isPriced ? formatPrice(amount, currency_code, locale) : external_id,
    customer: order?.email ?? cart?.email ?? external_id,
  }
}

const helper = createDataTableColumnHelper<AdminCryptoPayment>()

function Coins({ payment }: { payment: AdminCryptoPayment }) {
  const { locale } = useTexts()
  const { crypto_amount, crypto_network } = payment
  const coin = coinText(payment)
  if (!coin) return "–"
  return (
    <span translate="no" className="text-nowrap">
      {crypto_amount ? coinsText(crypto_amount, coin, locale) : coin}
      {crypto_network && (
        <bdi className="txt-compact-xsmall text-ui-fg-subtle block">
          {crypto_network}
        </bdi>
      )}
    </span>
  )
}

function FactLine({ payment }: { payment: AdminCryptoPayment }) {
  const fact = useFact(payment)
  return (
    fact && (
      <span
        title={fact}
        className="txt-compact-xsmall text-ui-fg-subtle line-clamp-2 w-64 max-w-full whitespace-normal"
      >
        <bdi>{fact}</bdi>
      </span>
    )
  )
}

/** Name and e-mail address, truncated so that all columns fit; the tooltip shows the full text. */
function Customer({ payment }: { payment: AdminCryptoPayment }) {
  const { customer, order, cart } = payment
  const email = order?.email ?? cart?.email
  const lines = [...new Set([customer, email])].filter((each) => !!each)
  if (lines.length === 0) return "–"
  return lines.map((line, n) => (
    <div
      key={line}
      title={line ?? undefined}
      className={clx(
        "max-w-32 truncate",
        n > 0 && "txt-compact-xsmall text-ui-fg-subtle"
      )}
    >
      <bdi>{line}</bdi>
    </div>
  ))
}

/** The filters of the list; that by merchant where there are several. */
function useFilters(active: ListFilters) {
  const { t } = useTexts()
  const { data: gateways } = useGateways()
  return useMemo((): DataTableFilter[] => {
    const merchants = new Map([
      ...(active.merchant_id ?? []).map((id): [string, string] => [id, id]),
      ...(gateways ?? []).map((each): [string, string] => [
        each.merchant_id,
        each.merchant_key,
      ]),
    ])
    const byMerchant: DataTableFilter = {
      type: "multiselect",
      id: "merchant_id",
      label: t("list.filters.merchant"),
      options: [...merchants].map(([value, label]) => ({ value, label })),
      searchable: false,
    }
    const options = [
      { label: t("list.filters.thisMonth"), value: month(0) },
      { label: t("list.filters.lastMonth"), value: month(1) },
      { label: t("list.filters.today"), value: since(0) },
      ...[7, 30].map((count) => ({
        label: t("list.filters.lastDays", { count }),
        value: since(count),
      })),
    ]
    const byPeriod = (id: "moved_at" | "created_at", label: string) => ({
      type: "date" as const,
      id,
      label,
      rangeOptionLabel: t("list.filters.custom"),
      rangeOptionStartLabel: t("list.filters.from"),
      rangeOptionEndLabel: t("list.filters.to"),
      options,
    })
    return [
      byPeriod("moved_at", t("list.filters.moved")),
      byPeriod("created_at", t("fields.createdAt")),
      ...(merchants.size > 1 || active.merchant_id ? [byMerchant] : []),
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
