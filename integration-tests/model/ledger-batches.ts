import type {
  Attempt,
  Batch,
  CryptoPaymentModuleService,
  SweepDemand,
} from "../../src/modules/crypto-payment/internal"
import { postponeAll } from "./ledger-queue"
import type { LedgerRows } from "./ledger-rows"
import type { ShopProcess } from "./shop-process"

type Service = CryptoPaymentModuleService
type Batches = Pick<Service["batches"], keyof Service["batches"]>

/** What the sweep reads and writes, in memory. */
export function batchesOf(process: ShopProcess, rows: LedgerRows): Batches {
  const { shop } = process
  const isHeld = (attempt: Attempt, { merchant_id, until }: Batch) =>
    attempt.merchant_id === merchant_id &&
    attempt.next_check_at?.getTime() === until.getTime()
  return {
    findDemand: async () => {
      await process.read()
      return sweepDemand(process, rows)
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
    dequeue: async (merchant_id, limit, postponeSeconds) => {
      const until = rows.inMs(postponeSeconds * 1000)
      const count = await postponeAll(
        process,
        rows,
        "ledger_dequeue_batch",
        (each) =>
          each.merchant_id === merchant_id &&
          rows.isDue(each) &&
          (each.state === "open" || each.state === "closed") &&
          each.gateway_payment_id !== null,
        postponeSeconds
      )
      return { merchant_id, until, count: Math.min(count, limit) }
    },
    reschedule: async (batch, checked) => {
      await process.write("ledger_reschedule_batch", () => {
        for (const { id, delayMs } of checked) {
          rows.update(
            id,
            (attempt) => isHeld(attempt, batch),
            ({ checks }) => ({
              checks: checks + 1,
              last_checked_at: shop.date,
              next_check_at: delayMs === null ? null : rows.inMs(delayMs),
            })
          )
        }
      })
    },
    release: async (batch, afterSeconds) =>
      await postponeAll(
        process,
        rows,
        "ledger_release_batch",
        (each) => isHeld(each, batch),
        afterSeconds
      ),
  }
}

function sweepDemand({ shop }: ShopProcess, rows: LedgerRows): SweepDemand[] {
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
