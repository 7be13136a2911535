import { DataTable, Heading, useDataTable } from "@medusajs/ui"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { Link, useNavigate, useSearchParams } from "react-router-dom"

import type { AdminCryptoPayment } from "../../../../api/types"
import {
  ActionButton,
  Labeled,
  LoadError,
  Notice,
} from "../../../components/layout"
import { useCryptoPayments } from "../../../hooks/use-crypto-payments"
import { useCheckMany } from "../../../hooks/use-payment-actions"
import { useTexts } from "../../../i18n/use-texts"
import { useColumns } from "./columns"
import { useFilterState, useFilters } from "./filters"
import {
  type ListView,
  PAGE_SIZE,
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
  const payments = useCryptoPayments(toListQuery(view))
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
      state: { pageIndex: view.pageIndex, pageSize: PAGE_SIZE },
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

/** Shown before the first payment, with a link to the setup page. */
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

/** The view in the page's URL, and a function that changes it. */
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
