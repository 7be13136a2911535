import { setTimeout as wait } from "node:timers/promises"
import { OTHER, rareHandle } from "../shop"
import { always, type Kind, kind, patient, share } from "./buyer"

/** So many want the one piece. */
const COMPETITORS = 3

/** What shoppers do with the gateway's pages. */
export const PAGE_KINDS: Record<string, Kind> = {
  /** Pays, often exactly, on the hosted page or to the address that the shop itself shows. */
  buy: kind(31, always, async (buyer) => {
    const { random } = buyer
    const cartId = await buyer.cart()
    const amounts = ["exact", "exact", "exact", "short", "over"] as const
    await buyer.pay(await buyer.openEither(cartId), random.pick(amounts))
    await buyer.maybeComplete(cartId, 0.1)
  }),
  /** Completes the cart in the moment of the payment, and again after it, mostly in two tabs. */
  race: kind(15, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    const complete = () =>
      Promise.all([buyer.complete(cartId), buyer.maybeComplete(cartId, 0.6)])
    const pay = buyer.pay(opened)
    await wait(buyer.random.whole(0, 60))
    await complete()
    await pay
    await complete()
  }),
  /** Comes back to the return page and waits there. */
  return_page: kind(6, always, async (buyer) => {
    const { cartId, opened } = await buyer.buy()
    const path = `/store/crypto-payments/${opened.sessionId}`
    for (let looks = 0; looks < 6; looks++) {
      const shown = await buyer.unlessRefused(
        buyer.shopper.get<{ crypto_payment: { state: string } }>(path)
      )
      if (shown?.crypto_payment.state === "settled") return
      await wait(buyer.random.whole(100, 1_000))
    }
    await buyer.complete(cartId)
  }),
  /** Changes the cart, opens again, pays what is due now. */
  change_cart: kind(8, always, async (buyer) => {
    const { cartId } = await buyer.start()
    await buyer.change(cartId)
    await buyer.pay(await buyer.open(cartId))
  }),
  /** Changes the cart and pays the page that was opened before. */
  old_page: kind(7, share(0, 0.3, "amount_mismatch"), async (buyer) => {
    const { cartId, opened } = await buyer.start()
    await buyer.change(cartId)
    if (buyer.random.chance(0.5)) await buyer.open(cartId)
    await buyer.pay(opened)
    await buyer.maybeComplete(cartId)
  }),
  /** Opens twice at once and pays one. */
  double_click: kind(6, always, async (buyer) => {
    const cartId = await buyer.cart()
    const both = await Promise.all([buyer.open(cartId), buyer.open(cartId)])
    await buyer.pay(buyer.random.pick(both))
  }),
  /** Pays the page from before the change and the one from after it. */
  pay_twice: kind(
    7,
    share(0.3, 0.7, "amount_mismatch", "duplicate_payment"),
    async (buyer) => {
      const { cartId, opened } = await buyer.start()
      await buyer.change(cartId)
      const second = await buyer.open(cartId)
      if (buyer.random.chance(0.5)) {
        await Promise.all([buyer.pay(opened), buyer.pay(second)])
      } else {
        await buyer.pay(second)
        await wait(buyer.random.whole(0, 400))
        await buyer.pay(opened)
      }
    }
  ),
  /** Pays when the countdown is over. */
  pay_late: kind(7, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    await buyer.expire(opened)
    await wait(buyer.random.whole(0, 500))
    // Some try again first, and then send their coins to the old address.
    if (buyer.random.chance(0.4)) await buyer.open(cartId)
    await buyer.payLate(opened)
  }),
  /** Sends less than was asked for. */
  underpay: kind(3, always, async (buyer) => {
    const { opened } = await buyer.start()
    await buyer.pay(opened, "under")
    if (buyer.random.chance(0.5)) await buyer.pay(opened)
  }),
  /** Is confirmed by the merchant's hand at the gateway. */
  by_hand: kind(3, always, async (buyer) => {
    const { opened } = await buyer.start()
    const { control } = buyer.driver
    if (buyer.random.chance(0.4)) await buyer.expire(opened)
    await buyer.unlessRefused(control.confirmByHand(opened.gatewayId))
  }),
  /** Orders by another provider, then pays the crypto page as well. */
  switch_provider: kind(
    5,
    share(0, 0.5, "duplicate_payment"),
    async (buyer) => {
      const { cartId, opened } = await buyer.start()
      await buyer.shopper.startPayment(cartId, OTHER)
      const completion = buyer.complete(cartId)
      if (buyer.random.chance(0.5)) await completion
      await buyer.pay(opened)
      await completion
    }
  ),
  /** Orders, and the merchant cancels the order before other coins come. */
  cancel: kind(
    3,
    share(0.1, 0.8, "duplicate_payment", "late_payment"),
    async (buyer) => {
      const { cartId, opened } = await buyer.start()
      const other = buyer.random.chance(0.6)
      if (other) await buyer.shopper.startPayment(cartId, OTHER)
      else await buyer.pay(opened)
      const completion = await buyer.complete(cartId)
      if (completion?.type === "order") {
        await buyer.cancelOrder(completion.order.id)
      }
      if (other) await buyer.pay(opened)
    }
  ),
  /**
   * Several want the one piece: all have it in their carts before anyone pays, then all pay at
   * once, and there may be another piece, with which the merchant tries again. A third settles, by
   * the stock. But core's in-memory engine may give up undoing a completion that found no stock
   * (support/shop/workflows-to-end.ts):
   * its order stays, so that one piece is sold several times, each for its price.
   */
  contest: {
    competitors: COMPETITORS,
    ...kind(5, share(0.2, 1, "order_not_placed"), async (buyer, { rarity }) => {
      const { actions, driver, random } = buyer
      const handle = rareHandle(rarity)
      const opened = await Promise.all(
        Array.from({ length: COMPETITORS }, async () =>
          buyer.open(await buyer.cartOf(handle))
        )
      )
      await Promise.all(opened.map((each) => buyer.pay(each)))
      if (random.chance(0.6)) return
      await wait(random.whole(500, 2_500))
      await buyer.unlessRefused(patient(driver).setStock(handle, 2))
      if (random.chance(0.5)) return
      for (const each of opened) {
        const id = await buyer.attemptOf(each)
        if (id) await buyer.unlessRefused(actions.retryOrder(id))
      }
    }),
  },
}
