import { setTimeout as wait } from "node:timers/promises"
import {
  newHash,
  RefundCustomer,
  RefundRequests,
} from "../../support/shop/refund-requests"
import { webhookHeaders } from "../../support/webhook-headers"
import {
  addProduct,
  addPromotion,
  addRegion,
  CRYPTO,
  GATEWAY_SIDE,
  LIVE,
  OTHER,
  PROMOTION,
  RULED,
} from "../shop"
import { always, type Buyer, type Kind, kind, patient, share } from "./buyer"

/** Regions of one country each, which no other scenario of the campaign uses. */
const COUNTRIES =
  "ar at au be bg br ca ch cl co cr cy cz dk ee eg es fi fr gb ge gr hr hu ie il in is it ke kr lt lu lv ma md mt mx my no nz pe ph pl pt ro rs se sg si sk th tn tr ua uy vn za".split(
    " "
  )

/** The customer has one of the two; the coin decides which of them can be paid to. */
const ADDRESSES = {
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
  ethereum: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  /** Of Tron too, and another customer's. */
  other: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
}

const removed = share(0, 1, "order_not_placed", "amount_mismatch")

/** What reaches the shop besides its shoppers: webhooks, and decisions of the merchant. */
export const MERCHANT_KINDS: Record<string, Kind> = {
  /** Webhooks without a valid signature, with a status that the gateway never sent. */
  forged: kind(2, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    const body = {
      id: opened.gatewayId,
      external_id: cartId,
      status: "confirmed",
      original_amount: "0.01",
      original_currency: "EUR",
    }
    await send(buyer, `/hooks/crypto/${CRYPTO}`, body, "whsec_guessed")
    await send(buyer, `/hooks/crypto/${CRYPTO}`, body, "")
    await send(buyer, "/hooks/payment/crypto_crypto", body, "whsec_guessed")
    await buyer.complete(cartId)
    if (buyer.random.chance(0.6)) await buyer.pay(opened)
  }),
  /** The gateway's own webhook, with fields that decide nothing empty or gone. */
  odd_fields: kind(3, always, async (buyer) => {
    const { cartId, opened } = await buyer.start()
    const isPaid = buyer.random.chance(0.7)
    if (isPaid) await buyer.pay(opened)
    else await buyer.expire(opened)
    const odd = buyer.random.pick(["", null, undefined])
    const body = {
      id: opened.gatewayId,
      external_id: buyer.random.pick([cartId, odd]),
      status: isPaid ? "confirmed" : "expired",
      original_amount: odd,
      original_currency: odd,
      amount: odd,
      currency: odd,
      merchant_id: odd,
      terminal_id: odd,
    }
    const { webhook_secret } = GATEWAY_SIDE[buyer.hosted]
    await send(buyer, `/hooks/crypto/${buyer.hosted}`, body, webhook_secret)
  }),
  /** Core's own route hears of the payment, before our own or after it. */
  core_route: kind(3, always, async (buyer) => {
    const { opened } = await buyer.buy()
    const { gateway } = buyer.scene
    const { id: merchant_id, webhook_secret } = GATEWAY_SIDE[buyer.hosted]
    const { id, external_id, status, original_amount, original_currency } =
      await gateway.payment(opened.gatewayId)
    const body = {
      ...{ id, external_id, status, original_amount, original_currency },
      merchant_id,
    }
    const path = `/hooks/payment/${buyer.hosted.replace("pp_", "")}`
    for (let times = buyer.random.whole(1, 3); times > 0; times--) {
      await send(buyer, path, body, webhook_secret)
    }
  }),
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
  /** A payment that needs a person gets one: sent back in parts, or resolved. */
  admins: kind(3, share(0, 0.2, "amount_mismatch"), async (buyer) => {
    const { random } = buyer
    const { cartId, opened } = await buyer.start()
    await buyer.change(cartId)
    await buyer.pay(opened)
    await wait(random.whole(300, 1_500))
    const id = await buyer.attemptOf(opened)
    if (!id) return
    const [first, second] = [newHash(), newHash()]
    const refund = (amount: string, hash: string) =>
      refundPart(buyer, id, amount, hash)
    await buyer.either(
      () =>
        Promise.all([
          refund("1", first),
          refund("1", first),
          refund("0.5", second),
        ]),
      () => resolve(buyer, id, { kind: "refunded", transaction_hash: first }),
      () => resolve(buyer, id),
      () => {}
    )
  }),
  /** An order that is paid and settled is sent back, in parts or as a whole. */
  refund_order: kind(2, always, async (buyer) => {
    const paid = await payOrder(buyer)
    if (!paid) return
    for (let parts = buyer.random.whole(1, 3); parts > 0; parts--) {
      await refundPart(buyer, paid.id, "1.11")
    }
  }),
  /** Two refunds of one order, and the second one again, in the same moment. */
  refund_two: kind(2, always, async (buyer) => {
    const paid = await payOrder(buyer)
    if (!paid) return
    const hash = newHash()
    await Promise.all([
      refundPart(buyer, paid.id, "1.11"),
      refundPart(buyer, paid.id, "0.50", hash),
      refundPart(buyer, paid.id, "0.50", hash),
    ])
  }),
  /** Medusa books no refund of an order that is being edited; the edit is given up. */
  refund_in_edit: kind(2, always, async (buyer) => {
    const paid = await payOrder(buyer)
    if (!paid) return
    const path = "/admin/order-edits"
    await buyer.askAdmin(path, { order_id: paid.orderId })
    const giveUp = async () => {
      await wait(buyer.random.whole(500, 2_000))
      await buyer.unlessRefused(buyer.admin.delete(`${path}/${paid.orderId}`))
    }
    // Recorded at once, and tried again as the message says.
    const refund = refundPart(buyer, paid.id, "1.11")
    await Promise.all([refund, giveUp()])
    if (buyer.random.chance(0.5)) await refundPart(buyer, paid.id, "0.50")
  }),
  /** Less arrives than the merchant accepts: accepted, resolved, sent back or left. */
  short_of_rule: kind(
    4,
    share(
      ...([0.1, 0.9, "underpaid", "received_amount_unknown"] as const),
      ...["late_payment", "order_not_placed"]
    ),
    async (buyer) => {
      const { random } = buyer
      const { opened } = await buyer.start({}, RULED)
      if (random.chance(0.2)) {
        // Polling alone does not say how much arrived.
        await buyer.scene.gateway.addFaults({
          webhooks: [{ kind: "drop", count: 1 }],
        })
      }
      await buyer.pay(opened, "short")
      const id = await buyer.attemptIn(opened, "attention")
      if (!id) return
      const accept = () => buyer.unlessRefused(buyer.actions.accept(id))
      const both = (other: Promise<unknown>) => Promise.all([accept(), other])
      return buyer.either(
        () => both(accept()),
        () => both(resolve(buyer, id)),
        () => both(refundPart(buyer, id, "0.01")),
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
    const id = await buyer.attemptIn(opened, "settled")
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
      items: [buyer.item("guide", random.whole(1, 7))],
      promotion: random.chance(0.5) ? PROMOTION : undefined,
    })
    await buyer.maybeComplete(cartId)
  }),
  /** The product is taken out of the catalogue while its payment is open. */
  removed_product: kind(2, removed, async (buyer) => {
    const { admin, store } = buyer.scene
    const { productId, variantId } = await addProduct(
      buyer.admin,
      store.salesChannelId
    )
    const items = [{ variantId, quantity: 2 }]
    await payWhile(buyer, await buyer.cart({ items }), () =>
      admin.delete(`/admin/products/${productId}`)
    )
  }),
  /** The promotion that made the cart cheaper is deleted. */
  removed_promotion: kind(2, removed, async (buyer) => {
    const { admin } = buyer.scene
    const promotion = `P${buyer.random.whole(0, 2 ** 31)}`
    const id = await addPromotion(buyer.admin, promotion)
    await payWhile(buyer, await buyer.cart({ promotion }), () =>
      admin.delete(`/admin/promotions/${id}`)
    )
  }),
  /** The region, or crypto in it, goes away while the payment is open. */
  removed_region: kind(2, removed, async (buyer, { rarity }) => {
    const { admin } = buyer.scene
    const country = COUNTRIES[rarity % COUNTRIES.length]
    // Refused where an earlier buyer's region still has the country.
    const region = await buyer.unlessRefused(
      addRegion(buyer.admin, country, "eur")
    )
    if (!region) return
    const path = `/admin/regions/${region.regionId}`
    await payWhile(buyer, await buyer.cart({ region }), () =>
      buyer.random.chance(0.5)
        ? admin.delete(path)
        : admin.post(path, { payment_providers: [OTHER] })
    )
  }),
}

