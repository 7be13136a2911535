import type { Kind } from "./buyer"
import { CHANGE_KINDS } from "./changes"
import { MERCHANT_KINDS } from "./merchant"
import { PAGE_KINDS } from "./pages"
import { UNPAID_KINDS } from "./unpaid-orders"

/** All that a campaign plays, by name. */
export const KINDS: Record<string, Kind> = {
  ...PAGE_KINDS,
  ...CHANGE_KINDS,
  ...MERCHANT_KINDS,
  ...UNPAID_KINDS,
}
