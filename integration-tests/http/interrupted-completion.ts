import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  generateEntityId,
} from "@medusajs/framework/utils"

/**
 * Which of its links core had written when it was killed, and of what cart.
 * `isNamed`: the workflow engine has the run. @default true
 */
type Written = {
  cart?: boolean
  collection?: boolean
  quantity?: number
  isNamed?: boolean
  /** A promotion whose use was counted: core failed to undo that run. */
  promotion?: { code: string; amount: number }
}

/**
 * The order that core leaves when it is killed while it completes a cart: after
 * it created the order, and before it authorized the payment.
 */
export async function interruptCompletion(
  container: MedusaContainer,
  cartId: string,
  written: Written = {}
): Promise<string> {
  const carts = container.resolve(Modules.CART)
  const cart = await carts.retrieveCart(cartId, {
    relations: [
      "items",
      "shipping_methods",
      "shipping_address",
      "billing_address",
    ],
  })
  const [item] = cart.items ?? []
  const { promotion, isNamed = true } = written
  if (isNamed && !promotion) await storeStoppedCompletion(container, cartId)
  const { id } = await container.resolve(Modules.ORDER).createOrders({
    currency_code: cart.currency_code,
    customer_id: cart.customer_id,
    email: cart.email,
    region_id: cart.region_id,
    sales_channel_id: cart.sales_channel_id,
    // As core copies them.
    shipping_address: withoutId(cart.shipping_address),
    billing_address: withoutId(cart.billing_address),
    shipping_methods: cart.shipping_methods?.map(
      ({ name, amount, shipping_option_id }) => ({
        name,
        amount,
        shipping_option_id,
      })
    ),
    items: [
      {
        title: item.title,
        variant_id: item.variant_id,
        unit_price: item.unit_price,
        quantity: written.quantity ?? item.quantity,
      },
    ],
  })
  if (promotion) {
    const use = {
      computedActions: [promotion],
      registrationContext: {
        customer_id: cart.customer_id ?? null,
        customer_email: cart.email ?? null,
      },
    }
    await container
      .resolve(Modules.PROMOTION)
      .registerUsage(use.computedActions, use.registrationContext)
    await storeStoppedCompletion(container, cartId, "failed", {
      "create-orders": { output: { compensateInput: [id] } },
      "register-usage": { output: { compensateInput: use } },
    })
  }
  if (written.cart) {
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.ORDER]: { order_id: id },
      [Modules.CART]: { cart_id: cartId },
    })
  }
  if (written.collection) await linkToCollection(container, cartId, id)
  await carts.updateCarts(cartId, { completed_at: new Date() } as object)
  return id
}

/** What the workflow engine keeps of a completion that was killed, or failed. */
async function storeStoppedCompletion(
  container: MedusaContainer,
  cartId: string,
  state: "not_started" | "failed" = "not_started",
  invoke: object = {}
): Promise<void> {
  const run_id = generateEntityId(undefined, "run")
  const context = {
    data: { payload: { id: cartId }, invoke, compensate: {} },
    errors: [],
  }
  await container
    .resolve(ContainerRegistrationKeys.PG_CONNECTION)("workflow_execution")
    .insert({
      id: generateEntityId(undefined, "wf_exec"),
      workflow_id: "complete-cart",
      transaction_id: `auto-${run_id}`,
      run_id,
      state,
      execution: {},
      context,
      // By Medusa's clock, as the order's.
      created_at: new Date(),
    })
}

function withoutId<Address extends { id: string }>(
  address: Address | undefined
): Omit<Address, "id"> | undefined {
  if (!address) return undefined
  const { id: _, ...copied } = address
  return copied
}

/**
 * Links an order to the payment collection of a cart, past core's check that it
 * has no other one: of two completions at once, both pass it.
 */
export async function linkToCollection(
  container: MedusaContainer,
  cartId: string,
  orderId: string
): Promise<void> {
  const links = container
    .resolve(ContainerRegistrationKeys.LINK)
    .getLinkModule(
      Modules.ORDER,
      "order_id",
      Modules.PAYMENT,
      "payment_collection_id"
    )
  await links?.create(orderId, await collectionOf(container, cartId))
}

/** The orders that the payment collection of a cart is linked to. */
export async function ordersOfCollection(
  container: MedusaContainer,
  cartId: string
): Promise<string[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "order_payment_collection",
      fields: ["order_id"],
      filters: {
        payment_collection_id: await collectionOf(container, cartId),
      },
    })
  return data.map(({ order_id }) => order_id)
}

async function collectionOf(
  container: MedusaContainer,
  cartId: string
): Promise<string> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "cart_payment_collection",
      fields: ["payment_collection_id"],
      filters: { cart_id: cartId },
    })
  return data[0].payment_collection_id
}
