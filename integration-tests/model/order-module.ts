import type { BigNumberInput } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"

import { addTransaction, bookedTotal, type Transaction } from "./shop"
import type { ShopProcess } from "./shop-process"

type TransactionFilters = {
  order_id?: string
  reference?: string
  reference_id?: string | string[]
}

/** What settling and booking refunds use of core's Order Module. */
export class OrderModule {
  constructor(private readonly process: ShopProcess) {}

  async listOrderSummaries({ order_id }: { order_id: string }) {
    await this.process.read()
    const order = this.process.shop.order(order_id)
    return (order?.totals ?? []).map(({ total, created_at }, at) => {
      const version = at + 1
      const transaction_total = (order?.transactions ?? [])
        .filter((each) => each.version <= version)
        .reduce((sum, { amount }) => sum + Number(amount), 0)
      const pending_difference = Number(total) - transaction_total
      const totals = { pending_difference, transaction_total }
      return { version, created_at, totals }
    })
  }

  async listOrderTransactions(filters: TransactionFilters) {
    await this.process.read()
    const { order_id, reference, reference_id } = filters
    const ids = [reference_id ?? []].flat()
    return this.process.shop.orders
      .filter(({ id }) => order_id === undefined || id === order_id)
      .flatMap(({ id, transactions }) =>
        transactions.map((each) => ({ ...each, order_id: id }))
      )
      .filter(
        (each) =>
          (!reference || each.reference === reference) &&
          (reference_id === undefined || ids.includes(each.reference_id))
      )
  }

  async addOrderTransactions(
    row: Pick<Transaction, "reference" | "reference_id"> & {
      order_id: string
      amount: BigNumberInput
    }
  ): Promise<void> {
    const { shop } = this.process
    await this.process.write("add_order_transactions", () => {
      for (const { order_id, amount, reference, reference_id } of [row]) {
        const order = shop.order(order_id)
        if (!order) continue
        addTransaction(shop, order, {
          amount: MathBN.convert(amount).toFixed(),
          reference,
          reference_id,
        })
      }
    })
  }

  async listOrderChanges({ order_id }: { order_id: string }) {
    await this.process.read()
    return [...(this.process.shop.order(order_id)?.changes ?? [])]
  }

  async cancelOrderChange(id: string): Promise<void> {
    await this.process.write("cancel_order_change", () => {
      for (const order of this.process.shop.orders) {
        order.changes = order.changes.filter((each) => each.id !== id)
      }
    })
  }

  async retrieveOrder(id: string) {
    await this.process.read()
    const version = this.process.shop.order(id)?.totals.length ?? 1
    return { id, version, display_id: null, items: [] }
  }

  async deleteOrders(ids: readonly string[]): Promise<void> {
    const { shop } = this.process
    await this.process.write("take_order_back", () => {
      shop.orders = shop.orders.filter(({ id }) => !ids.includes(id))
    })
  }

  /** The model's orders sum all their transactions, of whatever version. */
  async updateOrderTransactions(): Promise<void> {
    await this.process.read()
  }

  async deleteOrderTransactions(ids: readonly string[]): Promise<void> {
    await this.process.write("delete_order_transactions", () => {
      for (const order of this.process.shop.orders) {
        const before = bookedTotal(order)
        order.transactions = order.transactions.filter(
          ({ id }) => !ids.includes(id)
        )
        order.summarized += bookedTotal(order) - before
      }
    })
  }
}
