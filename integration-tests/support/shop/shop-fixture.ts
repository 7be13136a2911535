import type {
  HttpTypes,
  IEventBusModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  FeatureFlag,
  Modules,
  generateEntityId,
} from "@medusajs/framework/utils"
import { updateRegionsWorkflow } from "@medusajs/medusa/core-flows"
import { AdminActions } from "./admin-actions"
import { Books, expectPaidOnce } from "./books"
import { DatabaseSnapshot } from "./database-snapshot"
import { type OpenPayment, openedBy } from "./open-payment"
import type { TestShop } from "./test-shop"
import {
  HttpClient,
  type ProductInput,
  type SeededStore,
  Shopper,
  adminToken,
  createAdminUser,
  seedStore,
} from "../store"
import { addToOrder, dueCollection } from "../store/admin"
import { DEFAULT_CATALOGUE } from "../store/catalogue"
import type { toStoreCryptoCollection } from "../../../src/api/store/crypto-payments/collections/[payment_collection_id]/route"
import { reconcileCryptoPayments } from "../../../src/workflows/reconcile-crypto-payments"

export const HOSTED = "pp_crypto_crypto"
export const INLINE = "pp_crypto-h2h_crypto"
export const MANUAL = "pp_system_default"

/** A role of Medusa, where RBAC is on: it may do everything. */
const SUPER_ADMIN = "role_super_admin"

export const ADMIN = { email: "admin@example.test", password: "secret-word" }

/** A shirt (10, stock 1000, shipped), an e-book (5), and a rare piece (7, stock 1, shipped). */
export type Product = "shirt" | "ebook" | "rare"

type ShownCollection = ReturnType<typeof toStoreCryptoCollection>

type CollectedEvent = { name: string; data: Record<string, unknown> }

const PRODUCTS: ProductInput[] = [
  ...DEFAULT_CATALOGUE,
  {
    handle: "rare",
    title: "The last of its kind",
    price: 7,
    stock: 1,
    requiresShipping: true,
  },
]

type SeededShop = {
  store: SeededStore<Product>
  adminToken: string
  /** Has an e-book and lacks nothing but its payment. */
  preparedCart: HttpTypes.StoreCart
  snapshot: DatabaseSnapshot
}

/** Of an attempt, in the ledger. */
const MOMENTS = [
  "created_at",
  "opened_at",
  "paid_at",
  "closed_at",
  "superseded_at",
  "last_checked_at",
  "next_check_at",
]

/** By Medusa's container: the suites that share a Medusa share the seed. */
const seededShops = new WeakMap<MedusaContainer, SeededShop>()

/**
 * Gives the shop of a suite a store and an admin. What it returns can be named
 * at once and used in the suite's hooks and tests; `shopper` is a guest again
 * in each test.
 */
