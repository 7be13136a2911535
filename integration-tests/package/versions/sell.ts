import { eventually } from "../../support/eventually"
import { payAtCheckout } from "../../demo/check/pay-at-checkout"
import { SandboxControl } from "../../support/instances"
import {
  PACKED_STORE_ADMIN,
  type PackedStore,
  type PackedStoreSeed,
} from "../packed-store"
import { Shopper, logInAsAdmin } from "../../support/store"

const ORDER_LIMIT_MS = 60_000
/** Of the storefront that the README's medusa-config.ts allows; it is never visited. */
const RETURN_PAGE = "http://localhost:8000/return"
const COIN = "USDT_TRC20"

/** An order that a crypto payment paid for. */
export type Sale = { orderId: string; email: string }

type Order = { id: string; total: number; payment_status: string }

type Attempt = { state: string; order_id: string | null }

/** Sells a shirt on the gateway's own page; only the webhook completes the cart. */
export async function sellHosted(
  store: PackedStore,
  seed: PackedStoreSeed
): Promise<Sale> {
  const email = "hosted@example.test"
  const shopper = new Shopper(store.baseUrl, seed)
  const cart = await shopper.prepareCart(
    [{ variantId: seed.products.shirt.variantId }],
    { email, shippingOptionId: seed.shippingOptionId }
  )
  const { data } = await shopper.startPayment(cart.id, "pp_crypto_crypto", {
    success_url: RETURN_PAGE,
    fail_url: RETURN_PAGE,
  })
  await payAtCheckout(textOf(data, "checkout_url"))
  return await soldFor(store, email, cart.id, 13)
}

/** Sells an e-book in the store's own checkout, for a coin that the shopper chose. */
export async function sellInline(
  store: PackedStore,
  seed: PackedStoreSeed
): Promise<Sale> {
  const email = "inline@example.test"
  const shopper = new Shopper(store.baseUrl, seed)
  const cart = await shopper.prepareCart(
    [{ variantId: seed.products.ebook.variantId }],
    { email }
  )
  const { data } = await shopper.startPayment(cart.id, "pp_crypto-h2h_crypto", {
    target_currency: COIN,
  })
  if (data.target_currency !== COIN) {
    throw new Error(`The session's coin is ${String(data.target_currency)}.`)
  }
  textOf(data, "wallet_address")
  const gateway = new SandboxControl({ controlUrl: store.sandbox.control_url })
  await gateway.pay(textOf(data, "gateway_payment_id"))
  return await soldFor(store, email, cart.id, 5)
}

/** Waits until the attempt is settled, and looks at Medusa's order. */
async function soldFor(
  { baseUrl }: PackedStore,
  email: string,
  cartId: string,
  total: number
): Promise<Sale> {
  const admin = await logInAsAdmin(baseUrl, PACKED_STORE_ADMIN)
  let state = "not there"
  const orderId = await eventually(
    async () => {
      const { crypto_payments } = await admin.get<{
        crypto_payments: Attempt[]
      }>(`/admin/crypto-payments?q=${cartId}`)
      const [attempt] = crypto_payments
      state = attempt?.state ?? state
      return state === "settled" ? attempt.order_id : undefined
    },
    {
      limitMs: ORDER_LIMIT_MS,
      otherwise: `The payment of ${cartId} was not settled within a minute.`,
    }
  ).catch((error: unknown) => {
    throw new Error(`${String(error)} Its state: ${state}`)
  })
  const { order } = await admin.get<{ order: Order }>(
    `/admin/orders/${orderId}?fields=id,total,payment_status`
  )
  if (order.payment_status !== "captured" || order.total !== total) {
    throw new Error(`The order is ${JSON.stringify(order)}, not of ${total}.`)
  }
  return { orderId: order.id, email }
}

function textOf(data: Record<string, unknown> | undefined, name: string) {
  const value = data?.[name]
  if (typeof value !== "string" || value === "") {
    throw new Error(`The payment session's data has no ${name}.`)
  }
  return value
}
