import { eventually } from "../support/eventually"
import type { Demo } from "../demo/start-demo"
import { type ControlledPayment, SandboxControl } from "../support/instances"
import { readShown } from "../support/shop/admin-actions"
import {
  addToOrder,
  cartWith,
  dueCollection,
  type HttpClient,
  logInAsAdmin,
  orderByHand,
  Shopper,
} from "../support/store"

const PROVIDER = "pp_crypto_crypto"
const STATE_LIMIT_MS = 60_000

/** A payment whose address the gateway has shown. */
type PaidPayment = ControlledPayment & {
  target: NonNullable<ControlledPayment["target"]>
}

/** A sale paid in crypto: the order, and the payment in the gateway's words. */
export type CryptoSale = { orderId: string; payment: PaidPayment }

/** A cart with a payment that waits at the gateway. */
export type OpenSale = { cartId: string; gatewayPaymentId: string }

/** An order that was placed before its payment; `id` is the crypto payment's. */
export type UnpaidSale = OpenSale & { orderId: string; id: string }

/** What the ledger says of a sale. */
export type LedgerEntry = {
  id: string
  external_id: string
  order_id: string | null
}

/** Makes sales in the demo's shop, played by API and settled by webhook. */
export class Sales {
  private constructor(
    private readonly demo: Demo,
    private readonly gateway: SandboxControl,
    private readonly admin: HttpClient,
    private readonly shopper: Shopper
  ) {}

  /** Also enables `otherProvider`, to sell without crypto. */
  static async open(demo: Demo, otherProvider: string): Promise<Sales> {
    const admin = await logInAsAdmin(demo.url, demo.adminUser)
    await admin.post(`/admin/regions/${demo.store.regionId}`, {
      payment_providers: [PROVIDER, otherProvider],
    })
    const gateway = new SandboxControl(demo.sandbox)
    const shopper = new Shopper(demo.url, demo.store)
    return new Sales(demo, gateway, admin, shopper)
  }

  /** `confirmation` is how the gateway comes to call the payment paid. */
  async inCrypto(
    coin: string,
    confirmation: "pay" | "confirm-manual"
  ): Promise<CryptoSale> {
    const sale = await this.begin()
    const payment = await this.pay(sale, coin, confirmation)
    const { order_id } = await this.untilState(sale, "settled")
    if (!order_id) throw new Error(`${sale.cartId} was settled without order.`)
    return { orderId: order_id, payment }
  }

  /** The id of an order that another provider took the payment for. */
  async paidBy(providerId: string): Promise<string> {
    const cartId = await this.cart("guide")
    await this.shopper.startPayment(cartId, providerId)
    return (await this.shopper.placeOrder(cartId)).id
  }

  /** Opens a payment for a cart with one piece of a product. */
  async begin(handle = "guide"): Promise<OpenSale> {
    return this.open(await this.cart(handle))
  }

  /** An order that is placed before its payment, with that payment open. */
  async placeUnpaid(): Promise<UnpaidSale> {
    const sale = await this.begin()
    const order = await this.shopper.placeOrder(sale.cartId)
    const { id } = await this.untilState(sale, "open")
    return { ...sale, id, orderId: order.id }
  }

  /** Lets the gateway's countdown end, of which no webhook tells. */
  async expire({ id, gatewayPaymentId }: UnpaidSale): Promise<void> {
    await this.gateway.expire(gatewayPaymentId)
    await this.admin.post(`/admin/crypto-payments/${id}/check`)
  }

  /** A sale for which more coins arrive than were quoted; answers the ledger's entry. */
  async overpaid(coin: string): Promise<LedgerEntry> {
    const sale = await this.begin()
    await this.chooseCoin(sale, coin)
    await this.gateway.pay(sale.gatewayPaymentId, "over")
    return this.untilState(sale, "settled")
  }

  /** The id of an order that an admin made by hand, for which money is due. */
  async convertDraft(): Promise<string> {
    const order = await orderByHand(
      this.admin,
      this.demo.store.products.guide.variantId,
      {
        email: "shopper@example.test",
        region_id: this.demo.store.regionId,
      }
    )
    return order.id
  }

  /** Chooses crypto again, as a shopper must after a change of the cart. */
  beginAgain({ cartId }: OpenSale): Promise<OpenSale> {
    return this.open(cartId)
  }

  /** Adds one more piece to an order, and has the difference paid in crypto. */
  async addToOrder(orderId: string, handle = "guide"): Promise<void> {
    const { variantId } = this.demo.store.products[handle]
    await addToOrder(this.admin, orderId, variantId)
    const due = await dueCollection(this.admin, orderId)
    if (!due) throw new Error(`Nothing is due for ${orderId}.`)
    const session = await this.shopper.openSession(due, PROVIDER)
    const gatewayPaymentId = String(session.data?.gateway_payment_id)
    await this.pay({ gatewayPaymentId })
    await eventually(async () => (await this.paymentsOf(orderId))[1], {
      limitMs: STATE_LIMIT_MS,
      otherwise: `The difference of ${orderId} was not settled.`,
    })
  }

