import type {
  Attempt,
  Claim,
  CryptoPaymentModuleService,
  Watched,
} from "../../src/modules/crypto-payment"
import { dueOrder } from "../../src/modules/crypto-payment/ledger/due-queue"
import { copyRow, isFor, type LedgerRows } from "./ledger-rows"
import type { Task } from "./shop"
import type { ShopProcess } from "./shop-process"

type Service = CryptoPaymentModuleService
type Turns = Pick<Service["turns"], keyof Service["turns"]>
type Tasks = Pick<Service["tasks"], keyof Service["tasks"]>
type Watch = Pick<Service["watch"], keyof Service["watch"]>
type Outbox = Pick<Service["outbox"], keyof Service["outbox"]>

/** Leases and the due queue, in memory. */
export function turnsOf(process: ShopProcess, rows: LedgerRows): Turns {
  const { shop } = process
  const isFree = ({ lease_owner, lease_until }: Attempt) =>
    lease_owner === null || (lease_until?.getTime() ?? 0) < shop.now
  return {
    acquireLease: async (id, owner, ttlSeconds) =>
      await process.write("ledger_acquire_lease", () => {
        const taken = rows.update(id, isFree, () => ({
          lease_owner: owner,
          lease_until: rows.inMs(ttlSeconds * 1000),
        }))
        return taken !== undefined
      }),
    isLeased: async (id) => {
      await process.read()
      const attempt = rows.find((each) => each.id === id)
      return attempt !== undefined && !isFree(attempt)
    },
    releaseLease: async (id, owner) => {
      await process.write("ledger_release_lease", () =>
        rows.update(
          id,
          ({ lease_owner }) => lease_owner === owner,
          () => ({ lease_owner: null, lease_until: null })
        )
      )
    },
    takeDue: async (limit, holdSeconds, only) =>
      await process.write("ledger_take_due", () =>
        dueOrder
          .flatMap((states) =>
            shop.attempts.filter((each) =>
              (states as readonly string[]).includes(each.state)
            )
          )
          .filter(
            (each) => (!only || only.includes(each.state)) && rows.isDue(each)
          )
          .slice(0, limit)
          .flatMap(({ id }) => {
            const next_check_at = rows.inMs(holdSeconds * 1000)
            return (
              rows.update(
                id,
                () => true,
                () => ({ next_check_at })
              ) ?? []
            )
          })
      ),
    mayCheck: async (id, everySeconds) =>
      await process.write("ledger_may_check", () => {
        const checked = rows.update(
          id,
          ({ last_checked_at, opened_at, created_at }) =>
            (last_checked_at ?? opened_at ?? created_at).getTime() <
            shop.now - everySeconds * 1000,
          () => ({ last_checked_at: shop.date })
        )
        return checked !== undefined
      }),
  }
}

