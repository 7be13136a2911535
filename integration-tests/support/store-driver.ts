import { Client } from "pg"
import { type AuditReport, audit } from "./audit"
import { eventually } from "./eventually"
import { type Instances, SandboxControl } from "./instances"
import { AdminActions } from "./shop/admin-actions"
import { RefundCustomer, RefundRequests } from "./shop/refund-requests"
import {
  addToOrder,
  dueCollection,
  logInAsAdmin,
  orderByHand,
} from "./store/admin"
import type { HttpClient } from "./store/http-client"
import { Shopper } from "./store/shopper"
import type { Payment, PaymentTarget } from "../../src/sandbox/world"

const HOSTED = "pp_crypto_crypto"
const INLINE = "pp_crypto-h2h_crypto"
const OTHER_PAYMENT = "pp_system_default"
const STEP_LIMIT_MS = 60_000
const BUYER = "shopper@example.test"

/** What of a running store its people have to know. */
type DrivenStore = Pick<
  Instances,
  "url" | "store" | "databaseUrl" | "adminUser"
> & { sandbox: Pick<Instances["sandbox"], "controlUrl"> }

/** A payment whose address the gateway has shown. */
type PaidPayment = Payment & { target: PaymentTarget }

/** A sale paid in crypto: the order, the ledger's id, and the payment in the gateway's words. */
export type CryptoSale = { orderId: string; id: string; payment: PaidPayment }

/** A cart with a payment that waits at the gateway. */
export type OpenSale = { cartId: string; gatewayPaymentId: string }

/** An order that was placed before its payment; `id` is the crypto payment's. */
export type UnpaidSale = OpenSale & { orderId: string; id: string }

/** An order without a cart; `name` is its number, as shoppers see it. */
type OrderByHand = { orderId: string; collectionId: string; name: string }

/** A crypto payment as the admin API lists it. */
export type ListedPayment = {
  id: string
  external_id: string
  order_id: string | null
}

/** An order as the admin API lists it. */
export type PlacedOrder = {
  id: string
  email: string
  payment_status: string
  total: number
  created_at: string
}

/** An attempt as the ledger has it. */
type LedgerLine = {
  id: string
  revision: number
  state: string
  gateway_payment_id: string
  payment_collection_id: string
  payment_session_id: string
  /** Whether the cart's payment session is one of its own. */
  chosen: boolean
}

/** Plays all who meet in a running store, over HTTP: shopper, merchant, gateway. */
export class StoreDriver<Shop extends DrivenStore = DrivenStore> {
  readonly gateway: SandboxControl
  readonly shopper: Shopper
  readonly customer: RefundCustomer
  admin!: HttpClient
  /** What the merchant does about payments, and about refund requests. */
  actions!: AdminActions
  refunds!: RefundRequests
  readonly db: Client

  constructor(readonly shop: Shop) {
    const { url, store, sandbox, databaseUrl } = shop
    this.gateway = new SandboxControl(sandbox)
    this.shopper = new Shopper(url, store)
    this.customer = new RefundCustomer(url, store.publishableKey)
    this.db = new Client({ connectionString: databaseUrl })
  }

  /** Also enables a payment provider without crypto. */
  async open(): Promise<this> {
    const { url, adminUser } = this.shop
    await this.db.connect()
    this.admin = await logInAsAdmin(url, adminUser)
    this.actions = new AdminActions(this.admin)
    this.refunds = new RefundRequests(this.admin)
    await this.enableProviders()
    return this
  }

  /** Of the region: the one without crypto, with both of crypto by default. */
  async enableProviders({ crypto = true } = {}): Promise<void> {
    await this.admin.post(`/admin/regions/${this.shop.store.regionId}`, {
      payment_providers: [...(crypto ? [HOSTED, INLINE] : []), OTHER_PAYMENT],
    })
  }

  /** The store goes on. */
  async close(): Promise<void> {
    await this.db.end()
  }