  /** The settled crypto payments of an order, the oldest first. */
  async paymentsOf(orderId: string): Promise<LedgerEntry[]> {
    const { crypto_payments } = await this.admin.get<{
      crypto_payments: LedgerEntry[]
    }>(`/admin/crypto-payments?q=${orderId}&state=settled&order=created_at`)
    return crypto_payments
  }

  /** Asks the gateway about a sale by hand, which settles it once it is paid. */
  async check(sale: OpenSale): Promise<LedgerEntry> {
    const { id } = await this.untilState(sale, "open")
    await this.admin.post(`/admin/crypto-payments/${id}/check`)
    return this.untilState(sale, "settled")
  }

  /** How many payments a query of the admin API finds. */
  async count(query: string): Promise<number> {
    const { count } = await this.admin.get<{ count: number }>(
      `/admin/crypto-payments?${query}`
    )
    return count
  }

  /** Writes down what the merchant sent back by hand. */
  async recordRefund(
    id: string,
    refund: { amount: string; transaction_hash: string }
  ): Promise<void> {
    const shown = await readShown(this.admin, id)
    const path = `/admin/crypto-payments/${id}/refunds`
    await this.admin.post(path, { ...refund, shown })
  }

  /** Puts one more piece into a cart whose payment page is open. */
  async addToCart({ cartId }: OpenSale, handle = "guide"): Promise<void> {
    const { variantId } = this.demo.store.products[handle]
    await this.shopper.addItem(cartId, { variantId })
  }

  /** Plays the buyer at the gateway. */
  async pay(
    { gatewayPaymentId }: Pick<OpenSale, "gatewayPaymentId">,
    coin = "USDT_TRC20_TEST",
    confirmation: "pay" | "confirm-manual" = "pay"
  ): Promise<PaidPayment> {
    await this.chooseCoin({ gatewayPaymentId }, coin)
    const { target, ...payment } = await (confirmation === "pay"
      ? this.gateway.pay(gatewayPaymentId)
      : this.gateway.confirmByHand(gatewayPaymentId))
    if (!target) throw new Error(`${gatewayPaymentId} has no coin.`)
    return { ...payment, target }
  }

  /** Plays the buyer up to the address, without sending anything. */
  async chooseCoin(
    { gatewayPaymentId }: Pick<OpenSale, "gatewayPaymentId">,
    coin = "USDT_TRC20_TEST"
  ): Promise<void> {
    await this.gateway.chooseCoin(gatewayPaymentId, coin)
  }

  async show(id: string): Promise<LedgerEntry> {
    const { crypto_payment } = await this.admin.get<{
      crypto_payment: LedgerEntry
    }>(`/admin/crypto-payments/${id}`)
    return crypto_payment
  }

  /** Resolves with the ledger's entry once a sale has come to a state. */
  untilState({ cartId }: OpenSale, state: string): Promise<LedgerEntry> {
    const look = async () => {
      const { crypto_payments } = await this.admin.get<{
        crypto_payments: LedgerEntry[]
      }>(`/admin/crypto-payments?q=${cartId}&state=${state}`)
      return crypto_payments[0]
    }
    return eventually(look, {
      limitMs: STATE_LIMIT_MS,
      otherwise: `The payment of ${cartId} did not become ${state}.`,
    })
  }

  /** Sets how many pieces of a product are there. */
  async setStock(handle: string, pieces: number): Promise<void> {
    const { inventoryItemId } = this.demo.store.products[handle]
    const location = this.demo.store.stockLocationId
    await this.admin.post(
      `/admin/inventory-items/${inventoryItemId}/location-levels/${location}`,
      { stocked_quantity: pieces }
    )
  }

  /** Loses the gateway's webhooks from now on; `false` lets them through again. */
  async loseWebhooks(lose: boolean): Promise<void> {
    await this.gateway.clearFaults()
    if (!lose) return
    const webhooks = [{ kind: "drop", count: 1_000 }]
    await this.gateway.addFaults({ webhooks })
  }

  private async open(cartId: string): Promise<OpenSale> {
    const { data } = await this.shopper.startPayment(cartId, PROVIDER)
    return { cartId, gatewayPaymentId: String(data?.gateway_payment_id) }
  }

  private cart(handle: string): Promise<string> {
    return cartWith(this.shopper, this.demo.store, handle)
  }
}