/** Whatever is answered; a shop that is down hears nothing. */
async function send(
  buyer: Buyer,
  path: string,
  content: Record<string, unknown>,
  secret: string
): Promise<void> {
  const body = JSON.stringify(content)
  const headers = webhookHeaders(body, secret)
  await fetch(buyer.scene.url + path, { method: "POST", headers, body })
    .then((answer) => answer.text())
    .catch(() => {})
}

/** A settled payment with its order; undefined where it is none soon. */
async function payOrder(buyer: Buyer) {
  const { cartId, opened } = await buyer.buy()
  const orderId = await buyer.orderOf(cartId)
  const id = orderId ? await buyer.attemptIn(opened, "settled") : null
  return orderId && id ? { id, orderId } : undefined
}

function refundPart(
  buyer: Buyer,
  id: string,
  amount: string,
  hash = newHash()
) {
  return buyer.unlessRefused(buyer.actions.refund(id, amount, hash))
}

function resolve(
  buyer: Buyer,
  id: string,
  how: object = { kind: "other", note: "Talked" }
) {
  return buyer.unlessRefused(buyer.actions.resolve(id, { ...how }))
}

/** A request, its address and its transaction, with what can cross it on the way. */
async function sendBack(buyer: Buyer, id: string, amount?: string) {
  const { random, scene } = buyer
  const requests = patient(new RefundRequests(scene.admin))
  const create = () => buyer.unlessRefused(requests.request(id, { amount }))
  const made = await Promise.all(
    random.chance(0.4) ? [create(), create()] : [create()]
  )
  const customer = patient(
    new RefundCustomer(scene.url, scene.store.publishableKey)
  )
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
async function finish(buyer: Buyer, requests: RefundRequests, id: string) {
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

/** Before the payment, after it, or at the same time. */
async function payWhile(
  buyer: Buyer,
  cartId: string,
  remove: () => Promise<unknown>
): Promise<void> {
  const opened = await buyer.open(cartId)
  await buyer.payAround(opened, () => buyer.tryOnce(remove))
  await buyer.maybeComplete(cartId, 0.3)
}