export function shopFixture(shop: TestShop) {
  let seeded: SeededShop | undefined
  let guest: Shopper | undefined

  beforeAll(async () => {
    seeded = seededShops.get(shop.container())
    if (seeded) return await seeded.snapshot.restore()
    seeded = await seedShop(shop)
    seededShops.set(shop.container(), seeded)
  })

  afterEach(() => (guest = undefined))

  const store = lateBound(() => seeded?.store)
  const shopper = lateBound(
    () => (guest ??= new Shopper(shop.baseUrl(), store))
  )
  const admin = lateBound(
    () =>
      new HttpClient(shop.baseUrl(), {
        authorization: `Bearer ${seeded?.adminToken}`,
      })
  )
  const books = new Books(shop)

  const db = () =>
    shop.container().resolve(ContainerRegistrationKeys.PG_CONNECTION)

  const item = (product: Product = "ebook", quantity = 1) => ({
    variantId: store.products[product].variantId,
    quantity,
  })

  const shippingOf = (product: Product) =>
    product === "ebook" ? undefined : store.shippingOptionId

  /**
   * The prepared cart, by an id that the gateway has not seen in an earlier
   * test; nothing if this test has taken it already.
   */
  const takePreparedCart = async () => {
    if (!seeded || !shopper.isGuest) return
    const id = generateEntityId(undefined, "cart")
    const taken = await db()("cart")
      .where({ id: seeded.preparedCart.id })
      .update({ id })
    return taken === 1 ? { ...seeded.preparedCart, id } : undefined
  }

  const prepareCart = async (product: Product = "ebook") =>
    (product === "ebook" ? await takePreparedCart() : undefined) ??
    (await shopper.prepareCart([item(product)], {
      shippingOptionId: shippingOf(product),
    }))

  const reconcile = (limits?: Parameters<typeof reconcileCryptoPayments>[1]) =>
    reconcileCryptoPayments(shop.container(), limits)

  return {
    ...shop,
    gateway: shop.gateway,
    /** The gateway's other side: its buyers, its clock and its faults. */
    control: shop.gateway.control,
    resolve: ((key: string) =>
      shop.container().resolve(key)) as MedusaContainer["resolve"],
    store,
    shopper,
    admin,
    adminToken: () => String(seeded?.adminToken),
    actions: new AdminActions(admin),
    books,
    db,
    item,
    reconcile,
    makeDue: () => makeDue(shop.container()),
    /** Lets minutes pass for all that the ledger holds. */
    advanceLedger: async (minutes: number): Promise<void> => {
      const earlier = (column: string) => ({
        [column]: db().raw("?? - ? * interval '1 minute'", [column, minutes]),
      })
      for (const column of MOMENTS) {
        await db()("crypto_payment").update(earlier(column))
      }
      await db()("crypto_payment_event").update(earlier("at"))
    },
    /** As if each capture was made longer ago than core takes to book one. */
    letBookingTimePass: async (): Promise<void> => {
      const created_at = db().raw("created_at - interval '1 minute'")
      await db()("capture").update({ created_at })
    },
    /** The job, with everything due. */
    runJob: async () => {
      await makeDue(shop.container())
      return await reconcile()
    },
    /** Lets the job verify the settled payments, each of which it verifies once by itself. */
    verifyAgain: async () => {
      await db()("crypto_payment")
        .where({ state: "settled" })
        .update({ verified_at: null, next_check_at: db().raw("now()") })
      return await reconcile()
    },
    prepareCart,
    /**
     * @param isShipped false for a cart that lacks its shipping method;
     * with a `coin` it is an inline payment.
     */
    openPayment: async (
      product: Product = "ebook",
      {
        isShipped = true,
        coin,
        quantity = 1,
      }: { isShipped?: boolean; coin?: string; quantity?: number } = {}
    ): Promise<OpenPayment> => {
      const cart = isShipped
        ? await prepareCart(product)
        : await shopper.prepareCart([item(product)], {})
      if (quantity > 1) {
        await shopper.addItem(cart.id, item(product, quantity - 1))
      }
      const session = await (coin === undefined
        ? shopper.startPayment(cart.id, HOSTED)
        : shopper.startPayment(cart.id, INLINE, { target_currency: coin }))
      return { cart, ...openedBy(session) }
    },
    /** Puts more pieces into an order; the collection by which the difference is due. */
    addToOrder: async (orderId: string, quantity = 1): Promise<string> => {
      await addToOrder(admin, orderId, item().variantId, quantity)
      return String(await dueCollection(admin, orderId))
    },
    /** Edits the quantity of each item of an order; what is due afterwards is not paid. */
    edit: async (orderId: string, quantity: number): Promise<void> => {
      const { order } = await admin.get<{ order: { items: { id: string }[] } }>(
        `/admin/orders/${orderId}?fields=*items`
      )
      const path = `/admin/order-edits/${orderId}`
      await admin.post("/admin/order-edits", { order_id: orderId })
      for (const { id } of order.items) {
        await admin.post(`${path}/items/item/${id}`, { quantity })
      }
      await admin.post(`${path}/confirm`)
    },
    /** Orders a cart by the manual provider; answers the order's id. */
    orderOtherwise: async (cartId: string): Promise<string> => {
      await shopper.startPayment(cartId, MANUAL)
      return (await shopper.placeOrder(cartId)).id
    },
    expectPaidOnce: (cartId: string, sessionId: string, total: number) =>
      expectPaidOnce(books, cartId, sessionId, total),
    setStock: (product: Product, quantity: number) =>
      shop
        .container()
        .resolve(Modules.INVENTORY)
        .updateInventoryLevels({
          inventory_item_id: String(store.products[product].inventoryItemId),
          location_id: store.stockLocationId,
          stocked_quantity: quantity,
        }),
    /** As if core was killed before it reserved: nobody released it a moment ago. */
    leaveWithoutStock: async (orderId: string) => {
      const container = shop.container()
      const { items = [] } = await container
        .resolve(Modules.ORDER)
        .retrieveOrder(orderId, { relations: ["items"] })
      const lines = items.map(({ id }) => id)
      await container
        .resolve(Modules.INVENTORY)
        .deleteReservationItemsByLineItem(lines)
      await container
        .resolve(ContainerRegistrationKeys.PG_CONNECTION)("reservation_item")
        .whereIn("line_item_id", lines)
        .delete()
    },
    setProviders: (payment_providers: string[]) =>
      updateRegionsWorkflow(shop.container()).run({
        input: {
          selector: { id: store.regionId },
          update: { payment_providers },
        },
      }),
    /** The ledger learns that a payment is confirmed; nothing comes of it yet. */
    recordConfirmed: async (
      { id, gatewayId }: Pick<OpenPayment, "id" | "gatewayId">,
      source: "webhook" | "poll" = "webhook"
    ) => {
      const attempt = await books.ledger.attempts.retrieve(id)
      await books.ledger.observations.record(id, {
        provider_id: attempt.provider_id,
        merchant_id: attempt.merchant_id,
        gateway_payment_id: gatewayId,
        external_id: attempt.external_id,
        status: "confirmed",
        source,
        observed_at: new Date().toISOString(),
      })
    },
    /** The events of these names that each test emits. */
    collectEvents: (names: string[]) => {
      const events: CollectedEvent[] = []
      beforeAll(() => {
        const bus = shop
          .container()
          .resolve<IEventBusModuleService>(Modules.EVENT_BUS)
        for (const name of names) {
          bus.subscribe(name, async ({ data }) => {
            events.push({ name, data: data as CollectedEvent["data"] })
          })
        }
      })
      beforeEach(() => {
        events.length = 0
      })
      return events
    },
    /** The lines that Medusa logs from `start()` to the end of the test. */
    watchLog: () => {
      const lines: string[] = []
      const spies: jest.SpyInstance[] = []
      const stop = () => spies.splice(0).forEach((spy) => spy.mockRestore())
      afterEach(() => {
        stop()
        lines.length = 0
      })
      const start = (): void => {
        const logger = shop
          .container()
          .resolve(ContainerRegistrationKeys.LOGGER)
        for (const level of ["info", "warn", "error"] as const) {
          const keep = (...[line]: unknown[]) =>
            void lines.push(line instanceof Error ? line.message : String(line))
          spies.push(jest.spyOn(logger, level).mockImplementation(keep))
        }
      }
      return { lines, start, stop }
    },
    /** The pay page's request. */
    showPayPage: async (collectionId: string): Promise<ShownCollection> => {
      const { crypto_collection } = await shopper.get<{
        crypto_collection: ShownCollection
      }>(`/store/crypto-payments/collections/${collectionId}`)
      return crypto_collection
    },
    collectionOf: async (cartId: string): Promise<string> => {
      const [{ payment_collection_id }] = await books.attemptsOfCart(cartId)
      return String(payment_collection_id)
    },
  }
}

