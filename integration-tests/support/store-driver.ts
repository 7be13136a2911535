import type { HttpTypes } from "@medusajs/framework/types"
import { Client } from "pg"
import { type AuditReport, audit } from "./audit"
import { eventually } from "./eventually"
import { type Instances, SandboxControl } from "./instances"
import { AdminActions } from "./shop/admin-actions"
import {
  HOSTED,
  INLINE,
  MANUAL,
  type OpenPayment,
  openedBy,
} from "./shop/open-payment"
import { RefundCustomer, RefundRequests } from "./shop/refund-requests"
import { adminToken } from "./store/admin"
import { HttpClient } from "./store/http-client"
import { type Item, Shopper } from "./store/shopper"
import type { toStoreCryptoCollection } from "../../src/api/store/crypto-payments/collections/[payment_collection_id]/route"
import type { Payment, PaymentTarget } from "../../src/sandbox/world"

const STEP_LIMIT_MS = 60_000
const BUYER = "shopper@example.test"

/**
 * What of a running store its people have to know, in this process or another.
 * Before it runs, the sandbox and the store are there, though nothing of them is read.
 */
type DrivenStore = Pick<
  Instances,
  "url" | "store" | "databaseUrl" | "adminUser"
> & { sandbox: Pick<Instances["sandbox"], "controlUrl"> }

/** A payment whose address the gateway has shown. */
type PaidPayment = Payment & { target: PaymentTarget }

/** A sale paid in crypto: the order, the ledger's id, and the payment in the gateway's words. */
export type CryptoSale = { orderId: string; id: string; payment: PaidPayment }

/** An order that was placed before its payment. */
export type UnpaidSale = OpenPayment & { orderId: string }

/** An order without a cart; `name` is its number, as shoppers see it. */
type OrderByHand = { orderId: string; collectionId: string; name: string }

