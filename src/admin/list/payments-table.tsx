import { DataTable, Heading, useDataTable } from "@medusajs/ui"
import { useState } from "react"
import { useNavigate } from "react-router-dom"

import { useCheckSelected } from "../actions/use-check-selected"
import type { AdminCryptoPayment } from "../../api/types"
import { useCryptoPayments } from "../api/use-crypto-payments"
import { LoadFailure } from "../components/load-failure"
import { Named } from "../components/named"
import { useTexts } from "../i18n/use-texts"
import { PAGE_SIZE, toListQuery } from "./list-view"
import { NoPayments } from "./no-payments"
import { useChoices } from "./use-choices"
import { useColumns } from "./use-columns"
import { useFiltering } from "./use-filtering"
import { useFilters } from "./use-filters"
import { useListView } from "./use-list-view"

type Selection = Record<string, boolean>

const NO_ROWS: AdminCryptoPayment[] = []

/** All payments: searched, narrowed, sorted and paged by the address. */
export function PaymentsTable() {
  const { t } = useTexts()
  const navigate = useNavigate()
  const { view, change } = useListView()
  const payments = useCryptoPayments(toListQuery(view))
  const [selection, setSelection] = useState<Selection>({})
  const checkSelected = useCheckSelected(() => setSelection({}))
  const rows = payments.data?.crypto_payments
  const filters = useFilters(useChoices(rows, view.filters))
  const filtering = useFiltering(view.filters, (filters) => change({ filters }))

  const table = useDataTable({
    data: rows ?? NO_ROWS,
    columns: useColumns(),
    filters,
    getRowId: ({ id }) => id,
    rowCount: payments.data?.count ?? 0,
    isLoading: payments.isLoading,
    // Changing anything else turns to the first page: the view sees to that.
    autoResetPageIndex: false,
    onRowClick: (_, { id }) => void navigate(`/crypto-payments/${id}`),
    commands: [
      {
        label: t("actions.check.label"),
        shortcut: "g",
        action: (chosen) => checkSelected(Object.keys(chosen)),
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
    filtering,
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
      <LoadFailure
        error={payments.error}
        onRetry={() => void payments.refetch()}
      >
        {t("list.failed")}
      </LoadFailure>
    )
  }
  return (
    <DataTable instance={table}>
      <DataTable.Toolbar
        className="flex flex-col items-start justify-between gap-3 md:flex-row md:items-center"
        translations={{ clearAll: t("list.clear"), sort: t("list.sort") }}
      >
        <Heading level="h2">
          {t("list.count", { count: payments.data?.count ?? 0 })}
        </Heading>
        <div className="flex w-full items-center gap-2 md:w-auto">
          <Named label={t("list.search")} className="w-full md:w-72">
            <DataTable.Search placeholder={t("list.search")} />
          </Named>
          <Named label={t("list.filter")}>
            <DataTable.FilterMenu tooltip={t("list.filter")} />
          </Named>
          <Named label={t("list.sort")}>
            <DataTable.SortingMenu tooltip={t("list.sort")} />
          </Named>
        </div>
      </DataTable.Toolbar>
      <DataTable.Table
        emptyState={{
          empty: { custom: <NoPayments /> },
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
