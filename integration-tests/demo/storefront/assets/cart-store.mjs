/* global document, localStorage, navigator */
import { get, post, remove, settings } from "./store-api.mjs"

const KEY = "demo-cart"
const PLACED_KEY = "demo-placed-cart"

/** Filled in for the visitor, who can change the e-mail in the cart. */
const EMAIL = "ada@demo.test"
const ADDRESS = {
  first_name: "Ada",
  last_name: "Visitor",
  address_1: "Main Street 1",
  postal_code: "10115",
  city: "Berlin",
  country_code: settings.country_code,
}

/** The visitor's open cart; null when there is none (any more). */
export async function openCart() {
  const id = localStorage.getItem(KEY)
  if (id === null) return null
  // Beyond what Medusa answers by itself; %2B is a plus sign.
  const cart = await readCart(id, "%2Bcompleted_at,%2Bitems.total")
  if (cart && !cart.completed_at) return cart
  if (cart) localStorage.setItem(PLACED_KEY, id)
  localStorage.removeItem(KEY)
  return null
}

/** The cart that became the visitor's last order; undefined where this browser has none. */
export const placedCartId = () => localStorage.getItem(PLACED_KEY) ?? undefined

/** The payment collection of the visitor's last order while that is unpaid; else undefined. */
export async function unpaidCollectionId() {
  const id = placedCartId()
  const fields = "payment_collection.id,payment_collection.status"
  const cart = id && (await readCart(id, fields))
  const { status } = cart?.payment_collection ?? {}
  if (status === "not_paid" || status === "awaiting") {
    return cart.payment_collection.id
  }
}

/** The crypto payment of the visitor's last order; null where there is none. */
export async function placedPayment() {
  const id = placedCartId()
  if (id === undefined) return null
  return (await get(`/store/crypto-payments?cart_id=${id}`)).crypto_payment
}

/**
 * Null where the demo does not know it: it forgets its carts when it ends, the browser does not.
 */
async function readCart(id, fields) {
  try {
    return (await get(`/store/carts/${id}?fields=${fields}`)).cart
  } catch (error) {
    if (error.status === 404) return null
    throw error
  }
}

/**
 * Puts a piece into the cart, which is made when there is none:
 * one at a time, in all tabs, or two presses would make two.
 */
export function addToCart(variant_id) {
  return navigator.locks.request(KEY, () => add(variant_id))
}

async function add(variant_id) {
  const item = { variant_id, quantity: 1 }
  const open = await openCart()
  if (open) return await post(`/store/carts/${open.id}/line-items`, item)
  const { cart } = await post("/store/carts", {
    region_id: settings.region_id,
    email: EMAIL,
    shipping_address: ADDRESS,
    billing_address: ADDRESS,
    items: [item],
  })
  localStorage.setItem(KEY, cart.id)
}

/** Quantity 0 takes the item out. */
export async function changeQuantity(cart, item, quantity) {
  const path = `/store/carts/${cart.id}/line-items/${item.id}`
  await (quantity > 0 ? post(path, { quantity }) : remove(path))
}

export async function changeEmail(cart, email) {
  await post(`/store/carts/${cart.id}`, { email })
}

/** By the one way in which the shop sends things. */
export async function chooseShipping({ id }) {
  const { shipping_options } = await get(
    `/store/shipping-options?cart_id=${id}`
  )
  const option_id = shipping_options[0].id
  await post(`/store/carts/${id}/shipping-methods`, { option_id })
}

export function showCartCount(cart) {
  let count = 0
  for (const { quantity } of cart?.items ?? []) count += quantity
  document.getElementById("cart-count").textContent = count > 0 ? count : ""
}
