import type { IWorkflowEngineService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflowId } from "@medusajs/medusa/core-flows"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { addToOrder } from "../support/shop/add-to-order"
import { type TimedContender, timeEachOne } from "./each-one"
import { atMost, type Figure } from "./figure"
import { type InProcessShop, ORDER_FIRST } from "./in-process-shop"
import { ratios } from "./rounds"
import { confirmPaid, openSale, processSession } from "./webhook-to-order"

const ROUNDS = 5
/** So many orders are due in each pass that is timed. */
const DUE = 20
const MANY = 10_000
const MANUAL = "pp_system_default"

type Unpaid = { orderId: string; sessionId: string; gatewayId: string }

/**
 * Orders that are placed before their payment: from the webhook to the paid
 * order, against core's workflow for a payment of an order that is there; and
 * passes of the job that cancels them, beside 10,000 that can still be paid and
 * over 10,000 that cannot.
 */
export async function benchUnpaidOrders(
  shop: InProcessShop
): Promise<Figure[]> {
  const paid = await timeEachOne<Unpaid>(
    { ours: byWebhook(shop), core: byCoreAlone(shop) },
    { rounds: ROUNDS, times: 10 }
  )
  const canceled: number[] = []
  const crowded: number[] = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const core = await cancelByCore(shop)
    const few = await cancelByJob(shop)
    await addRows(shop, "now() + interval '1 hour'")
    const many = await cancelByJob(shop)
    await shop.db.raw("DELETE FROM crypto_unpaid_order")
    if (round < 0) continue
    canceled.push(few / core)
    crowded.push(many / few)
  }
  return [
    atMost(
      2,
      "webhook to paid order that was placed before, p50 / core's workflow for a payment of an order",
      ratios(paid.p50, "ours", "core")
    ),
    atMost(
      1.5,
      "canceling an unpaid order in a pass of the job / core's workflow alone",
      canceled
    ),
    atMost(
      1.3,
      "that pass beside 10,000 unpaid orders that are not due / without",
      crowded
    ),
    atMost(
      1_000,
      "unpaid orders that one pass over 10,000 due ones looks at",
      await passOverAll(shop),
      "orders"
    ),
  ]
}

/** The gateway confirms; our webhook route answers once the order is paid. */
function byWebhook(shop: InProcessShop): TimedContender<Unpaid> {
  return {
    prepare: () => placeUnpaid(shop),
    async run({ gatewayId, orderId }) {
      await confirmPaid(shop, gatewayId)
      await requireCaptures(shop, orderId, 1)
    },
  }
}

/** Something was added to an order, which is paid without any gateway. */
function byCoreAlone(shop: InProcessShop): TimedContender<Unpaid> {
  const { shopper, container, store } = shop
  return {
    async prepare() {
      const { variantId } = store.products.ebook
      const cart = await shopper.prepareCart([{ variantId }], {})
      await shopper.startPayment(cart.id, MANUAL)
      const { id: orderId } = await shopper.placeOrder(cart.id)
      const collectionId = await addToOrder(container, orderId, {
        variant_id: variantId,
        quantity: 1,
      })
      const session = await shopper.openSession(collectionId, MANUAL)
      return { orderId, sessionId: session.id, gatewayId: "" }
    },
    async run({ orderId, sessionId }) {
      await processSession(shop, sessionId)
      await requireCaptures(shop, orderId, 1)
    },
  }
}

/** Milliseconds that core needs for so many, four at a time as the job. */
async function cancelByCore(shop: InProcessShop): Promise<number> {
  const orders = await placeAll(shop)
  await shop.db.raw("DELETE FROM crypto_unpaid_order")
  const startedMs = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let next = orders.pop(); next; next = orders.pop()) {
        await engineOf(shop).run(cancelOrderWorkflowId, {
          input: { order_id: next.orderId },
        })
      }
    })
  )
  return performance.now() - startedMs
}

/** Milliseconds that a pass of the job needs for so many. */
async function cancelByJob(shop: InProcessShop): Promise<number> {
  const orders = await placeAll(shop)
  for (const { gatewayId } of orders) {
    shop.gateway.markOnly(gatewayId, "expired")
  }
  const ids = orders.map(({ orderId }) => orderId)
  const db = shop.db
  await db.raw(
    `UPDATE crypto_unpaid_order SET cancel_at = now(), next_check_at = now()
      WHERE order_id = ANY(?)`,
    [ids]
  )
  const startedMs = performance.now()
  await reconcileCryptoPayments(shop.container)
  const tookMs = performance.now() - startedMs
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM "order" WHERE id = ANY(?) AND status = 'canceled'`,
    [ids]
  )
  if (rows.length !== DUE) throw new Error(`${rows.length} were canceled.`)
  return tookMs
}

/** Completions that placed no order, so that each costs what reading it costs. */
async function passOverAll(shop: InProcessShop): Promise<number> {
  await addRows(shop, "now()")
  await reconcileCryptoPayments(shop.container)
  const { rows } = await shop.db.raw<{ rows: { left: number }[] }>(
    "SELECT count(*)::int AS left FROM crypto_unpaid_order"
  )
  return MANY - rows[0].left
}

async function addRows(shop: InProcessShop, due: string): Promise<void> {
  const db = shop.db
  await db.raw(
    `INSERT INTO crypto_unpaid_order (id, provider_id, next_check_at, created_at)
     SELECT 'cart_of_many_' || n, '${ORDER_FIRST}', ${due}, now() - interval '1 hour'
       FROM generate_series(1, ${MANY}) AS n`
  )
  await db.raw("VACUUM ANALYZE crypto_unpaid_order")
}

async function placeAll(shop: InProcessShop): Promise<Unpaid[]> {
  const orders: Unpaid[] = []
  for (let left = DUE; left > 0; left -= 1) orders.push(await placeUnpaid(shop))
  return orders
}

/** An order of an open payment, which its webhook pays for. */
async function placeUnpaid(shop: InProcessShop): Promise<Unpaid> {
  const { cartId, ...sale } = await openSale(shop, ORDER_FIRST)
  const { id: orderId } = await shop.shopper.placeOrder(cartId)
  await shop.db.raw(
    "UPDATE crypto_unpaid_order SET order_id = ? WHERE id = ?",
    [orderId, cartId]
  )
  return { ...sale, orderId }
}

async function requireCaptures(
  shop: InProcessShop,
  orderId: string,
  count: number
): Promise<void> {
  const { rows } = await shop.db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM order_transaction
      WHERE order_id = ? AND reference = 'capture' AND deleted_at IS NULL`,
    [orderId]
  )
  if (rows.length !== count) throw new Error(`${rows.length} captures.`)
}

function engineOf({ container }: InProcessShop) {
  return container.resolve<IWorkflowEngineService>(Modules.WORKFLOW_ENGINE)
}