  /** What cannot be done from outside, such as letting days pass. */
  async sql<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.db.query(statement, values)
    return rows as Row[]
  }

  /** A cart with one piece of a product, which lacks nothing but a payment; the id of it. */
  async cart(
    handle = "guide",
    email?: string,
    shopper = this.shopper
  ): Promise<string> {
    const { products, shippingOptionId } = this.shop.store
    const { variantId, inventoryItemId } = products[handle]
    const cart = await shopper.prepareCart([{ variantId }], {
      email,
      // What lies on a shelf is sent by post.
      shippingOptionId: inventoryItemId ? shippingOptionId : undefined,
    })
    return cart.id
  }

  /** Opens a payment for a cart with one piece of a product. */
  async begin(handle?: string): Promise<OpenSale> {
    return this.beginAgain({ cartId: await this.cart(handle) })
  }

  /** Chooses crypto again, as a shopper must after a change of the cart. */
  async beginAgain({ cartId }: Pick<OpenSale, "cartId">): Promise<OpenSale> {
    const { data } = await this.shopper.startPayment(cartId, HOSTED)
    return { cartId, gatewayPaymentId: String(data?.gateway_payment_id) }
  }

  /** An order that is placed before its payment, with that payment open. */
  async placeUnpaid(): Promise<UnpaidSale> {
    const sale = await this.begin()
    const order = await this.shopper.placeOrder(sale.cartId)
    const { id } = await this.untilState(sale, "open")
    return { ...sale, id, orderId: order.id }
  }

  /** Puts one more piece into a cart whose payment page is open. */
  async addToCart(cartId: string, handle = "guide"): Promise<void> {
    const { variantId } = this.shop.store.products[handle]
    await this.shopper.addItem(cartId, { variantId })
  }

  /** The id of the order that a cart becomes, which is not paid in crypto. */
  async payOtherwise(cartId: string): Promise<string> {
    await this.shopper.startPayment(cartId, OTHER_PAYMENT)
    return (await this.shopper.placeOrder(cartId)).id
  }

  /** Plays the buyer up to the address, without sending anything. */
  async chooseCoin(
    { gatewayPaymentId }: Pick<OpenSale, "gatewayPaymentId">,
    coin = "USDT_TRC20_TEST"
  ): Promise<void> {
    await this.gateway.chooseCoin(gatewayPaymentId, coin)
  }

  /** Plays the buyer at the gateway. */
  async pay(
    sale: Pick<OpenSale, "gatewayPaymentId">,
    coin?: string,
    kind: "exact" | "over" | "by hand" = "exact"
  ): Promise<PaidPayment> {
    const { gatewayPaymentId } = sale
    await this.chooseCoin(sale, coin)
    const { target, ...payment } = await (kind === "by hand"
      ? this.gateway.confirmByHand(gatewayPaymentId)
      : this.gateway.pay(gatewayPaymentId, kind))
    if (!target) throw new Error(`${gatewayPaymentId} has no coin.`)
    return { ...payment, target }
  }

  /** A sale from the cart to the settled payment. */
  async sell(
    coin?: string,
    kind?: "exact" | "over" | "by hand"
  ): Promise<CryptoSale> {
    const sale = await this.begin()
    const payment = await this.pay(sale, coin, kind)
    const { id, order_id } = await this.untilState(sale, "settled")
    if (!order_id) throw new Error(`${sale.cartId} was settled without order.`)
    return { orderId: order_id, id, payment }
  }

  /** The id of a payment whose cart grew after it was opened. */
  async payTooLittle(coin?: string): Promise<string> {
    const sale = await this.begin()
    await this.addToCart(sale.cartId)
    await this.pay(sale, coin)
    return (await this.untilState(sale, "attention")).id
  }

  /** An order that an admin made, with one piece, and the collection of its payment link. */
  async createOrder(email: string): Promise<OrderByHand> {
    const { orderId, name } = await this.convertDraft(email)
    const { order } = await this.admin.get<{ order: { total: number } }>(
      `/admin/orders/${orderId}?fields=total`
    )
    const { payment_collection } = await this.admin.post<{
      payment_collection: { id: string }
    }>("/admin/payment-collections", { order_id: orderId, amount: order.total })
    return { orderId, collectionId: payment_collection.id, name }
  }

  /** An order that an admin made by hand, for which money is due. */
  async convertDraft(
    email = BUYER
  ): Promise<Omit<OrderByHand, "collectionId">> {
    const { products, regionId, salesChannelId } = this.shop.store
    const draft = { region_id: regionId, sales_channel_id: salesChannelId }
    const { id, display_id } = await orderByHand(
      this.admin,
      products.guide.variantId,
      { email, ...draft }
    )
    return { orderId: id, name: `#${display_id}` }
  }

  /** Adds one more piece to an order; the payment collection of what is due then. */
  async editOrder(orderId: string, handle = "guide"): Promise<string> {
    const { variantId } = this.shop.store.products[handle]
    await addToOrder(this.admin, orderId, variantId)
    const due = await dueCollection(this.admin, orderId)
    if (!due) throw new Error(`Nothing is due for ${orderId}.`)
    return due
  }

  /** Adds one more piece to an order, and has the difference paid in crypto. */
  async addToOrder(orderId: string): Promise<void> {
    const due = await this.editOrder(orderId)
    const { data } = await this.shopper.openSession(due, HOSTED)
    await this.pay({ gatewayPaymentId: String(data?.gateway_payment_id) })
    await eventually(async () => (await this.paymentsOf(orderId))[1], {
      limitMs: STEP_LIMIT_MS,
      otherwise: `The difference of ${orderId} was not settled.`,
    })
  }

  async cancelOrder(orderId: string): Promise<void> {
    await this.admin.post(`/admin/orders/${orderId}/cancel`)
  }

  /** Requests what is left of a payment. */
  async requestRefund(
    paymentId: string
  ): Promise<{ id: string; token: string }> {
    const { refund_request, token } = await this.refunds.request(paymentId)
    return { id: refund_request.id, token }
  }

  /** Changes what no API does: the days of a link, the network of its coin. */
  async changeRefundRequest(
    id: string,
    change: { expires_at?: Date; crypto_network?: string }
  ): Promise<void> {
    await this.sql(
      `UPDATE crypto_refund_request
          SET expires_at = coalesce($2, expires_at),
              crypto_network = coalesce($3, crypto_network)
        WHERE id = $1`,
      [id, change.expires_at, change.crypto_network]
    )
  }

  /** How many payments a query of the admin API finds. */
  async count(query: string): Promise<number> {
    return (await this.list(query)).count
  }

  /** The settled crypto payments of an order, the oldest first. */
  async paymentsOf(orderId: string): Promise<ListedPayment[]> {
    const query = `q=${orderId}&state=settled&order=created_at`
    return (await this.list(query)).crypto_payments
  }

  /** Resolves with the listed payment once a sale has come to a state. */
  untilState(
    { cartId }: Pick<OpenSale, "cartId">,
    state: string
  ): Promise<ListedPayment> {
    const query = `q=${cartId}&state=${state}`
    return eventually(async () => (await this.list(query)).crypto_payments[0], {
      limitMs: STEP_LIMIT_MS,
      otherwise: `The payment of ${cartId} did not become ${state}.`,
    })
  }

  /** The attempts of a cart, or of a collection without one, oldest first. */
  ledger(id: string): Promise<LedgerLine[]> {
    return this.sql<LedgerLine>(
      `SELECT id, revision, state, gateway_payment_id, payment_collection_id,
              payment_session_id,
              EXISTS (
                SELECT 1 FROM payment_session session
                  JOIN crypto_payment_session link USING (id)
                 WHERE link.crypto_payment_id = crypto_payment.id
                   AND session.deleted_at IS NULL
              ) AS chosen
         FROM crypto_payment
        WHERE $1 IN (cart_id, payment_collection_id) AND deleted_at IS NULL
        ORDER BY revision`,
      [id]
    )
  }

  /** The open attempts that the cart's payment session belongs to: one at most. */
  async live(cartId: string): Promise<LedgerLine[]> {
    const attempts = await this.ledger(cartId)
    return attempts.filter(({ state, chosen }) => chosen && state === "open")
  }

  async orders(email: string): Promise<PlacedOrder[]> {
    const { orders } = await this.admin.get<{ orders: PlacedOrder[] }>(
      "/admin/orders?fields=id,email,total,payment_status,created_at&limit=100"
    )
    return orders.filter((order) => order.email === email)
  }

  /** Core writes an order before it books the money on it. */
  paidOrders(email: string): Promise<PlacedOrder[]> {
    const look = async () => {
      const orders = await this.orders(email)
      const isPaid = orders.every(
        ({ payment_status }) => payment_status === "captured"
      )
      return orders.length > 0 && isPaid ? orders : undefined
    }
    const otherwise = `There is no paid order of ${email}.`
    return eventually(look, { limitMs: STEP_LIMIT_MS, otherwise })
  }

  /** Sets how many pieces of a product are there. */
  async setStock(handle: string, pieces: number): Promise<void> {
    const { products, stockLocationId } = this.shop.store
    const { inventoryItemId } = products[handle]
    await this.admin.post(
      `/admin/inventory-items/${inventoryItemId}/location-levels/${stockLocationId}`,
      { stocked_quantity: pieces }
    )
  }

  /** Loses the gateway's webhooks until its faults are cleared. */
  async loseWebhooks(): Promise<void> {
    await this.gateway.addFaults({ webhooks: [{ kind: "drop", count: 1_000 }] })
  }

  /** What the auditor finds once no webhook is under way. */
  async audited(): Promise<AuditReport> {
    await eventually(
      async () => {
        const deliveries = await this.gateway.deliveries()
        return deliveries.every(({ state }) => state !== "waiting") || undefined
      },
      { limitMs: STEP_LIMIT_MS, otherwise: "Webhooks are still under way." }
    )
    return await this.audit({ testModes: { [HOSTED]: true } })
  }

  async audit(
    options: Omit<Parameters<typeof audit>[0], "databaseUrl" | "gateway">
  ): Promise<AuditReport> {
    const { databaseUrl } = this.shop
    return await audit({ ...options, databaseUrl, gateway: this.gateway })
  }

  private list(
    query: string
  ): Promise<{ count: number; crypto_payments: ListedPayment[] }> {
    return this.admin.get(`/admin/crypto-payments?${query}`)
  }
}
