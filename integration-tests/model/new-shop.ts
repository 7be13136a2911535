import type { Met } from "./met"
import { Shop } from "./shop"

/** Two carts, and an order that was edited up: its difference has no cart. */
export function newShop(met?: Met): Shop {
  const shop = new Shop(met)
  for (const id of ["cart_1", "cart_2"]) {
    const price = { amount: "5", currency_code: "eur" }
    const collection_id = `pay_col_of_${id}`
    shop.carts.push({
      id,
      collection_id,
      total: price.amount,
      currency_code: price.currency_code,
      completed_at: null,
      deleted: false,
      blocker: null,
    })
    shop.collections.push({ id: collection_id, ...price })
  }
  shop.orders.push({
    id: "order_0",
    status: "pending",
    created_at: shop.date,
    currency_code: "eur",
    totals: ["10", "15"].map((total) => ({
      total,
      created_at: shop.date,
    })),
    transactions: [
      {
        id: "ordtrx_0",
        version: 1,
        created_at: shop.date,
        amount: "10",
        reference: "capture",
        reference_id: "capt_0",
      },
    ],
    summarized: 10,
    credit_lines: [],
    changes: [],
  })
  const difference = { id: "pay_col_of_order_0", amount: "5" }
  shop.collections.push({
    ...difference,
    currency_code: "eur",
  })
  shop.orderCollections.push({
    order_id: "order_0",
    payment_collection_id: difference.id,
  })
  return shop
}
