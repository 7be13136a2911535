/** A span of time; either end may be open. ISO 8601. */
export type TimeSpan = { $gte?: string; $lte?: string }

/** What the list is narrowed to. */
export type ListFilters = {
  state?: string[]
  attention?: "true" | "false"
  reason?: string[]
  gateway_status?: string[]
  currency?: string[]
  provider_id?: string[]
  is_test?: "true" | "false"
  created_at?: TimeSpan
}

/** What the list shows, as the address of the page keeps it. */
export type ListView = {
  search: string
  filters: ListFilters
  sorting: { id: string; desc: boolean }
  pageIndex: number
}

export const PAGE_SIZE = 20

const NEWEST_FIRST = { id: "created_at", desc: true }

const MANY = [
  "state",
  "reason",
  "gateway_status",
  "currency",
  "provider_id",
] as const

const FLAGS = ["attention", "is_test"] as const

/** Reads the view from an address; what it does not name is as on a first visit. */
export function readListView(params: URLSearchParams): ListView {
  const filters: ListFilters = {}
  for (const name of MANY) {
    const values = params.getAll(name)
    if (values.length > 0) filters[name] = values
  }
  for (const name of FLAGS) {
    const value = params.get(name)
    if (value === "true" || value === "false") filters[name] = value
  }
  const span = readSpan(params)
  if (span) filters.created_at = span
  const page = Number(params.get("page") ?? 1)
  return {
    search: params.get("q") ?? "",
    filters,
    sorting: readSorting(params.get("order")),
    pageIndex: Number.isInteger(page) && page > 0 ? page - 1 : 0,
  }
}

/** The address that stands for a view. */
export function writeListView(view: ListView): URLSearchParams {
  const { search, filters, sorting, pageIndex } = view
  const params = new URLSearchParams()
  if (search) params.set("q", search)
  for (const name of MANY) {
    for (const value of filters[name] ?? []) params.append(name, value)
  }
  for (const name of FLAGS) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  const { $gte, $lte } = filters.created_at ?? {}
  if ($gte) params.set("created_from", $gte)
  if ($lte) params.set("created_to", $lte)
  const order = writeSorting(sorting)
  if (order !== writeSorting(NEWEST_FIRST)) params.set("order", order)
  if (pageIndex > 0) params.set("page", String(pageIndex + 1))
  return params
}

/** The query of `GET /admin/crypto-payments` for a view. */
export function toListQuery(view: ListView): Record<string, unknown> {
  const { search, filters, sorting, pageIndex } = view
  return {
    ...(search ? { q: search } : {}),
    ...filters,
    order: writeSorting(sorting),
    limit: PAGE_SIZE,
    offset: pageIndex * PAGE_SIZE,
  }
}

/** True of what a filter holds until something is chosen. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === ""
}

/** Only the filters that narrow the list. */
export function withoutBlanks(filters: ListFilters): ListFilters {
  const narrowing = { ...filters }
  for (const name of [...MANY, ...FLAGS, "created_at"] as const) {
    if (isBlank(narrowing[name])) delete narrowing[name]
  }
  return narrowing
}

function readSpan(params: URLSearchParams): TimeSpan | undefined {
  const $gte = params.get("created_from")
  const $lte = params.get("created_to")
  if (!$gte && !$lte) return undefined
  return { ...($gte ? { $gte } : {}), ...($lte ? { $lte } : {}) }
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
