import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import type { Task } from "./shop"
import type { ShopProcess } from "./shop-process"

type Service = CryptoPaymentModuleService
type Tasks = Pick<Service["tasks"], keyof Service["tasks"]>
type Outbox = Pick<Service["outbox"], keyof Service["outbox"]>

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
        return due.map(({ id, name, data }) => ({
          ...{ id, name, data },
          is_old: false,
        }))
      }),
    /** The job delivers what an admin's action would deliver at once. */
    remove: async (ids) => {
      await process.write("ledger_remove_events", () => {
        shop.outbox = shop.outbox.filter(({ id }) => !ids.includes(id))
      })
    },
  }
}

/** What the reconcile job does from time to time, in memory. */
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
    /** The shop stays where it is. */
    claimAddress: async (_merchantId, address) => address,
    addressOf: async () => null,
    moveAddress: async () => {},
  }
}