/** Seeding and preparing a cart take longer than most tests. */
async function seedShop(shop: TestShop): Promise<SeededShop> {
  const store = await seedStore(shop.container(), {
    providers: [HOSTED, INLINE, MANUAL],
    products: PRODUCTS,
  })
  await createAdminUser(shop.container(), {
    ...ADMIN,
    roles: FeatureFlag.isFeatureEnabled("rbac") ? [SUPER_ADMIN] : undefined,
  })
  const { variantId } = store.products.ebook
  return {
    store,
    adminToken: await adminToken(shop.baseUrl(), ADMIN),
    preparedCart: await new Shopper(shop.baseUrl(), store).prepareCart(
      [{ variantId }],
      {}
    ),
    snapshot: await DatabaseSnapshot.take(shop.databaseUrl(), "seeded"),
  }
}

/** What the ledger or the admin API show of a payment that needs attention. */
export function attention(attention_reason: string, more: object = {}) {
  return { state: "attention", attention_reason, ...more }
}

/** An object that exists once hooks ran, and can be named before. */
export function lateBound<Target extends object>(
  target: () => Target | undefined
): Target {
  return new Proxy({} as Target, {
    get(_, key) {
      const current = target()
      if (!current) throw new Error("The shop is there once its hooks ran.")
      const value: unknown = Reflect.get(current, key)
      return typeof value === "function" ? value.bind(current) : value
    },
  })
}

/** Moves the ledger's clockwork so that every attempt with a next check is due now. */
export async function makeDue(container: MedusaContainer): Promise<void> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  await db("crypto_payment")
    .whereNotNull("next_check_at")
    .update({
      next_check_at: db.raw("now()"),
      last_checked_at: db.raw("now() - interval '1 day'"),
    })
}
