import type { Watched } from "../../modules/crypto-payment"
import type { Wanted } from "./plan-sweep"
import type { Run } from "./run"

/** A merchant whose list of payments may tell something. */
export type SweptMerchant = {
  merchant_id: string
  merchant_key: string
  wanted: Wanted
  oldest_close: Date | null
  /** Whether it has open attempts that are not older than a day. */
  has_fresh: boolean
}

/**
 * The gateway keeps one list for all the providers of a merchant. Those that
 * are no longer configured have nobody to ask with.
 */
export function sweptMerchants(
  run: Pick<Run, "merchantKeyOf">,
  watched: readonly Watched[]
): SweptMerchant[] {
  const byId = new Map<string, SweptMerchant>()
  for (const each of watched) {
    const merchant_key = run.merchantKeyOf(each)
    if (merchant_key === undefined) continue
    const known = byId.get(each.merchant_id)
    byId.set(each.merchant_id, {
      merchant_id: each.merchant_id,
      merchant_key,
      wanted: {
        due: (known?.wanted.due ?? 0) + each.due,
        close: (known?.wanted.close ?? 0) + each.close,
        oldest: oldestOf(
          known?.wanted.oldest,
          each.oldest_due,
          each.oldest_close
        ),
      },
      oldest_close: oldestOf(known?.oldest_close, each.oldest_close) ?? null,
      has_fresh: (known?.has_fresh ?? false) || each.fresh > 0,
    })
  }
  return [...byId.values()]
}

function oldestOf(...dates: (Date | null | undefined)[]): Date | undefined {
  const known = dates.flatMap((date) => date ?? [])
  return known.length > 0
    ? new Date(Math.min(...known.map((date) => date.getTime())))
    : undefined
}
