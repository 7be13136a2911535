import {
  completeCartWorkflowId,
  processPaymentWorkflowId,
} from "@medusajs/medusa/core-flows"
import { observe } from "../../src/modules/crypto-payment/attempts/observation"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"
import { pick, type Action, type Deed } from "./actions"
import { aboutRequest, byHand } from "./admin-deeds"
import { changeCart, createSession } from "./cart-changes"
import { deliverEvents } from "./deliver-events"
import { isConfirmed, shortCoins, toPayment } from "./gateway"
import { acceptCancellations, canceledOrders } from "./law-of-unpaid"
import { cancelOrder, editOrder } from "./orders"
import type { GatewayPayment, Shop } from "./shop"
import {
  cardProviderId,
  cryptoProviderId,
  Killed,
  ShopProcess,
} from "./shop-process"

/** What changes a sale without the lock under which its money is captured. */
const unlocked = new Set<Deed["do"]>([
  "change_silently",
  "delete_cart",
  "edit_order",
  "cancel_order",
  "switch_mode",
  "switch_short",
])

/** What names or accepts coins: an attempt may be decided about just before. */
const namesCoins = new Set<Deed["do"]>(["webhook", "job", "accept", "retry"])

/** Lets it happen, and then lets the subscribers hear of it. */
export async function perform(shop: Shop, action: Action): Promise<void> {
  switch (action.do) {
    case "kill":
      await alone(
        new ShopProcess(shop, { writesLeft: action.afterWrites }),
        action.during
      )
      break
    case "together": {
      const [first, second] = action.deeds
      const writesLeft = action.killSecondAfter ?? undefined
      const [turns, otherTurns] = action.turns
      const before = new Set(shop.payments)
      const canceled = canceledOrders(shop)
      const mayWait = writesLeft === undefined && !isAnyLeased(shop)
      await Promise.all([
        alone(new ShopProcess(shop, { turns, mayWait }), first),
        alone(
          new ShopProcess(shop, { turns: otherTurns, writesLeft, mayWait }),
          second
        ),
      ])
      if (action.deeds.some(({ do: kind }) => unlocked.has(kind))) {
        for (const payment of shop.payments) {
          if (!before.has(payment)) payment.then = null
        }
      }
      if (action.deeds.some(({ do: kind }) => namesCoins.has(kind))) {
        for (const payment of shop.payments) {
          if (!before.has(payment) && payment.then) {
            payment.then.underpaid = false
          }
        }
      }
      if (action.deeds.some(({ do: kind }) => kind === "gateway_says")) {
        acceptCancellations(shop, canceled)
      }
      break
    }
    default:
      await alone(new ShopProcess(shop), action)
  }
  await deliverEvents(shop)
}

/** A killed process leaves its leases, which end later than any admin waits. */
function isAnyLeased({ attempts, date }: Shop): boolean {
  return attempts.some(({ lease_until }) => lease_until && lease_until > date)
}

/** What is refused or cut off is part of the story; a programming error is not. */
async function alone(process: ShopProcess, deed: Deed): Promise<void> {
  try {
    await doIt(process, deed)
  } catch (error) {
    if (error instanceof Killed) return
    const isFault =
      error instanceof TypeError ||
      error instanceof ReferenceError ||
      String(error).includes("The model")
    if (isFault) throw error
  } finally {
    process.shop.locks.releaseAllOf(process)
  }
}

