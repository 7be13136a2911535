import type {
  BigNumberInput,
  CreateOrderDTO,
  UpdateOrderDTO,
} from "@medusajs/framework/types"
import { MathBN, OrderStatus } from "@medusajs/framework/utils"

/** What `copyOrder` reads of an order, for `query.graph`. */
export const COPIED_ORDER_FIELDS = [
  "*",
  "shipping_address.*",
  "billing_address.*",
  "items.*",
  "items.tax_lines.*",
  "items.adjustments.*",
  "shipping_methods.*",
  "shipping_methods.tax_lines.*",
  "shipping_methods.adjustments.*",
  "credit_lines.*",
  "promotions.id",
]

type Fields = Record<string, unknown>

/** An order of Medusa with `COPIED_ORDER_FIELDS`. */
export type CopiedOrder = Fields & {
  id: string
  metadata?: Fields | null
  shipping_address?: Fields | null
  billing_address?: Fields | null
  items?: (CopiedLine & { quantity: BigNumberInput })[]
  shipping_methods?: CopiedLine[]
  credit_lines?: Fields[]
  promotions?: ({ id: string } | null)[]
}

type CopiedLine = Fields & { tax_lines?: Fields[]; adjustments?: Fields[] }

/** A draft of the same sale: core reserves its stock only as it becomes an order. */
export type DraftOrder = CreateOrderDTO &
  Pick<UpdateOrderDTO, "is_draft_order"> & { id: string }

/**
 * The same sale once more: items, prices, taxes and discounts as they were, not
 * as they would be today. What an edit took out is left out.
 */
export function copyOrder(order: CopiedOrder, id: string): DraftOrder {
  const items = order.items?.filter(({ quantity }) => MathBN.gt(quantity, 0))
  const copy = {
    ...pick(order, ORDER_COLUMNS),
    id,
    status: OrderStatus.DRAFT,
    is_draft_order: true,
    metadata: { ...order.metadata, reinstated_from: order.id },
    shipping_address: copyAddress(order.shipping_address),
    billing_address: copyAddress(order.billing_address),
    items: items?.map((item) => copyLine(item, ITEM_COLUMNS)),
    shipping_methods: order.shipping_methods?.map((method) =>
      copyLine(method, SHIPPING_METHOD_COLUMNS)
    ),
    credit_lines: order.credit_lines?.map((line) =>
      pick(line, CREDIT_LINE_COLUMNS)
    ),
  }
  return copy as DraftOrder
}

function copyLine(line: CopiedLine, columns: readonly string[]): Fields {
  return {
    ...pick(line, columns),
    tax_lines: line.tax_lines?.map((each) => pick(each, TAX_LINE_COLUMNS)),
    adjustments: line.adjustments?.map((each) =>
      pick(each, ADJUSTMENT_COLUMNS)
    ),
  }
}

function copyAddress(address: Fields | null | undefined): Fields | undefined {
  return address ? pick(address, ADDRESS_COLUMNS) : undefined
}

/** Amounts with all of their digits, where Medusa gives them so (`raw_…`). */
function pick(from: Fields, columns: readonly string[]): Fields {
  return Object.fromEntries(
    columns
      .filter((column) => from[column] !== undefined)
      .map((column) => [column, from[`raw_${column}`] ?? from[column]])
  )
}

const ORDER_COLUMNS = [
  "region_id",
  "customer_id",
  "sales_channel_id",
  "email",
  "currency_code",
  "locale",
  "no_notification",
]

const ADDRESS_COLUMNS = [
  "customer_id",
  "company",
  "first_name",
  "last_name",
  "address_1",
  "address_2",
  "city",
  "country_code",
  "province",
  "postal_code",
  "phone",
  "metadata",
]

const ITEM_COLUMNS = [
  "title",
  "subtitle",
  "thumbnail",
  "quantity",
  "variant_id",
  "product_id",
  "product_title",
  "product_description",
  "product_subtitle",
  "product_type",
  "product_type_id",
  "product_collection",
  "product_handle",
  "variant_sku",
  "variant_barcode",
  "variant_title",
  "variant_option_values",
  "requires_shipping",
  "is_discountable",
  "is_giftcard",
  "is_tax_inclusive",
  "is_custom_price",
  "unit_price",
  "compare_at_unit_price",
  "metadata",
]

const SHIPPING_METHOD_COLUMNS = [
  "name",
  "description",
  "amount",
  "is_tax_inclusive",
  "is_custom_amount",
  "shipping_option_id",
  "data",
  "metadata",
]

const TAX_LINE_COLUMNS = [
  "description",
  "tax_rate_id",
  "code",
  "rate",
  "provider_id",
  "metadata",
  "data",
]

const ADJUSTMENT_COLUMNS = [
  "code",
  "amount",
  "description",
  "promotion_id",
  "provider_id",
  "is_tax_inclusive",
]

const CREDIT_LINE_COLUMNS = ["amount", "reference", "reference_id", "metadata"]
