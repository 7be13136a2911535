import { setTimeout as wait } from "node:timers/promises"
import { newHash, RefundCustomer } from "../../support/shop/refund-requests"
import type { StoreDriver } from "../../support/store-driver"
import { LIVE, PROMOTION, RULED } from "../shop"
import { always, type Buyer, type Kind, kind, patient, share } from "./buyer"

/** The customer has one of the two; the coin decides which of them can be paid to. */
export const ADDRESSES = {
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  ethereum: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  /** Of Tron too, and another customer's. */
  other: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
}

/** What the merchant decides, and other merchants and currencies. */
export const MERCHANT_KINDS: Record<string, Kind> = {
  /** The merchant looks at payments in every state, and tries their orders. */
  check_now: kind(3, always, async (buyer) => {
    const { opened } = await buyer.start()
    const ask = async (action: "check" | "retryOrder") => {
      const id = await buyer.attemptOf(opened)
      if (id) await buyer.unlessRefused(buyer.actions[action](id))
    }
    await Promise.all([buyer.pay(opened), ask("check")])
    await Promise.all([ask("check"), ask("retryOrder")])
  }),
  /**
   * An order that is paid and settled is sent back: in parts, twice in the same moment, or while it
   * is edited, when Medusa books no refund until the edit is given up.
   */
  refund_order: kind(6, always, async (buyer) => {
    const { random } = buyer
    const { cartId, opened } = await buyer.buy()
    const order_id = await buyer.orderOf(cartId)
    const id = order_id ? await buyer.attemptOf(opened, "settled") : null
    if (!id) return
    const refund = refundsOf(buyer, id)
    const hash = newHash()
    return buyer.either(
      () => refund("1.11").then(() => refund("1.11")),
      () =>
        Promise.all([
          refund("1.11"),
          refund("0.50", hash),
          refund("0.50", hash),
        ]),
      async () => {
        await buyer.askAdmin("/admin/order-edits", { order_id })
        const giveUp = async () => {
          await wait(random.whole(500, 2_000))
          const path = `/admin/order-edits/${order_id}`
          await buyer.unlessRefused(buyer.admin.delete(path))
        }
        // Recorded at once, and tried again as the message says.
        await Promise.all([refund("1.11"), giveUp()])
        if (random.chance(0.5)) await refund("0.50")
      }
    )
  }),
  /**
   * A payment that needs a person, as its cart grew or less arrives than the merchant accepts:
   * accepted, sent back in parts or by a request, resolved, or left.
   */
  for_person: kind(
    7,
    share(
      0,
      0.9,
      "amount_mismatch",
      "underpaid",
      "received_amount_unknown",
      "late_payment",
      "order_not_placed"
    ),
    async (buyer) => {
      const { actions, driver, random } = buyer
      const isShort = random.chance(0.6)
      const provider = isShort ? RULED : undefined
      const { cartId, opened } = await buyer.start({}, provider)
      if (!isShort) await buyer.change(cartId)
      // Polling alone does not say how much arrived.
      else if (random.chance(0.2)) {
        await driver.control.addFaults({
          webhooks: [{ kind: "drop", count: 1 }],
        })
      }
      await buyer.pay(opened, isShort ? "short" : "exact")
      const id = await buyer.attemptOf(opened, "attention")
      if (!id) return
      const hash = newHash()
      const accept = () => buyer.unlessRefused(actions.accept(id))
      const refund = refundsOf(buyer, id)
      const resolve = (how: object = { kind: "other", note: "Talked" }) =>
        buyer.unlessRefused(actions.resolve(id, { ...how }))
      return buyer.either(
        () => Promise.all([accept(), accept()]),
        () => Promise.all([accept(), resolve()]),
        () => Promise.all([accept(), refund("0.01")]),
        () =>
          Promise.all([refund("1", hash), refund("1", hash), refund("0.5")]),
        () => resolve({ kind: "refunded", transaction_hash: hash }),
        () => resolve(),
        () => sendBack(buyer, id),
        () => {}
      )
    }
  ),
  /** A settled payment is sent back by requests, its surplus first. */
  request_refund: kind(3, always, async (buyer) => {
    const { random } = buyer
    // A surplus is known where the quote was read, as the rule needs it.
    const payment = random.pick(["exact", "over"] as const)
    const { cartId, opened } = await buyer.buy(payment, {}, RULED)
    if (!(await buyer.orderOf(cartId))) return
    const id = await buyer.attemptOf(opened, "settled")
    if (!id) return
    for (let part = 0; part < random.whole(1, 2); part++) {
      await sendBack(buyer, id, random.chance(0.5) ? "1.11" : undefined)
    }
  }),
  /** Pays the second merchant, who takes real coins. */
  other_merchant: kind(3, always, async (buyer) => {
    const { cartId } = await buyer.buy("exact", {}, LIVE)
    await buyer.maybeComplete(cartId)
  }),
  /** Currencies of no, two and three digits, and fractions of their smallest coins. */
  other_currency: kind(5, always, async (buyer) => {
    const { random, scene } = buyer
    const { cartId } = await buyer.buy("exact", {
      region: random.pick(scene.regions),
      items: [buyer.driver.item("guide", random.whole(1, 7))],
      promotion: random.chance(0.5) ? PROMOTION : undefined,
    })
    await buyer.maybeComplete(cartId)
  }),
}

function refundsOf(buyer: Buyer, id: string) {
  return (amount: string, hash = newHash()) =>
    buyer.unlessRefused(buyer.actions.refund(id, amount, hash))
}

/** A request, its address and its transaction, with what can cross it on the way. */
async function sendBack(buyer: Buyer, id: string, amount?: string) {
  const { random, driver } = buyer
  const { url, store } = driver.shop
  const requests = patient(driver.refundRequests)
  const create = () => buyer.unlessRefused(requests.request(id, { amount }))
  const made = await Promise.all(
    random.chance(0.4) ? [create(), create()] : [create()]
  )
  const customer = patient(new RefundCustomer(url, store))
  for (const token of made.flatMap((each) => each?.token ?? [])) {
    await Promise.all(
      Object.values(ADDRESSES).map((address) =>
        buyer.unlessRefused(customer.confirm(token, address))
      )
    )
  }
  const ids = new Set(made.flatMap((each) => each?.refund_request.id ?? []))
  await Promise.all([...ids].map((each) => finish(buyer, requests, each)))
}

/** The merchant sends to the address that was taken, once or more, or revokes the request. */
async function finish(
  buyer: Buyer,
  requests: StoreDriver["refundRequests"],
  id: string
) {
  const first = newHash()
  const send = (hash: string) => buyer.unlessRefused(requests.send(id, hash))
  const revoke = () => buyer.unlessRefused(requests.revoke(id))
  await buyer.either(
    () => send(first),
    () => Promise.all([send(first), send(first)]),
    () => Promise.all([send(first), send(newHash())]),
    () => Promise.all([send(first), revoke()]),
    () => {}
  )
}