/** What the reconcile job alone does to the ledger, in memory. */
export function watchOf(process: ShopProcess, rows: LedgerRows): Watch {
  const { shop } = process
  const reschedule = async (
    name: string,
    where: (attempt: Attempt) => boolean,
    afterSeconds: number
  ) =>
    await process.write(name, () => {
      const chosen = shop.attempts.filter(where)
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
  const isHeld = (attempt: Attempt, { merchant_id, until }: Claim) =>
    attempt.merchant_id === merchant_id &&
    attempt.next_check_at?.getTime() === until.getTime()
  return {
    now: async () => {
      await process.read()
      return shop.date
    },
    merchants: async () => {
      await process.read()
      return watched(process, rows)
    },
    findListed: async (merchantId, page) => {
      await process.read()
      return shop.attempts
        .filter(({ merchant_id, gateway_payment_id, external_id, state }) =>
          page.some(
            (item) =>
              merchant_id === merchantId &&
              (gateway_payment_id === item.id ||
                (gateway_payment_id === null &&
                  state === "creating" &&
                  external_id === item.external_id))
          )
        )
        .map((attempt) => ({ ...attempt }))
    },
    quietFor: async (ids) => {
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
    claimDue: async (merchant_id, limit, holdSeconds) => {
      const until = rows.inMs(holdSeconds * 1000)
      const count = await reschedule(
        "ledger_claim_due",
        (each) =>
          each.merchant_id === merchant_id &&
          rows.isDue(each) &&
          (each.state === "open" || each.state === "closed") &&
          each.gateway_payment_id !== null,
        holdSeconds
      )
      return { merchant_id, until, count: Math.min(count, limit) }
    },
    scheduleClaimed: async (claim, looks) => {
      await process.write("ledger_schedule_claimed", () => {
        for (const { id, delayMs } of looks) {
          rows.update(
            id,
            (attempt) => isHeld(attempt, claim),
            ({ checks }) => ({
              checks: checks + 1,
              last_checked_at: shop.date,
              next_check_at: delayMs === null ? null : rows.inMs(delayMs),
            })
          )
        }
      })
    },
    releaseClaim: async (claim, afterSeconds) =>
      await reschedule(
        "ledger_release_claim",
        (each) => isHeld(each, claim),
        afterSeconds
      ),
    postpone: async (these, afterSeconds) => {
      await reschedule(
        "ledger_postpone",
        ({ id, state }) =>
          these.some((each) => each.id === id && each.state === state),
        afterSeconds
      )
    },
    postponeDue: async (merchantId, afterSeconds) => {
      await reschedule(
        "ledger_postpone_due",
        (each) =>
          each.merchant_id === merchantId &&
          rows.isDue(each) &&
          ["creating", "open", "closed"].includes(each.state),
        afterSeconds
      )
    },
    supersede: async (seen, source) =>
      await process.write("ledger_supersede", () => {
        const row = rows.update(
          seen.id,
          ({ state, superseded_at, payment_session_id }) =>
            state === "open" &&
            superseded_at === null &&
            payment_session_id === seen.payment_session_id,
          () => ({
            superseded_at: shop.date,
            checks: 0,
            next_check_at: rows.inMs(60_000),
          })
        )
        const fact = "superseded"
        if (row) rows.append(row.id, { type: fact, source, fact })
        return row
      }),
    findEndable: async (subject, superseded) => {
      await process.read()
      const waiting = shop.attempts.filter(
        (each) =>
          isFor(each, subject) &&
          each.state === "open" &&
          each.gateway_status === "created" &&
          each.crypto_currency === null
      )
      const isSuperseded = (each: Attempt) => each.superseded_at !== null
      const serving = waiting.filter((each) => !isSuperseded(each))
      return [
        ...waiting.filter(isSuperseded).sort(byLastCheck).slice(0, superseded),
        ...serving.slice(0, 1),
      ].map(copyRow)
    },
    findLongestUnread: async (subject) => {
      await process.read()
      const [attempt] = shop.attempts
        .filter((each) => isFor(each, subject) && each.state === "open")
        .sort(byLastCheck)
      return attempt && copyRow(attempt)
    },
  }
}

/** Events for other code that were not delivered yet, in memory. */
export function outboxOf(process: ShopProcess): Outbox {
  const { shop } = process
  return {
    dequeue: async (limit) =>
      await process.write("ledger_dequeue_events", () => {
        const due = shop.outbox
          .filter(({ deliver_at }) => deliver_at <= shop.now)
          .slice(0, limit)
        for (const event of due) event.deliver_at = shop.now + 60_000
        return due.map(({ id, name, data }) => ({ id, name, data }))
      }),
    remove: async (ids) => {
      await process.write("ledger_remove_events", () => {
        shop.outbox = shop.outbox.filter(({ id }) => !ids.includes(id))
      })
    },
  }
}

function byLastCheck(one: Attempt, other: Attempt): number {
  return (
    (one.last_checked_at?.getTime() ?? 0) -
    (other.last_checked_at?.getTime() ?? 0)
  )
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

function watched({ shop }: ShopProcess, rows: LedgerRows): Watched[] {
  const ages = (limitMs: number) =>
    shop.attempts.filter(
      ({ state, created_at, gateway_payment_id }) =>
        gateway_payment_id !== null &&
        state === "open" &&
        created_at.getTime() > shop.now - limitMs
    )
  const due = shop.attempts.filter(
    (each) =>
      each.gateway_payment_id !== null &&
      rows.isDue(each) &&
      (each.state === "open" || each.state === "closed")
  )
  const close = ages(3_600_000)
  const fresh = ages(86_400_000)
  const [first] = [...due, ...fresh]
  if (!first) return []
  const oldest = (these: Attempt[]) =>
    these.length > 0
      ? new Date(Math.min(...these.map((each) => each.created_at.getTime())))
      : null
  return [
    {
      merchant_id: first.merchant_id,
      provider_id: first.provider_id,
      due: due.length,
      oldest_due: oldest(due),
      close: close.length,
      oldest_close: oldest(close),
      fresh: fresh.length,
    },
  ]
}

export function tasksOf(process: ShopProcess): Tasks {
  const { shop } = process
  const update = (id: string, seconds: number, patch: Partial<Task>) =>
    process.write("ledger_update_task", () => {
      const task = shop.tasks.get(id)
      if (!task) return
      Object.assign(task, patch, { due_at: shop.now + seconds * 1_000 })
    })
  return {
    begin: (id) =>
      process.write("ledger_begin_task", () => {
        const known = shop.tasks.get(id)
        if (known && known.due_at > shop.now) return undefined
        const { position = 0, completed_at = null } = known ?? {}
        const began_at =
          known && position > 0 ? known.began_at : new Date(shop.now)
        shop.tasks.set(id, {
          due_at: shop.now + 10 * 60_000,
          began_at,
          completed_at,
          position,
        })
        return { id, completed_at, position }
      }),
    complete: (id, everySeconds) =>
      update(id, everySeconds, {
        completed_at: shop.tasks.get(id)?.began_at ?? null,
        position: 0,
      }),
    pause: (id, position, afterSeconds) =>
      update(id, afterSeconds, { position }),
  }
}
