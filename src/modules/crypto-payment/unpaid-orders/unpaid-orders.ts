import type { InferTypeOf } from "@medusajs/framework/types"
import { appendEvent } from "../attempts/attempts"
import { takeDue } from "../attempts/due-queue"
import { attempts, inSeconds } from "../attempts/rows"
import type { Database } from "../database"
import type { Attempt, CryptoUnpaidOrder } from "../models/crypto-payment"
import {
  cryptoPaymentEvents,
  enqueueEvent,
  type OutboxEvent,
} from "../outbox/outbox"
import { PLACING_MS } from "./unpaid-order"

const UNPAID_ORDER_TABLE = "crypto_unpaid_order"

export type UnpaidOrder = InferTypeOf<typeof CryptoUnpaidOrder>

export type PlacedUnpaid = {
  id: string
  display_id: number | null
  is_canceled: boolean
}

export class UnpaidOrders {
  /** @param payPageOf where what an attempt is for can be paid. */
  constructor(
    private readonly db: Database,
    private readonly payPageOf: (attempt: Attempt) => string | null
  ) {}

  /** Before core places the order, so that no crash leaves one that nobody ends. */
  async expect(cartId: string, providerId: string): Promise<void> {
    const row = {
      id: cartId,
      provider_id: providerId,
      order_id: null,
      cancel_at: null,
      created_at: this.db.fn.now(),
      next_check_at: inSeconds(this.db, 60),
    }
    await rows(this.db).insert(row).onConflict("id").merge(row)
  }

  async find(cartId: string): Promise<UnpaidOrder | undefined> {
    return await rows(this.db).where({ id: cartId }).first()
  }

  async dequeue(limit: number, postponeSeconds: number) {
    const due = { table: UNPAID_ORDER_TABLE }
    return await takeDue<UnpaidOrder>(this.db, due, limit, postponeSeconds)
  }

  /**
   * Until when it can be paid stays, unless it had ended. `event` where it was not noted before.
   */
  async setOrder(
    cartId: string,
    order: PlacedUnpaid,
    cancelAt: Date
  ): Promise<{ unpaid: UnpaidOrder; event: OutboxEvent | null } | undefined> {
    return await this.db.transaction(async (db) => {
      const known = await rows(db).where({ id: cartId }).forUpdate().first()
      if (!known) return undefined
      const isNew = known.order_id !== order.id
      const cancel_at = isNew ? cancelAt : (known.cancel_at ?? cancelAt)
      const [unpaid] = await rows(db)
        .where({ id: cartId })
        .update({ cancel_at, order_id: order.id, updated_at: db.fn.now() })
        .returning("*")
      const event = await this.notePlaced(db, cartId, order, cancel_at)
      return { unpaid, event }
    })
  }

  async end(cartId: string): Promise<void> {
    await this.checkAgainIn(cartId, PLACING_MS, { cancel_at: null })
  }

  /** Looks at a canceled order now, not only when its time is over. */
  async checkCanceled(orderId: string): Promise<void> {
    await rows(this.db)
      .where({ order_id: orderId })
      .whereNotNull("cancel_at")
      .update({ next_check_at: this.db.fn.now() })
  }

  async checkAgainIn(
    cartId: string,
    ms: number,
    patch: { cancel_at?: null } = {}
  ): Promise<void> {
    await rows(this.db)
      .where({ id: cartId })
      .update({
        ...patch,
        next_check_at: inSeconds(this.db, ms / 1000),
        updated_at: this.db.fn.now(),
      })
  }

  /** Not where a completion has begun meanwhile, whose order is not there yet. */
  async delete(cartId: string): Promise<void> {
    await rows(this.db)
      .where({ id: cartId })
      .andWhere((ended) => {
        void ended
          .whereNotNull("order_id")
          .orWhereRaw("created_at <= now() - ? * interval '1 millisecond'", [
            PLACING_MS,
          ])
      })
      .delete()
  }

  private async notePlaced(
    db: Database,
    cart_id: string,
    { id: order_id, display_id, is_canceled }: PlacedUnpaid,
    cancelAt: Date
  ): Promise<OutboxEvent | null> {
    const open = await attempts(db)
      .where({ cart_id, superseded_at: null })
      .whereIn("state", ["creating", "open"])
      .orderBy("revision")
    let noted: Attempt | undefined
    for (const attempt of open) {
      const isNoted = await appendEvent(db, attempt.id, {
        type: "placed_unpaid",
        source: "order",
        fact: `placed_unpaid:${order_id}`,
        data: { order_id, ...(display_id && { number: String(display_id) }) },
      })
      if (isNoted) noted = attempt
    }
    if (!noted || is_canceled) return null
    const pay_url = this.payPageOf(noted)
    const pay_until = cancelAt.toISOString()
    const name = cryptoPaymentEvents.awaitingPayment
    const data = { id: noted.id, order_id, pay_url, pay_until }
    return await enqueueEvent(db, { name, data }, noted)
  }
}

function rows(db: Database) {
  return db<UnpaidOrder>(UNPAID_ORDER_TABLE)
}
