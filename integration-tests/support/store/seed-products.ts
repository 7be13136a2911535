import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
} from "@medusajs/medusa/core-flows"
import type { ProductInput } from "./catalogue"

export type SeededProduct = {
  productId: string
  variantId: string
  /** Only of a product whose stock is counted. */
  inventoryItemId?: string
}

/** Creates the products and puts them on stock; keyed by handle. */
export async function seedProducts<Input extends ProductInput>(
  container: MedusaContainer,
  inputs: Input[],
  options: {
    currencyCode: string
    salesChannelId: string
    stockLocationId: string
    shippingProfileId: string
  }
): Promise<Record<Input["handle"], SeededProduct>> {
  const { result: products } = await createProductsWorkflow(container).run({
    input: {
      products: inputs.map((input) => ({
        title: input.title,
        handle: input.handle,
        description: input.description,
        status: "published" as const,
        sales_channels: [{ id: options.salesChannelId }],
        // Having a profile is what makes Medusa ask for a shipping method.
        shipping_profile_id: input.requiresShipping
          ? options.shippingProfileId
          : undefined,
        options: [{ title: "Size", values: ["One"] }],
        variants: [
          {
            title: "One size",
            sku: input.handle.toUpperCase(),
            manage_inventory: input.stock !== undefined,
            options: { Size: "One" },
            prices: [
              { currency_code: options.currencyCode, amount: input.price },
            ],
          },
        ],
      })),
    },
  })
  const seeded = await withInventoryItems(
    container,
    products.map(({ id }) => id)
  )
  await stockUp(container, inputs, seeded, options.stockLocationId)
  return seeded
}

async function withInventoryItems(
  container: MedusaContainer,
  productIds: string[]
): Promise<Record<string, SeededProduct>> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "product",
    fields: [
      "id",
      "handle",
      "variants.id",
      "variants.inventory_items.inventory_item_id",
    ],
    filters: { id: productIds },
  })
  return Object.fromEntries(
    data.map((product) => {
      const [variant] = product.variants
      const [item] = variant.inventory_items ?? []
      return [
        product.handle,
        {
          productId: product.id,
          variantId: variant.id,
          inventoryItemId: item?.inventory_item_id,
        },
      ]
    })
  )
}

async function stockUp(
  container: MedusaContainer,
  inputs: ProductInput[],
  seeded: Record<string, SeededProduct>,
  stockLocationId: string
): Promise<void> {
  const levels = inputs.flatMap(({ handle, stock }) => {
    const inventoryItemId = seeded[handle]?.inventoryItemId
    return stock === undefined || inventoryItemId === undefined
      ? []
      : [
          {
            inventory_item_id: inventoryItemId,
            location_id: stockLocationId,
            stocked_quantity: stock,
          },
        ]
  })
  await createInventoryLevelsWorkflow(container).run({
    input: { inventory_levels: levels },
  })
}
