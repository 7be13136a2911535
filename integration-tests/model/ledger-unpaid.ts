import type CryptoPaymentModuleService from "../../src/modules/crypto-payment/service"
import { PLACING_MS } from "../../src/modules/crypto-payment/unpaid-orders/unpaid-order"
import type { LedgerRows } from "./ledger-rows"
import type { UnpaidOrder } from "./shop"
import type { ShopProcess } from "./shop-process"

type UnpaidOrders = CryptoPaymentModuleService["unpaidOrders"]

/** The orders that were placed before their payment, in memory. */
export function unpaidOrdersOf(
  process: ShopProcess,
  rows: LedgerRows
): Pick<UnpaidOrders, keyof UnpaidOrders> {
  const { shop } = process
  const row = (cartId: string) =>
    shop.unpaidOrders.find(({ id }) => id === cartId)
  const inMs = (ms: number) => new Date(shop.now + ms)
  const notePlaced = (cartId: string, orderId: string) => {
    const open = shop.attempts.filter(
      ({ cart_id, state, superseded_at }) =>
        cart_id === cartId &&
        (state === "creating" || state === "open") &&
        superseded_at === null
    )
    const fact = `placed_unpaid:${orderId}`
    for (const { id } of open) {
      rows.append(id, { type: "placed_unpaid", source: "order", fact })
    }
  }
  return {
    expect: async (cartId, provider_id) => {
      await process.write("ledger_expect_unpaid_order", () => {
        const written = {
          id: cartId,
          provider_id,
          order_id: null,
          cancel_at: null,
          created_at: shop.date,
          next_check_at: inMs(60_000),
        }
        const known = row(cartId)
        if (known) Object.assign(known, written)
        else {
          shop.unpaidOrders.push(written as UnpaidOrder)
        }
      })
    },
    find: async (cartId) => {
      await process.read()
      const found = row(cartId)
      return found && { ...found }
    },
    dequeue: async (limit, postponeSeconds) =>
      await process.write("ledger_dequeue_unpaid_orders", () =>
        shop.unpaidOrders
          .filter(({ next_check_at }) => next_check_at <= shop.date)
          .slice(0, limit)
          .map((each) => {
            each.next_check_at = inMs(postponeSeconds * 1_000)
            return { ...each }
          })
      ),
    setOrder: async (cartId, order, cancelAt) =>
      await process.write("ledger_name_unpaid_order", () => {
        const known = row(cartId)
        if (!known) return undefined
        if (known.order_id !== order.id) known.cancel_at = cancelAt
        known.order_id = order.id
        notePlaced(cartId, order.id)
        return { unpaid: { ...known }, event: null }
      }),
    end: async (cartId) => {
      await process.write("ledger_end_unpaid_order", () => {
        const known = row(cartId)
        if (!known) return
        known.cancel_at = null
        known.next_check_at = inMs(PLACING_MS)
      })
    },
    checkCanceled: async (orderId) => {
      await process.write("ledger_check_canceled_order", () => {
        for (const each of shop.unpaidOrders) {
          if (each.order_id !== orderId || !each.cancel_at) continue
          each.next_check_at = shop.date
        }
      })
    },
    checkAgainIn: async (cartId, ms) => {
      await process.write("ledger_postpone_unpaid_order", () => {
        const known = row(cartId)
        if (known) known.next_check_at = inMs(ms)
      })
    },
    delete: async (cartId) => {
      await process.write("ledger_delete_unpaid_order", () => {
        shop.unpaidOrders = shop.unpaidOrders.filter(
          ({ id, order_id, created_at }) =>
            id !== cartId ||
            (order_id === null && created_at.getTime() > shop.now - PLACING_MS)
        )
      })
    },
  }
}
