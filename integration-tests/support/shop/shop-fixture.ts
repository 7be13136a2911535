import type {
  HttpTypes,
  IEventBusModuleService,
  Logger,
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
import { makeDue } from "./make-due"
import { type OpenPayment, payCart } from "./open-payment"
import type { GatewayAccess, TestShop } from "./test-shop"
import {
  HttpClient,
  type ProductInput,
  type SeededStore,
  Shopper,
  adminToken,
  createAdminUser,
  seedStore,
} from "../store"
import { DEFAULT_CATALOGUE } from "../store/catalogue"
import { reconcileCryptoPayments } from "../../../src/workflows/reconcile-crypto-payments"

export const HOSTED = "pp_crypto_crypto"
export const INLINE = "pp_crypto-h2h_crypto"
export const MANUAL = "pp_system_default"

/** A role of Medusa, where RBAC is on: it may do everything. */
const SUPER_ADMIN = "role_super_admin"

export const ADMIN = { email: "admin@example.test", password: "secret-word" }

/** A shirt (10, stock 1000, shipped), an e-book (5), and a rare piece (7, stock 1, shipped). */
export type Product = "shirt" | "ebook" | "rare"

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

/** By Medusa's container: the suites that share a Medusa share the seed. */
const seededShops = new WeakMap<MedusaContainer, SeededShop>()

/**
 * Gives the shop of a suite a store and an admin. What it returns can be named
 * at once and used in the suite's hooks and tests; `shopper` is a guest again
 * in each test.
 */
export function shopFixture<Gateway extends GatewayAccess>(
  shop: TestShop<Gateway>
) {
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

  const reconcile = () => reconcileCryptoPayments(shop.container())

  return {
    ...shop,
    gateway: lateBound(() => shop.gateway()),
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
    advanceLedger: (minutes: number) =>
      advanceLedger(shop.container(), minutes),
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
    /** @param isShipped false for a cart that lacks its shipping method. */
    openPayment: async (
      product: Product = "ebook",
      { isShipped = true } = {}
    ) =>
      await payCart(
        shopper,
        isShipped
          ? await prepareCart(product)
          : await shopper.prepareCart([item(product)], {})
      ),
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
      let current: LogRecorder | undefined
      const log = lateBound(
        () => (current ??= new LogRecorder(shop.container()))
      )
      afterEach(() => {
        current?.stop()
        current = undefined
      })
      return log
    },
  }
}

/** Seeding and preparing a cart take longer than most tests. */
async function seedShop(shop: TestShop<GatewayAccess>): Promise<SeededShop> {
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

const levels = ["info", "warn", "error"] as const

/** Keeps the lines that Medusa's own logger writes from start to stop. */
export class LogRecorder {
  readonly lines: string[] = []
  private readonly logger: Logger
  private spies: jest.SpyInstance[] = []

  constructor(container: MedusaContainer) {
    this.logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  }

  start(): void {
    this.spies = levels.map((level) =>
      jest
        .spyOn(this.logger, level)
        .mockImplementation((...[line]: unknown[]) => {
          this.lines.push(line instanceof Error ? line.message : String(line))
        })
    )
  }

  stop(): void {
    this.spies.forEach((spy) => spy.mockRestore())
    this.spies = []
  }
}

const moments: Record<string, string[]> = {
  crypto_payment: [
    "created_at",
    "opened_at",
    "closed_at",
    "superseded_at",
    "last_checked_at",
    "next_check_at",
  ],
  crypto_payment_event: ["at"],
}

/** Moves everything in the ledger into the past, as if so long had gone by. */
export async function advanceLedger(
  container: MedusaContainer,
  minutes: number
): Promise<void> {
  const db = container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
  for (const [table, columns] of Object.entries(moments)) {
    const earlier = columns.map((column) => [
      column,
      db.raw("?? - ? * interval '1 minute'", [column, minutes]),
    ])
    await db(table).update(Object.fromEntries(earlier))
  }
}
