import { z } from "zod"
import { findByIds, linkedOne, one, type Query, record } from "./query"

const text = z.string().nullable()

const name = { first_name: text, last_name: text }

const shape = {
  id: z.string(),
  email: text,
  customer: linkedOne(name),
  // A guest's name is in the address alone.
  shipping_address: one(name),
}

const ORDER = record("order", shape)
const CART = record("cart", shape)

type Sale = { order_id?: string | null; cart_id?: string | null }

/** Whom a sentence about a sale names: the customer, else the e-mail address; null for nobody. */
export async function findBuyerNames<Each extends Sale>(
  query: Query,
  sales: readonly Each[]
): Promise<Map<Each, string | null>> {
  const [orders, carts] = await Promise.all([
    findByIds(
      query,
      ORDER,
      sales.map(({ order_id }) => order_id)
    ),
    findByIds(
      query,
      CART,
      sales.map((sale) => (sale.order_id ? null : sale.cart_id))
    ),
  ])
  const names = new Map(
    [...orders, ...carts].map((each) => [each.id, nameOf(each)])
  )
  return new Map(
    sales.map((sale) => [
      sale,
      names.get(sale.order_id ?? sale.cart_id ?? "") ?? null,
    ])
  )
}

function nameOf({ email, ...sale }: z.output<z.ZodObject<typeof shape>>) {
  const { customer, shipping_address } = sale
  const full = [customer, shipping_address].map((person) =>
    [person?.first_name, person?.last_name].filter(Boolean).join(" ")
  )
  return full.find((each) => each !== "") ?? email
}
