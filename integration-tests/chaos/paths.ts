import { setTimeout as wait } from "node:timers/promises"
import { newHash } from "../support/shop/refund-requests"
import { type Buyer, patient } from "./scenarios/buyer"
import { add } from "./scenarios/changes"
import { ADDRESSES } from "./scenarios/merchant"
import { endTime } from "./scenarios/unpaid-orders"
import { ORDER_FIRST, STOCKED } from "./shop"

/** One way through the shop, prepared up to where its writes are counted. */
type Path = (buyer: Buyer) => Promise<{
  act: () => Promise<unknown>
  /** What a buyer who comes back does after it. */
  after?: () => Promise<unknown>
}>

/** Struck, the job lets an order wait for minutes. */
const JOB_TRIES = 30
const CANCELED =
  'SELECT id FROM "order" WHERE id = $1 AND canceled_at IS NOT NULL'

/** The one that needs the job; it disturbs the others. */
export const JOB_PATH = "job_cancels"

/** Each way that money goes, and orders come and go. */
export const PATHS: Record<string, Path> = {
  /** The cart is open when the webhook comes, which places the order. */
  webhook: async (buyer) => {
    const { opened } = await start(buyer)
    return { act: () => buyer.pay(opened) }
  },
  /** The browser completes the cart, and no webhook came. */
  browser: async (buyer) => {
    const { cartId, opened } = await start(buyer)
    await buyer.driver.control.addFaults({ webhooks: [{ kind: "drop" }] })
    await buyer.pay(opened)
    return { act: () => buyer.complete(cartId) }
  },
  /** Webhook and browser at once. */
  both: async (buyer) => {
    const { cartId, opened } = await start(buyer)
    const complete = async () => {
      await wait(buyer.random.whole(0, 60))
      return buyer.complete(cartId)
    }
    const act = () => Promise.all([buyer.pay(opened), complete()])
    return { act, after: complete }
  },
  open: async (buyer) => {
    const cartId = await buyer.cartOf(STOCKED.handle)
    const act = () => buyer.open(cartId)
    return { act, after: async () => buyer.pay(await act()) }
  },
  /** An order is placed before its payment. */
  place_unpaid: async (buyer) => {
    const { cartId, opened } = await start(buyer, ORDER_FIRST)
    const act = () => buyer.complete(cartId)
    return { act, after: () => act().then(() => buyer.pay(opened)) }
  },
  pay_unpaid: async (buyer) => {
    const { opened } = await placeUnpaid(buyer)
    return { act: () => buyer.pay(opened) }
  },
  /** A paid order is edited, and what is due then is paid. */
  edit: async (buyer) => {
    const { orderId } = await sell(buyer)
    const act = async () => {
      await add(buyer, orderId, 3)
      await payLink(
        buyer,
        await patient(buyer.driver, buyer).dueCollection(orderId)
      )
    }
    return { act }
  },
  /** An order that was made by hand is paid by its link. */
  payment_link: async (buyer) => {
    const { collectionId } = await buyer.driver.createOrder(buyer.emailOf())
    return { act: () => payLink(buyer, collectionId) }
  },
  /** The merchant records a refund. */
  refund: async (buyer) => {
    const { id } = await sell(buyer)
    const hash = newHash()
    return { act: () => buyer.actions.refund(id, "1.11", hash) }
  },
  /** The merchant requests a refund, the customer gives an address, the merchant sends. */
  refund_link: async (buyer) => {
    const { id } = await sell(buyer)
    const requests = patient(buyer.driver.refundRequests, buyer)
    const customer = patient(buyer.driver.customer, buyer)
    const act = async () => {
      const { refund_request, token } = await requests.request(id)
      await customer.confirm(token, ADDRESSES.tron)
      await requests.send(refund_request.id, newHash())
    }
    return { act }
  },
  admin_cancels: async (buyer) => {
    const { orderId } = await placeUnpaid(buyer)
    return { act: () => buyer.cancelOrder(orderId) }
  },
  /** The job cancels an order that was not paid in time. */
  [JOB_PATH]: async (buyer) => {
    const { cartId, orderId } = await placeUnpaid(buyer)
    const act = async () => {
      await endTime(buyer, { cartId })
      await buyer.until(JOB_TRIES, async () => {
        const [row] = await buyer.driver.sql(CANCELED, [orderId])
        return row
      })
    }
    return { act }
  },
}

/** A cart with what is counted and shipped, and its page. */
async function start(buyer: Buyer, provider?: string) {
  const cartId = await buyer.cartOf(STOCKED.handle)
  return { cartId, opened: await buyer.open(cartId, provider) }
}

async function payLink(buyer: Buyer, collectionId: string | null) {
  const opened = collectionId && (await buyer.openCollection(collectionId))
  if (opened) await buyer.pay(opened)
}

async function placeUnpaid(buyer: Buyer) {
  const { cartId, opened } = await start(buyer, ORDER_FIRST)
  const orderId = (await buyer.orderOf(cartId)) ?? missing(`order of ${cartId}`)
  return { cartId, opened, orderId }
}

/** A sale up to the settled payment; `id` is the ledger's. */
async function sell(buyer: Buyer) {
  const { cartId, opened } = await start(buyer)
  await buyer.pay(opened)
  const id = await buyer.attemptOf(opened, "settled")
  const orderId = await buyer.orderOf(cartId)
  return { id: id ?? missing(cartId), orderId: orderId ?? missing(cartId) }
}

function missing(what: string): never {
  throw new Error(`Before a strike, ${what} did not come to its end.`)
}
