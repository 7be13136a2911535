import type { BigNumberInput } from "@medusajs/framework/types"
import { findRecord, type Query } from "../../../../../medusa-query"
import { toDecimalString } from "../../../../../modules/crypto-payment/internal"
import type { AdminCryptoCart, AdminCryptoCartAddress } from "../../cart-types"

const ADDRESS_FIELDS = [
  "first_name",
  "last_name",
  "company",
  "address_1",
  "address_2",
  "postal_code",
  "city",
  "province",
  "country_code",
  "phone",
] as const satisfies (keyof AdminCryptoCartAddress)[]

const CART_FIELDS = [
  ...["id", "email", "customer_id", "region_id", "sales_channel_id"],
  ...["currency_code", "locale", "total", "completed_at"],
  ...["title", "variant_title", "variant_sku", "variant_id"].map(
    (field) => `items.${field}`
  ),
  ...["items.product_title", "items.quantity", "items.unit_price"],
  ...["name", "shipping_option_id", "amount"].map(
    (field) => `shipping_methods.${field}`
  ),
  ...ADDRESS_FIELDS.flatMap((field) => [
    `shipping_address.${field}`,
    `billing_address.${field}`,
  ]),
  "promotions.code",
]

type Item = {
  title: string
  product_title?: string | null
  variant_title?: string | null
  variant_sku?: string | null
  variant_id?: string | null
  quantity: BigNumberInput
  unit_price: BigNumberInput
}

type Shipping = {
  name: string
  shipping_option_id?: string | null
  amount: BigNumberInput
}

/** Null for a cart that is gone, or is an order by now. */
export async function readCart(
  query: Query,
  id: string
): Promise<AdminCryptoCart | null> {
  const cart = await findRecord(query, "cart", id, CART_FIELDS)
  if (!cart || cart.completed_at) return null
  const { currency_code } = cart
  const amount = (value: BigNumberInput) =>
    toDecimalString(value, currency_code)
  return {
    id,
    email: cart.email ?? null,
    customer_id: cart.customer_id ?? null,
    region_id: cart.region_id ?? null,
    sales_channel_id: cart.sales_channel_id ?? null,
    currency_code,
    locale: cart.locale ?? null,
    total: amount(cart.total),
    items: present<Item>(cart.items).map((item) => ({
      title: item.product_title ?? item.title,
      variant_title: item.variant_title ?? null,
      variant_sku: item.variant_sku ?? null,
      variant_id: item.variant_id ?? null,
      quantity: Number(item.quantity),
      unit_price: amount(item.unit_price),
    })),
    shipping_methods: present<Shipping>(cart.shipping_methods).map(
      (method) => ({
        name: method.name,
        shipping_option_id: method.shipping_option_id ?? null,
        amount: amount(method.amount),
      })
    ),
    shipping_address: addressOf(cart.shipping_address),
    billing_address: addressOf(cart.billing_address),
    promo_codes: present<{ code?: string | null }>(cart.promotions).flatMap(
      ({ code }) => code ?? []
    ),
  }
}

function addressOf(
  address: Record<string, unknown> | null | undefined
): AdminCryptoCartAddress | null {
  if (!address) return null
  const given = ADDRESS_FIELDS.flatMap((field) => {
    const value = address[field]
    return typeof value === "string" && value ? [[field, value]] : []
  })
  return Object.fromEntries(given)
}

/** Medusa lists null for what is deleted. */
function present<Row>(rows: (Row | null)[] | null | undefined): Row[] {
  return (rows ?? []).filter((row): row is Row & {} => row !== null)
}