/** A crypto payment as the admin API lists it. */
type ListedPayment = {
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

type ShownCollection = ReturnType<typeof toStoreCryptoCollection>

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

/**
 * Plays all who meet in a running store, over HTTP: shopper, merchant, gateway.
 * What they do are functions that can be taken from it, as suites do.
 */
export class StoreDriver<Shop extends DrivenStore = DrivenStore> {
  readonly store: Shop["store"]
  /** The gateway's other side: its buyers, its clock and its faults. */
  readonly control: SandboxControl
  readonly shopper: Shopper
  readonly customer: RefundCustomer
  readonly admin: HttpClient
  /** What the merchant does about payments, and about refund requests. */
  readonly actions: AdminActions
  readonly refundRequests: RefundRequests
  client!: Client
  protected token = ""

  /** @param usual handle of the product that is bought where none is named */
  constructor(
    readonly shop: Shop,
    private readonly usual = "guide"
  ) {
    const url = () => shop.url
    this.store = shop.store
    this.control = new SandboxControl(shop.sandbox)
    this.shopper = new Shopper(url, shop.store)
    this.customer = new RefundCustomer(url, shop.store)
    this.admin = new HttpClient(url, () => ({
      authorization: `Bearer ${this.token}`,
    }))
    this.actions = new AdminActions(this.admin)
    this.refundRequests = new RefundRequests(this.admin)
  }

  /** Also enables a payment provider without crypto. */
  async open(): Promise<this> {
    const { url, adminUser } = this.shop
    await this.connect(await adminToken(url, adminUser))
    await this.setProviders([HOSTED, INLINE, MANUAL])
    return this
  }

  /** The store goes on. */
  async close(): Promise<void> {
    await this.client?.end()
  }

  /** With the token of an admin who is logged in already. */
  async connect(token: string): Promise<void> {
    this.token = token
    this.client = new Client({ connectionString: this.shop.databaseUrl })
    await this.client.connect()
  }

  /** What cannot be done from outside, such as letting days pass. */
  sql = async <Row>(
    statement: string,
    values: unknown[] = []
  ): Promise<Row[]> => {
    const { rows } = await this.client.query(statement, values)
    return rows as Row[]
  }

  item = (product = this.usual, quantity = 1): Required<Item> => ({
    variantId: this.store.products[product].variantId,
    quantity,
  })

  /** A cart with one piece of a product, which lacks nothing but a payment. */
  prepareCart = async (
    product = this.usual,
    email?: string,
    shopper = this.shopper
  ): Promise<HttpTypes.StoreCart> => {
    const isPlain = !email && shopper === this.shopper
    const ready = isPlain ? await this.takeReadyCart(product) : undefined
    if (ready) return ready
    const { inventoryItemId } = this.store.products[product]
    return await shopper.prepareCart([this.item(product)], {
      email,
      // What lies on a shelf is sent by post.
      shippingOptionId: inventoryItemId
        ? this.store.shippingOptionId
        : undefined,
    })
  }

  /** The id of such a cart. */
  cart = async (
    ...wanted: Parameters<StoreDriver["prepareCart"]>
  ): Promise<string> => (await this.prepareCart(...wanted)).id

  /** Puts one more piece into a cart whose payment page is open. */
  addToCart = async (cartId: string, product?: string): Promise<void> => {
    await this.shopper.addItem(cartId, this.item(product))
  }

  /** Sets how many pieces of a product are there. */
  setStock = async (product: string, pieces: number): Promise<void> => {
    const { products, stockLocationId } = this.store
    const { inventoryItemId } = products[product]
    await this.admin.post(
      `/admin/inventory-items/${inventoryItemId}/location-levels/${stockLocationId}`,
      { stocked_quantity: pieces }
    )
  }

  /** Of the store's region. */
  setProviders = async (payment_providers: string[]): Promise<void> => {
    await this.admin.post(`/admin/regions/${this.store.regionId}`, {
      payment_providers,
    })
  }

  /**
   * @param isShipped false for a cart that lacks its shipping method;
   * with a `coin` it is an inline payment.
   */
  openPayment = async (
    product?: string,
    {
      isShipped = true,
      coin,
      quantity = 1,
    }: { isShipped?: boolean; coin?: string; quantity?: number } = {}
  ): Promise<OpenPayment> => {
    const { shopper } = this
    const cart = isShipped
      ? await this.prepareCart(product)
      : await shopper.prepareCart([this.item(product)], {})
    if (quantity > 1) {
      await shopper.addItem(cart.id, this.item(product, quantity - 1))
    }
    return await this.openFor(cart, coin)
  }

  /** Chooses crypto for a cart, again as well, as a shopper must after a change of it. */
  openFor = async (
    cart: HttpTypes.StoreCart,
    target_currency?: string
  ): Promise<OpenPayment> => {
    const session = await (target_currency === undefined
      ? this.shopper.startPayment(cart.id, HOSTED)
      : this.shopper.startPayment(cart.id, INLINE, { target_currency }))
    return { cart, ...openedBy(session) }
  }

  /** Orders a cart by the manual provider; answers the order's id. */
  orderOtherwise = async (cartId: string): Promise<string> => {
    await this.shopper.startPayment(cartId, MANUAL)
    return (await this.shopper.placeOrder(cartId)).id
  }

  /** An order that was placed before its payment, which is open. */
  placeUnpaid = async (product?: string): Promise<UnpaidSale> => {
    const opened = await this.openPayment(product)
    const { id: orderId } = await this.shopper.placeOrder(opened.cart.id)
    await eventually(
      async () => {
        const [unpaid] = await this.sql(
          "SELECT FROM crypto_unpaid_order WHERE id = $1 AND order_id IS NOT NULL",
          [opened.cart.id]
        )
        return unpaid ? true : undefined
      },
      { otherwise: "The unpaid order was not written down" }
    )
    return { ...opened, orderId }
  }

  /** Plays the buyer at the gateway. */
  pay = async (
    { gatewayId }: Pick<OpenPayment, "gatewayId">,
    coin = "USDT_TRC20_TEST",
    kind: "exact" | "short" | "over" | "by hand" = "exact"
  ): Promise<PaidPayment> => {
    await this.control.chooseCoin(gatewayId, coin)
    const { target, ...payment } = await (kind === "by hand"
      ? this.control.confirmByHand(gatewayId)
      : this.control.pay(gatewayId, kind))
    if (!target) throw new Error(`${gatewayId} has no coin.`)
    return { ...payment, target }
  }

  /** A sale from the cart to the settled payment. */
  sell = async (
    coin?: string,
    kind?: "exact" | "over" | "by hand"
  ): Promise<CryptoSale> => {
    const opened = await this.openPayment()
    const payment = await this.pay(opened, coin, kind)
    const { id, order_id } = await this.untilState(opened, "settled")
    if (!order_id) throw new Error(`${id} was settled without order.`)
    return { orderId: order_id, id, payment }
  }

  /** The id of a payment whose cart grew after it was opened. */
  payTooLittle = async (coin?: string): Promise<string> => {
    const opened = await this.openPayment()
    await this.addToCart(opened.cart.id)
    await this.pay(opened, coin)
    return (await this.untilState(opened, "attention")).id
  }

  /** The pay page's request. */
  showPayPage = async (collectionId: string): Promise<ShownCollection> => {
    const { crypto_collection } = await this.shopper.get<{
      crypto_collection: ShownCollection
    }>(`/store/crypto-payments/collections/${collectionId}`)
    return crypto_collection
  }

  /** An order that an admin made, with one piece, and the collection of its payment link. */
  createOrder = async (email: string): Promise<OrderByHand> => {
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
  convertDraft = async (
    email = BUYER
  ): Promise<Omit<OrderByHand, "collectionId">> => {
    const path = "/admin/draft-orders"
    const { draft_order } = await this.admin.post<{
      draft_order: { id: string; display_id: number }
    }>(path, {
      email,
      region_id: this.store.regionId,
      sales_channel_id: this.store.salesChannelId,
      items: [{ variant_id: this.item().variantId, quantity: 1 }],
    })
    const { id, display_id } = draft_order
    await this.admin.post(`${path}/${id}/convert-to-order`)
    return { orderId: id, name: `#${display_id}` }
  }

  /** Puts more pieces into an order; the collection by which the difference is due. */
  addToOrder = async (
    orderId: string,
    quantity = 1,
    product?: string
  ): Promise<string> => {
    const { variantId: variant_id } = this.item(product)
    await this.editOrder(orderId, {
      items: { items: [{ variant_id, quantity }] },
    })
    const due = await this.dueCollection(orderId)
    if (!due) throw new Error(`Nothing is due for ${orderId}.`)
    return due
  }

  /** The payment collection of what is due for an order; null where nothing is. */
  dueCollection = async (orderId: string): Promise<string | null> => {
    const { order } = await this.admin.get<{
      order: { payment_collections: { id: string; status: string }[] }
    }>(
      `/admin/orders/${orderId}?fields=payment_collections.id,payment_collections.status`
    )
    const due = order.payment_collections.find(
      ({ status }) => status === "not_paid"
    )
    return due?.id ?? null
  }

  /** Opens a payment of a collection, which may have no cart any more. */
  openDue = async (collectionId: string): Promise<Omit<OpenPayment, "cart">> =>
    openedBy(await this.shopper.openSession(collectionId, HOSTED))

  /** Adds one more piece to an order, and has the difference paid in crypto. */
  payForMore = async (orderId: string): Promise<void> => {
    await this.pay(await this.openDue(await this.addToOrder(orderId)))
    await eventually(async () => (await this.paymentsOf(orderId))[1], {
      limitMs: STEP_LIMIT_MS,
      otherwise: `The difference of ${orderId} was not settled.`,
    })
  }

  /** Edits the quantity of each item of an order; what is due afterwards is not paid. */
  edit = async (orderId: string, quantity: number): Promise<void> => {
    const { order } = await this.admin.get<{
      order: { items: { id: string }[] }
    }>(`/admin/orders/${orderId}?fields=*items`)
    const changes = order.items.map(({ id }) => [
      `items/item/${id}`,
      { quantity },
    ])
    await this.editOrder(orderId, Object.fromEntries(changes))
  }

  cancel = async (orderId: string): Promise<void> => {
    await this.admin.post(`/admin/orders/${orderId}/cancel`)
  }

  orders = async (email: string): Promise<PlacedOrder[]> => {
    const { orders } = await this.admin.get<{ orders: PlacedOrder[] }>(
      "/admin/orders?fields=id,email,total,payment_status,created_at&limit=100"
    )
    return orders.filter((order) => order.email === email)
  }

  /** Core writes an order before it books the money on it. */
  paidOrders = (email: string): Promise<PlacedOrder[]> => {
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

  /** Changes what no API does: the days of a link, the network of its coin. */
  changeRefundRequest = async (
    id: string,
    change: { expires_at?: Date; crypto_network?: string }
  ): Promise<void> => {
    await this.sql(
      `UPDATE crypto_refund_request
          SET expires_at = coalesce($2, expires_at),
              crypto_network = coalesce($3, crypto_network)
        WHERE id = $1`,
      [id, change.expires_at, change.crypto_network]
    )
  }

  /** How many payments a query of the admin API finds. */
  count = async (query: string): Promise<number> =>
    (await this.list(query)).count

  /** The settled crypto payments of an order, the oldest first. */
  paymentsOf = async (orderId: string): Promise<ListedPayment[]> => {
    const query = `q=${orderId}&state=settled&order=created_at`
    return (await this.list(query)).crypto_payments
  }

  /** Resolves with the listed payment once it has come to a state. */
  untilState = (
    { id }: Pick<OpenPayment, "id">,
    state: string
  ): Promise<ListedPayment> => {
    const query = `q=${id}&state=${state}`
    return eventually(async () => (await this.list(query)).crypto_payments[0], {
      limitMs: STEP_LIMIT_MS,
      otherwise: `${id} did not become ${state}.`,
    })
  }

  /** The attempts of a cart, or of a collection without one, oldest first. */
  ledger = (id: string): Promise<LedgerLine[]> =>
    this.sql<LedgerLine>(
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

  /** The open attempts that the cart's payment session belongs to: one at most. */
  live = async (cartId: string): Promise<LedgerLine[]> => {
    const attempts = await this.ledger(cartId)
    return attempts.filter(({ state, chosen }) => chosen && state === "open")
  }

  /** Loses the gateway's webhooks until its faults are cleared. */
  loseWebhooks = async (): Promise<void> => {
    await this.control.addFaults({ webhooks: [{ kind: "drop", count: 1_000 }] })
  }

  /** What the auditor finds once no webhook is under way. */
  audited = async (): Promise<AuditReport> => {
    await eventually(
      async () => {
        const deliveries = await this.control.deliveries()
        return deliveries.every(({ state }) => state !== "waiting") || undefined
      },
      { limitMs: STEP_LIMIT_MS, otherwise: "Webhooks are still under way." }
    )
    return await this.audit({ testModes: { [HOSTED]: true } })
  }

  audit = async (
    options: Omit<Parameters<typeof audit>[0], "databaseUrl" | "gateway">
  ): Promise<AuditReport> => {
    const { databaseUrl } = this.shop
    return await audit({ ...options, databaseUrl, gateway: this.control })
  }

  /** A guest's cart with one piece of a product, where one was prepared. */
  protected async takeReadyCart(
    _product: string
  ): Promise<HttpTypes.StoreCart | undefined> {
    return undefined
  }

  /** @param changes by the path at which each is posted */
  private async editOrder(
    order_id: string,
    changes: Record<string, object>
  ): Promise<void> {
    const path = "/admin/order-edits"
    await this.admin.post(path, { order_id })
    for (const [change, body] of Object.entries(changes)) {
      await this.admin.post(`${path}/${order_id}/${change}`, body)
    }
    await this.admin.post(`${path}/${order_id}/confirm`)
  }

  private list(
    query: string
  ): Promise<{ count: number; crypto_payments: ListedPayment[] }> {
    return this.admin.get(`/admin/crypto-payments?${query}`)
  }
}
