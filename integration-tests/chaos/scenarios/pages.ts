import { setTimeout as wait } from "node:timers/promises"
import { CRYPTO, rareHandle } from "../shop"
import { always, type Buyer, type Kind, kind, share } from "./buyer"

const RETURN_PAGE_LOOKS = 6

/** So many want the one piece. */
const COMPETITORS = 3

/** What shoppers do with the gateway's pages. */
export const PAGE_KINDS: Record<string, Kind> = {
  /** Pays, and closes the browser. */
  buy: kind(22, always, (buyer) => buyer.buy()),
  /** Completes the cart in the moment of the payment. */
  race: kind(12, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    const pay = buyer.pay(opened)
    await wait(buyer.random.whole(0, 60))
    await buyer.complete(cartId)
    await pay
    await buyer.maybeComplete(cartId)
  }),
  /** Comes back to the return page and waits there. */
  return_page: kind(6, always, async (buyer) => {
    const { cartId, opened } = await buyer.buy()
    for (let looks = 0; looks < RETURN_PAGE_LOOKS; looks++) {
      if ((await buyer.look(opened)) === "settled") return
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
  /** Reloads: opens the same again and again. */
  reload: kind(3, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    let last = opened
    for (let times = buyer.random.whole(1, 3); times > 0; times--) {
      last = await buyer.open(cartId)
    }
    await buyer.pay(last)
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
  /** Sends less, and the gateway confirms it all the same. */
  pay_short: kind(2, always, (buyer) => buyer.buy("short")),
  /** Sends more than was asked for. */
  overpay: kind(3, always, (buyer) => buyer.buy("over")),
  /** Opens and never pays. */
  abandon: kind(5, share(0, 1), async (buyer) => {
    const { cartId } = await buyer.start()
    await buyer.maybeComplete(cartId, 0.3)
  }),
  /** Opens, and the gateway calls it failed. */
  fail: kind(2, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    await buyer.unlessRefused(buyer.scene.gateway.fail(opened.gatewayId))
    if (buyer.random.chance(0.5)) await buyer.pay(await buyer.open(cartId))
  }),
  /** Is confirmed by the merchant's hand at the gateway. */
  by_hand: kind(3, always, async (buyer) => {
    const { opened } = await buyer.start()
    const { gateway } = buyer.scene
    if (buyer.random.chance(0.4)) await buyer.expire(opened)
    await buyer.unlessRefused(gateway.confirmByHand(opened.gatewayId))
  }),
  /** Orders by another provider, then pays the crypto page as well. */
  switch_provider: kind(
    5,
    share(0, 0.5, "duplicate_payment"),
    async (buyer) => {
      const { cartId, opened } = await buyer.start()
      await buyer.switchToOther(cartId)
      const completion = buyer.complete(cartId)
      if (buyer.random.chance(0.5)) await completion
      await buyer.pay(opened)
      await completion
    }
  ),
  /** Goes to another provider and back, then pays. */
  switch_and_back: kind(3, always, async (buyer) => {
    const { cartId } = await buyer.start()
    await buyer.switchToOther(cartId)
    await buyer.pay(await buyer.open(cartId))
    await buyer.complete(cartId)
  }),
  /** Orders, and the merchant cancels the order before other coins come. */
  cancel: kind(
    3,
    share(0.1, 0.8, "duplicate_payment", "late_payment"),
    async (buyer) => {
      const { cartId, opened } = await buyer.start()
      const other = buyer.random.chance(0.6)
      if (other) await buyer.switchToOther(cartId)
      else await buyer.pay(opened)
      const completion = await buyer.complete(cartId)
      if (completion?.type === "order") {
        await buyer.cancelOrder(completion.order.id)
      }
      if (other) await buyer.pay(opened)
    }
  ),
  /**
   * Several want the one piece. A third settles, by the stock. But core's in-memory engine may give up undoing a completion that
   * found no stock (support/shop/workflows-to-end.ts): its order stays, so that one piece is sold
   * several times, each for its price.
   */
  contest: {
    competitors: COMPETITORS,
    ...kind(3, share(0.2, 1, "order_not_placed"), (buyer, { rarity }) =>
      contest(buyer, rarity, COMPETITORS)
    ),
  },
  /** Pays another system's payment of this merchant, reported to our address. */
  foreign: kind(
    1,
    share(0, 0, "unmatched", "test_mode_mismatch"),
    async (buyer, { seed }) => {
      const { api, url, gateway, opened } = buyer.scene
      const answer = await fetch(`${api.url}/v1/payments/widget`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-merchant-id": api.merchantId,
          "x-api-key": api.apiKey,
        },
        body: JSON.stringify({
          amount: 12.5,
          currency: "EUR",
          external_id: `invoice-${seed}`,
          // Half of them with the wrong kind of coins.
          is_test: buyer.random.chance(0.5),
          callback_url: `${url}/hooks/crypto/${CRYPTO}`,
        }),
      })
        .then((each) => (each.ok ? each.text() : ""))
        .catch(() => "")
      // On the gateway's own bad day nothing was made that anyone could pay.
      const [, made] = /"id":\s*"([^"]+)"/.exec(answer) ?? []
      if (!made) return
      opened.set(made, "foreign")
      await gateway.pay(made).catch(() => {})
    }
  ),
}

/** All have the one piece in the cart before anyone pays; then all pay at once. */
export async function contest(
  buyer: Buyer,
  rarity: number,
  competitors: number
) {
  const opened = await Promise.all(
    Array.from({ length: competitors }, async () =>
      buyer.open(await buyer.cartOf(rareHandle(rarity)))
    )
  )
  await Promise.all(opened.map((each) => buyer.pay(each)))
  return opened
}
