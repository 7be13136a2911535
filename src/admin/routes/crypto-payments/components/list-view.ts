/** A date range, ISO 8601; either end may be open. */
export type DateRange = { $gte?: string; $lte?: string }

/** The active filters of the list. */
export type ListFilters = {
  merchant_id?: string[]
  /** When money came or went. */
  moved_at?: DateRange
  created_at?: DateRange
}

/** Tab, search, filters, sorting and page of the list, as kept in the URL. */
export type ListView = {
  /** Null for all. */
  tab: string | null
  search: string
  filters: ListFilters
  sorting: { id: string; desc: boolean }
  pageIndex: number
}

/** With what the URL's parameters of each begin. */
const periods = [
  ["moved_at", "moved"],
  ["created_at", "created"],
] as const

/** Payments per page. */
const PAGE_SIZE = 20

const NEWEST_FIRST = { id: "created_at", desc: true }

/** Reads the view from a URL's query. Missing or invalid parts have defaults. */
export function readListView(params: URLSearchParams): ListView {
  const filters: ListFilters = {}
  const merchant_id = params.getAll("merchant_id")
  if (merchant_id.length > 0) filters.merchant_id = merchant_id
  for (const [period, name] of periods) {
    const $gte = params.get(`${name}_from`)
    const $lte = params.get(`${name}_to`)
    if ($gte || $lte) {
      filters[period] = { ...($gte && { $gte }), ...($lte && { $lte }) }
    }
  }
  const page = Number(params.get("page") ?? 1)
  return {
    tab: params.get("tab"),
    search: params.get("q") ?? "",
    filters,
    sorting: readSorting(params.get("order")),
    pageIndex: Number.isInteger(page) && page > 0 ? page - 1 : 0,
  }
}

/**
 * Writes a view as the query of the page's URL,
 * without defaults and filters in which nothing is selected.
 */
export function writeListView(view: ListView): URLSearchParams {
  const { tab, search, filters, sorting, pageIndex } = view
  const params = new URLSearchParams()
  if (tab) params.set("tab", tab)
  if (search) params.set("q", search)
  for (const id of filters.merchant_id ?? []) params.append("merchant_id", id)
  for (const [period, name] of periods) {
    const { $gte, $lte } = filters[period] ?? {}
    if ($gte) params.set(`${name}_from`, $gte)
    if ($lte) params.set(`${name}_to`, $lte)
  }
  const order = writeSorting(sorting)
  if (order !== writeSorting(NEWEST_FIRST)) params.set("order", order)
  if (pageIndex > 0) params.set("page", String(pageIndex + 1))
  return params
}

/** The query of `GET /admin/crypto-payments` for a view. */
export function toListQuery(view: ListView) {
  const { sorting, pageIndex } = view
  return {
    ...toFilterQuery(view),
    order: writeSorting(sorting),
    limit: PAGE_SIZE,
    offset: pageIndex * PAGE_SIZE,
  }
}

/** Tab, search and filters of a view, as list, totals and export take them. */
export function toFilterQuery({
  tab,
  search,
  filters,
}: ListView): Record<string, unknown> {
  return { ...(tab && { tab }), ...(search && { q: search }), ...filters }
}

/** Nothing is searched or filtered, and it is the first page. */
export function isWholeList({ tab, search, filters, pageIndex }: ListView) {
  const isNarrowed = tab || search || Object.keys(filters).length > 0
  return !isNarrowed && pageIndex === 0
}

function readSorting(order: string | null): ListView["sorting"] {
  if (!order) return NEWEST_FIRST
  return order.startsWith("-")
    ? { id: order.slice(1), desc: true }
    : { id: order, desc: false }
}

function writeSorting({ id, desc }: ListView["sorting"]): string {
  return desc ? `-${id}` : id
}

/** Since midnight, so that the value is the same all day. */
export function since(days: number): DateRange {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  midnight.setDate(midnight.getDate() - days)
  return { $gte: midnight.toISOString() }
}

/** A calendar month, by which books are kept, in the time of who looks. @param ago 0 is this one */
export function month(ago: number): DateRange {
  const start = new Date()
  start.setHours(0, 0, 0, 0)
  start.setMonth(start.getMonth() - ago, 1)
  const next = new Date(start)
  next.setMonth(next.getMonth() + 1)
  return {
    $gte: start.toISOString(),
    $lte: new Date(next.getTime() - 1).toISOString(),
  }
}
