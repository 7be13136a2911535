import type { InferTypeOf } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type CryptoUnpaidOrderModel from "../models/crypto-unpaid-order"
import { PLACING_MS } from "../domain/unpaid-order"
import { inSeconds } from "./rows"

const UNPAID_ORDER_TABLE = "crypto_unpaid_order"

export type UnpaidOrder = InferTypeOf<typeof CryptoUnpaidOrderModel>

/** The orders that were placed before their payment, and when each is looked at. */
export class UnpaidOrders {
  constructor(private readonly db: Knex) {}

  /**
   * Written before core has placed the order of a cart, so that no crash leaves
   * an order that nobody ends; anew for each completion, since core may take one
   * back.
   */
  async expect(cartId: string, providerId: string): Promise<void> {
    const row = {
      id: cartId,
      provider_id: providerId,
      order_id: null,
      cancel_at: null,
      created_at: this.db.fn.now(),
      next_check_at: inSeconds(this.db, 60),
    }
    await this.rows().insert(row).onConflict("id").merge(row)
  }

  async find(cartId: string): Promise<UnpaidOrder | undefined> {
    return await this.rows().where({ id: cartId }).first()
  }

  /** Takes those that are due, and postpones them, as `DueQueue.dequeue` does. */
  async dequeue(limit: number, postponeSeconds: number) {
    const { rows } = await this.db.raw<{ rows: UnpaidOrder[] }>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM ${UNPAID_ORDER_TABLE}
          WHERE next_check_at <= now()
          ORDER BY next_check_at
          LIMIT ?
          FOR UPDATE SKIP LOCKED)
       UPDATE ${UNPAID_ORDER_TABLE} AS unpaid
          SET next_check_at = now() + ? * interval '1 second'
         FROM due
        WHERE unpaid.id = due.id
       RETURNING unpaid.*`,
      [limit, postponeSeconds]
    )
    return rows
  }

  /** Names the order; until when it can be paid does not change, unless it had ended. */
  async setOrder(cartId: string, orderId: string, cancelAt: Date) {
    const [row] = await this.rows()
      .where({ id: cartId })
      .update({
        cancel_at: this.db.raw(
          "CASE WHEN order_id = ? THEN coalesce(cancel_at, ?) ELSE ? END",
          [orderId, cancelAt, cancelAt]
        ),
        order_id: orderId,
        updated_at: this.db.fn.now(),
      })
      .returning("*")
    return row
  }

  /** It was canceled: nobody can pay for it any more, and it is looked at once more. */
  async end(cartId: string): Promise<void> {
    await this.rows()
      .where({ id: cartId })
      .update({
        cancel_at: null,
        next_check_at: inSeconds(this.db, PLACING_MS / 1000),
      })
  }

  /** Has an order that was canceled looked at now, not only when its time is over. */
  async checkCanceled(orderId: string): Promise<void> {
    await this.rows()
      .where({ order_id: orderId })
      .whereNotNull("cancel_at")
      .update({ next_check_at: this.db.fn.now() })
  }

  async checkAgainIn(cartId: string, ms: number): Promise<void> {
    await this.rows()
      .where({ id: cartId })
      .update({ next_check_at: inSeconds(this.db, ms / 1000) })
  }

  /** Not where a completion has begun meanwhile, whose order is not there yet. */
  async delete(cartId: string): Promise<void> {
    await this.rows()
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

  private rows() {
    return this.db<UnpaidOrder>(UNPAID_ORDER_TABLE)
  }
}
