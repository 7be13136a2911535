import type { MedusaContainer } from "@medusajs/framework/types"
import { type PayableCart, readPayableCart } from "./payable"
import type { Price } from "../../../modules/crypto-payment/column-values"
import type { Attempt } from "../../../modules/crypto-payment/models/crypto-payment"
import { CRYPTO_PAYMENT_MODULE } from "../../../modules/crypto-payment/module-key"
import {
  attemptPrice,
  gatewayPrice,
  isSamePrice,
} from "../../../modules/crypto-payment/settling/money"

/** Whether the cart costs again what was paid, and an order can come of it. */
export async function isCartRestored(
  container: MedusaContainer,
  attempt: Attempt
): Promise<boolean> {
  const found = await readCartToRestore(container, attempt)
  if (!found) return false
  const { paid_otherwise, lacks_shipping } = found.cart
  return found.isSame && !paid_otherwise && !lacks_shipping
}

/**
 * What the cart costs now, where a confirmed payment becomes its order once it costs again what was
 * paid.
 */
export async function readChangedCart(
  container: MedusaContainer,
  attempt: Attempt
): Promise<{ cart?: "same" | "changed"; cartPrice?: Price }> {
  const found = await readCartToRestore(container, attempt)
  if (!found) return {}
  return found.isSame
    ? { cart: "same" }
    : { cart: "changed", cartPrice: found.cart.price }
}

/**
 * The cart of a confirmed payment that becomes its order once it costs again what was paid; else
 * null.
 */
async function readCartToRestore(
  container: MedusaContainer,
  attempt: Attempt
): Promise<{ cart: PayableCart; isSame: boolean } | null> {
  const { state, attention_reason, cart_id } = attempt
  const price = attemptPrice(attempt)
  const named = gatewayPrice(attempt)
  if (state !== "attention" || attention_reason !== "amount_mismatch") {
    return null
  }
  if (cart_id === null || !price) return null
  if (named && !isSamePrice(named, price)) return null
  const ledger = container.resolve(CRYPTO_PAYMENT_MODULE)
  if (await ledger.refunds.isSentBack(attempt)) return null
  const cart = await readPayableCart(container.resolve("query"), cart_id)
  if (!cart || cart.completed) return null
  return { cart, isSame: isSamePrice(cart.price, price) }
}
