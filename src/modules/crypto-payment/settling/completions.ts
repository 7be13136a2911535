/** One run of core's completion of a cart, seen from one order. */
export type Completion = {
  /** Of Medusa's workflow engine; `not_started` until it has ended or failed. */
  state: string
  began: Date
  /** Its step `create-orders` created the order. */
  created: boolean
  /** What it returned or read contains the order's id. */
  named: boolean
}

/** A killed process leaves them: core stores a run when it begins, and when it ends or fails. */
const NEVER_ENDED: readonly string[] = ["not_started", "invoking"]

/**
 * Whether core names the order as one of a completion that failed or never ended. That a link is
 * missing proves nothing: orders are also made by hand.
 * @param isOfCart whether a link of the order, or what core copied into it, names the cart: a run
 * that never ended names its cart, and not what it created
 */
export function isOfStoppedCompletion(
  { created_at }: { created_at: Date | string },
  completions: readonly Completion[],
  isOfCart: boolean
): boolean {
  const createdAt = new Date(created_at).getTime()
  const creators = completions.filter(({ created }) => created)
  if (creators.length > 0) {
    return creators.every(({ state }) => state !== "done")
  }
  return (
    isOfCart &&
    completions.some(
      ({ state, began }) =>
        NEVER_ENDED.includes(state) && began.getTime() <= createdAt
    )
  )
}

/** Core writes an order at once; a person needs longer to change it. */
const CREATED_WITHIN_MS = 2_000

/**
 * Whether somebody has changed or seen an order since core created it. The version alone does not
 * tell: metadata and a confirmed change of the e-mail or address leave it as it is.
 * @param changes how many changes the order has, open or confirmed
 */
export function isTouched(
  order: { created_at: Date | string; updated_at: Date | string },
  changes: number,
  completions: readonly Completion[]
): boolean {
  const createdAt = new Date(order.created_at).getTime()
  const updatedAt = new Date(order.updated_at).getTime()
  if (changes > 0 || updatedAt - createdAt > CREATED_WITHIN_MS) return true
  // Core answered the shopper with it.
  return completions.some(
    ({ state, created, named }) => state === "done" && named && !created
  )
}

type Addressed = Partial<
  Record<
    "shipping_address" | "billing_address",
    { created_at?: Date | string | null } | null
  >
>

/**
 * Core's `complete-cart.js` copies the cart's addresses into the order, with the moment at which
 * they were written (2.21.2, line 429). No order that is made by hand has it.
 */
export function hasAddressOf(order: Addressed, cart: Addressed): boolean {
  const keys = ["shipping_address", "billing_address"] as const
  return keys.some((key) => {
    const written = cart[key]?.created_at
    const copied = order[key]?.created_at
    if (!written || !copied) return false
    return new Date(written).getTime() === new Date(copied).getTime()
  })
}
