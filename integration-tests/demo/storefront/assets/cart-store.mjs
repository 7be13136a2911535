/* global document, localStorage */
import { Refusal, get, post, remove, settings } from "./store-api.mjs"

const KEY = "demo-cart"
const PLACED_KEY = "demo-placed-cart"

/** Beyond what Medusa answers by itself; %2B is a plus sign. */
const MORE_FIELDS = "%2Bcompleted_at,%2Bitems.total"

/** Filled in for the visitor, who can change it in the cart. */
const VISITOR = {
  email: "ada@demo.test",
  first_name: "Ada",
  last_name: "Visitor",
  address_1: "Main Street 1",
  postal_code: "10115",
  city: "Berlin",
}

/** The visitor's open cart; null when there is none (any more). */
export async function openCart() {
  const id = localStorage.getItem(KEY)
  if (id === null) return null
  try {
    const { cart } = await get(`/store/carts/${id}?fields=${MORE_FIELDS}`)
    if (!cart.completed_at) return cart
    localStorage.setItem(PLACED_KEY, id)
  } catch (error) {
    // The demo forgets its carts when it ends; the browser does not.
    if (!(error instanceof Refusal && error.status === 404)) throw error
  }
  localStorage.removeItem(KEY)
  return null
}

/** The cart that became the visitor's last order; undefined where this browser has none. */
export const placedCartId = () => localStorage.getItem(PLACED_KEY) ?? undefined

/** The cart of the visitor's last order while that is unpaid; else null. */
export async function unpaidCart() {
  const id = localStorage.getItem(PLACED_KEY)
  if (id === null) return null
  const fields =
    "id,payment_collection.status,*payment_collection.payment_sessions"
  const answer = await get(`/store/carts/${id}?fields=${fields}`).catch(
    (error) => {
      if (!(error instanceof Refusal && error.status === 404)) throw error
    }
  )
  const { status } = answer?.cart.payment_collection ?? {}
  if (status === "not_paid" || status === "awaiting") return answer.cart
  localStorage.removeItem(PLACED_KEY)
  return null
}

/** Puts a piece into the cart, which is made when there is none. */
export async function addToCart(variantId) {
  const items = [{ variant_id: variantId, quantity: 1 }]
  const cart = await openCart()
  if (cart) await post(`/store/carts/${cart.id}/line-items`, items[0])
  else await makeCart(items, VISITOR)
}

/** Quantity 0 takes the item out. */
export async function changeQuantity(cart, item, quantity) {
  const path = `/store/carts/${cart.id}/line-items/${item.id}`
  if (quantity > 0) await post(path, { quantity })
  else await remove(path)
}

export async function changeContact(cart, { email, ...address }) {
  await post(`/store/carts/${cart.id}`, { email, ...addresses(address) })
}

export const needsShipping = (cart) =>
  cart.items.some((item) => item.requires_shipping)

export async function shippingOptions(cart) {
  const answer = await get(`/store/shipping-options?cart_id=${cart.id}`)
  return answer.shipping_options.sort((one, two) => one.amount - two.amount)
}

export async function chooseShipping(cart, optionId) {
  await post(`/store/carts/${cart.id}/shipping-methods`, {
    option_id: optionId,
  })
}

/**
 * Medusa keeps a cart's shipping method when nothing in it is to be shipped
 * any more, and the store API has no way to take it off: a new cart has none.
 */
export async function dropShipping(cart) {
  const { first_name, last_name, address_1, postal_code, city } =
    cart.shipping_address
  await makeCart(
    cart.items.map(({ variant_id, quantity }) => ({ variant_id, quantity })),
    {
      ...{ email: cart.email, first_name, last_name, address_1 },
      ...{ postal_code, city },
    }
  )
}

export function showCartCount(cart) {
  const count = (cart?.items ?? []).reduce(
    (sum, each) => sum + each.quantity,
    0
  )
  document.getElementById("cart-count").textContent = count > 0 ? count : ""
}

async function makeCart(items, { email, ...address }) {
  const { cart } = await post("/store/carts", {
    region_id: settings.region_id,
    email,
    ...addresses(address),
    items,
  })
  localStorage.setItem(KEY, cart.id)
}

function addresses(address) {
  const complete = { ...address, country_code: settings.country_code }
  return { shipping_address: complete, billing_address: complete }
}
