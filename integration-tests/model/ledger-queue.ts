import type { Attempt } from "../../src/modules/crypto-payment/models/crypto-payment"
import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import { describeFact } from "../../src/modules/crypto-payment/settling/attention-fact"
import { nextCheckDelayMs } from "../../src/modules/crypto-payment/settling/schedule"
import type { LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"

/** By urgency, as in the real queue. */
const DUE_ORDER = [
  ["paid"],
  ["attention"],
  ["settled"],
  ["creating", "open", "closed"],
]

type Service = CryptoPaymentModuleService
type Leases = Pick<Service["leases"], keyof Service["leases"]>
type DueQueue = Pick<Service["dueQueue"], keyof Service["dueQueue"]>

/** Leases, in memory. */
export function leasesOf(process: ShopProcess, rows: LedgerRows): Leases {
  const { shop } = process
  return {
    acquire: async (id, owner, ttlSeconds) =>
      await process.write("ledger_acquire_lease", () => {
        const taken = rows.update(
          id,
          (each) => isFree(each, shop.now, owner),
          () => ({
            lease_owner: owner,
            lease_until: rows.inMs(ttlSeconds * 1000),
          })
        )
        return taken
      }),
    release: async (id, owner) => {
      await process.write("ledger_release_lease", () =>
        rows.update(
          id,
          ({ lease_owner }) => lease_owner === owner,
          () => ({ lease_owner: null, lease_until: null })
        )
      )
    },
  }
}

/** Whether nobody but `owner` has an attempt's lease. */
export function isFree(
  { lease_owner, lease_until }: Attempt,
  now: number,
  owner?: string
): boolean {
  return (
    lease_owner === null ||
    lease_owner === owner ||
    (lease_until?.getTime() ?? 0) < now
  )
}

/** The due queue, in memory. */
export function dueQueueOf(
  process: ShopProcess,
  rows: LedgerRows,
  service: Pick<Service, "merchants">
): DueQueue {
  const { shop } = process
  return {
    dequeue: async (limit, postponeSeconds, only) =>
      await process.write("ledger_dequeue", () =>
        DUE_ORDER.flatMap((states) =>
          shop.attempts.filter((each) => states.includes(each.state))
        )
          .filter(
            (each) => (!only || only.includes(each.state)) && rows.isDue(each)
          )
          .slice(0, limit)
          .flatMap(({ id }) => {
            const next_check_at = rows.inMs(postponeSeconds * 1000)
            return (
              rows.update(
                id,
                () => true,
                () => ({ next_check_at })
              ) ?? []
            )
          })
      ),
    /** The gateway of the model reports no unknown status. */
    reschedule: async (attempt) => {
      await process.write("ledger_reschedule", () => {
        const days = service.merchants.lateWindowDays(attempt.provider_id)
        const delayMs = nextCheckDelayMs(attempt, shop.date, days)
        rows.update(
          attempt.id,
          ({ state }) => state === attempt.state,
          ({ checks }) => ({
            checks: checks + 1,
            last_checked_at: shop.date,
            next_check_at: rows.afterMs(delayMs),
          })
        )
      })
      return null
    },
    postpone: async (these, afterSeconds) => {
      await postponeAll(
        process,
        rows,
        "ledger_postpone",
        ({ id, state }) =>
          these.some((each) => each.id === id && each.state === state),
        afterSeconds
      )
    },
    postponeMerchant: async (merchantId, afterSeconds) => {
      await postponeAll(
        process,
        rows,
        "ledger_postpone_merchant",
        (each) =>
          each.merchant_id === merchantId &&
          rows.isDue(each) &&
          ["creating", "open", "closed"].includes(each.state),
        afterSeconds
      )
    },
    secondsUnused: async (ids) => {
      await process.read()
      return new Map(
        shop.attempts
          .filter(({ id }) => ids.includes(id))
          .map((attempt) => [
            attempt.id,
            (shop.now - lastUsed(process, attempt)) / 1000,
          ])
      )
    },
    mayRead: async (id, everySeconds) =>
      await process.write("ledger_may_read", () => {
        const checked = rows.update(
          id,
          ({ last_checked_at, opened_at, created_at }) =>
            (last_checked_at ?? opened_at ?? created_at).getTime() <
            shop.now - everySeconds * 1000,
          () => ({ last_checked_at: shop.date })
        )
        return checked !== undefined
      }),
    countFailure: async (id, found) =>
      await process.write("ledger_count_failure", () => {
        const fact = `failed:${describeFact(found)}`
        rows.append(id, { type: "failed", source: "decision", fact })
        const counted = rows.update(
          id,
          () => true,
          ({ tries }) => ({ tries: tries + 1 })
        )
        return counted?.tries ?? 0
      }),
  }
}

/** Postpones the attempts that match, and counts them. */
export async function postponeAll(
  process: ShopProcess,
  rows: LedgerRows,
  name: string,
  where: (attempt: Attempt) => boolean,
  afterSeconds: number
): Promise<number> {
  return await process.write(name, () => {
    const chosen = process.shop.attempts.filter(where)
    for (const { id } of chosen) {
      const next_check_at = rows.inMs(afterSeconds * 1000)
      rows.update(
        id,
        () => true,
        () => ({ next_check_at })
      )
    }
    return chosen.length
  })
}

function lastUsed({ shop }: ShopProcess, attempt: Attempt): number {
  const released = shop.timeline
    .filter(
      ({ crypto_payment_id, type }) =>
        crypto_payment_id === attempt.id && type === "session_released"
    )
    .map(({ at }) => at)
  return Math.max(
    (attempt.opened_at ?? attempt.created_at).getTime(),
    ...released
  )
}