async function doIt(process: ShopProcess, deed: Deed): Promise<void> {
  const { shop, container, core } = process
  switch (deed.do) {
    case "open_crypto":
    case "open_card": {
      const collection = pick(shop.collections, deed.collection)
      const provider =
        deed.do === "open_crypto" ? cryptoProviderId : cardProviderId
      if (!collection) return
      await createSession(process, collection.id, provider)
      return
    }
    case "complete": {
      const input = { id: pick(shop.carts, deed.cart)?.id }
      await core.run(completeCartWorkflowId, { input, throwOnError: false })
      return
    }
    case "pay_by_card": {
      const collection = pick(shop.collections, deed.collection)
      const session = shop.sessions.find(
        ({ collection_id, provider_id }) =>
          collection_id === collection?.id && provider_id === cardProviderId
      )
      if (!session) return
      const data = { session_id: session.id, amount: session.amount }
      const input = { action: "captured", data }
      await core.run(processPaymentWorkflowId, { input, throwOnError: false })
      return
    }
    case "delete_cart": {
      const cart = pick(shop.carts, deed.cart)
      if (cart) await process.write("delete_cart", () => (cart.deleted = true))
      return
    }
    case "change": {
      const cart = pick(shop.carts, deed.cart)
      if (cart) await changeCart(process, cart.id, deed.price)
      return
    }
    case "change_silently": {
      // A promotion that ran out: core has not looked at the cart since.
      const cart = pick(shop.carts, deed.cart)
      if (!cart || cart.completed_at) return
      await process.write("change_silently", () => {
        cart.total = deed.price.amount
      })
      return
    }
    case "block": {
      const cart = pick(shop.carts, deed.cart)
      if (cart) cart.blocker = deed.blocker
      return
    }
    case "cancel_order": {
      const order = pick(shop.orders, deed.order)
      if (order) await cancelOrder(process, order)
      return
    }
    case "edit_order": {
      const order = pick(shop.orders, deed.order)
      if (order) await editOrder(process, order, deed.total)
      return
    }
    case "gateway_says":
      return gatewaySays(shop, deed)
    case "webhook":
      return await webhook(process, deed)
    case "job":
      await reconcileCryptoPayments(container)
      return
    case "wait":
      shop.now += deed.minutes * 60_000
      return
    case "arrives_short": {
      const payment = pick(shop.gateway, deed.payment)
      if (payment && !isConfirmed(payment.statuses)) payment.short = true
      return
    }
    case "retry":
    case "accept":
    case "resolve":
    case "record_refund":
    case "request_refund":
      return await byHand(process, deed)
    case "enter_address":
    case "revoke_refund":
    case "send_refund":
      return await aboutRequest(process, deed)
    case "lose_session": {
      const session = pick(shop.sessions, deed.which)
      if (!session) return
      await process.write("lose_session", () => {
        shop.sessions = shop.sessions.filter(({ id }) => id !== session.id)
      })
      return
    }
    case "switch_provider":
      shop.providerEnabled = deed.on
      return
    case "switch_mode":
      shop.testMode = deed.on
      return
    case "switch_order_first":
      shop.orderFirst = deed.on
      return
    case "switch_short":
      shop.refusesShort = deed.on
      return
    case "fail_in_core":
      shop.passingFailures = deed.times
      return
    case "fail_at_gateway":
      shop.gatewayFailures = deed.times
      return
  }
}

function gatewaySays(
  shop: Shop,
  { payment: number, status }: Extract<Deed, { do: "gateway_says" }>
): void {
  const payment = pick(shop.gateway, number)
  if (!payment || isConfirmed(payment.statuses)) return
  if (status !== "expired" && status !== "failed") payment.coin = "BTC"
  payment.statuses.push(status)
}

async function webhook(
  process: ShopProcess,
  deed: Extract<Deed, { do: "webhook" }>
): Promise<void> {
  const payment = pick(process.shop.gateway, deed.payment)
  const status = payment && pick(payment.statuses, deed.status)
  if (payment && status) await tell(process, payment, status)
}

/** What a verified webhook brings; any status that the payment ever had. */
export async function tell(
  { container }: ShopProcess,
  payment: GatewayPayment,
  status: string
): Promise<void> {
  const { amount, ...rest } = toPayment(payment)
  const arrived = amount && payment.short ? shortCoins : amount
  const event = { ...rest, amount: arrived, status }
  const receiver = { provider_id: cryptoProviderId, merchant_id: "merchant-1" }
  await settleCryptoPaymentWorkflow(container).run({
    input: { observation: observe(receiver, event, "webhook") },
  })
}
