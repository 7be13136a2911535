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
import { Books } from "./books"
import { DatabaseSnapshot } from "./database-snapshot"
import { HOSTED, INLINE, MANUAL, type OpenPayment } from "./open-payment"
import type { TestShop } from "./test-shop"
import {
  type ProductInput,
  type SeededStore,
  Shopper,
  adminToken,
  createAdminUser,
  seedStore,
} from "../store"
import { DEFAULT_CATALOGUE } from "../store/catalogue"
import { StoreDriver } from "../store-driver"
import { reconcileCryptoPayments } from "../../../src/workflows/reconcile-crypto-payments"

export { HOSTED, INLINE, MANUAL }

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
  const driver = new ShopDriver(shop)
  beforeAll(() => driver.begin())
  afterEach(() => driver.shopper.logOut())
  afterAll(() => driver.close())
  return { ...shop, ...driver }
}

/** A shop in this process, as its driver needs it: it is there once the hooks ran. */
function drivenShop(shop: TestShop) {
  return {
    get url() {
      return shop.baseUrl()
    },
    get databaseUrl() {
      return shop.databaseUrl()
    },
    store: {} as SeededStore<Product>,
    sandbox: shop.gateway,
    adminUser: ADMIN,
  }
}

/** The driver of a shop in this process, which also has its container at hand. */
class ShopDriver extends StoreDriver<ReturnType<typeof drivenShop>> {
  readonly books: Books
  readonly expectPaidOnce: Books["expectPaidOnce"]
  private seeded?: SeededShop

  constructor(private readonly test: TestShop) {
    super(drivenShop(test), "ebook")
    this.books = new Books(test)
    this.expectPaidOnce = this.books.expectPaidOnce
  }

  async begin(): Promise<void> {
    const container = this.test.container()
    this.seeded = seededShops.get(container)
    if (this.seeded) await this.seeded.snapshot.restore()
    else seededShops.set(container, (this.seeded = await seedShop(this.test)))
    Object.assign(this.store, this.seeded.store)
    await this.connect(this.seeded.adminToken)
  }

  adminToken = () => this.token

  resolve = ((key: string) =>
    this.test.container().resolve(key)) as MedusaContainer["resolve"]

  db = () => this.resolve(ContainerRegistrationKeys.PG_CONNECTION)

  reconcile = (limits?: Parameters<typeof reconcileCryptoPayments>[1]) =>
    reconcileCryptoPayments(this.test.container(), limits)

  makeDue = () => makeDue(this.test.container())

  /** The job, with everything due. */
  runJob = async () => {
    await this.makeDue()
    return await this.reconcile()
  }

  /** Lets the job verify the settled payments, each of which it verifies once by itself. */
  verifyAgain = async () => {
    await this.db()("crypto_payment")
      .where({ state: "settled" })
      .update({ verified_at: null, next_check_at: this.db().raw("now()") })
    return await this.reconcile()
  }

  /** Lets minutes pass for all that the ledger holds. */
  advanceLedger = async (minutes: number): Promise<void> => {
    const db = this.db()
    const earlier = (column: string) => ({
      [column]: db.raw("?? - ? * interval '1 minute'", [column, minutes]),
    })
    for (const column of MOMENTS) {
      await db("crypto_payment").update(earlier(column))
    }
    await db("crypto_payment_event").update(earlier("at"))
  }

  /** As if each capture was made longer ago than core takes to book one. */
  letBookingTimePass = async (): Promise<void> => {
    const created_at = this.db().raw("created_at - interval '1 minute'")
    await this.db()("capture").update({ created_at })
  }

  collectionOf = async (cartId: string): Promise<string> => {
    const [attempt] = await this.books.attemptsOfCart(cartId)
    return String(attempt.payment_collection_id)
  }

  /** As if core was killed before it reserved: nobody released it a moment ago. */
  leaveWithoutStock = async (orderId: string): Promise<void> => {
    const { items = [] } = await this.resolve(Modules.ORDER).retrieveOrder(
      orderId,
      { relations: ["items"] }
    )
    const lines = items.map(({ id }) => id)
    await this.resolve(Modules.INVENTORY).deleteReservationItemsByLineItem(
      lines
    )
    await this.db()("reservation_item").whereIn("line_item_id", lines).delete()
  }

  /** The ledger learns that a payment is confirmed; nothing comes of it yet. */
  recordConfirmed = async (
    { id, gatewayId }: Pick<OpenPayment, "id" | "gatewayId">,
    source: "webhook" | "poll" = "webhook"
  ): Promise<void> => {
    const { attempts, observations } = this.books.ledger
    const attempt = await attempts.retrieve(id)
    await observations.record(id, {
      provider_id: attempt.provider_id,
      merchant_id: attempt.merchant_id,
      gateway_payment_id: gatewayId,
      external_id: attempt.external_id,
      status: "confirmed",
      source,
      observed_at: new Date().toISOString(),
    })
  }

  /** The events of these names that each test emits. */
  collectEvents = (names: string[]): CollectedEvent[] => {
    const events: CollectedEvent[] = []
    beforeAll(() => {
      const bus = this.resolve<IEventBusModuleService>(Modules.EVENT_BUS)
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
  }

  /** The lines that Medusa logs from `start()` to the end of the test. */
  watchLog = () => {
    const lines: string[] = []
    const spies: jest.SpyInstance[] = []
    const stop = () => spies.splice(0).forEach((spy) => spy.mockRestore())
    afterEach(() => {
      stop()
      lines.length = 0
    })
    const start = (): void => {
      const logger = this.resolve(ContainerRegistrationKeys.LOGGER)
      for (const level of ["info", "warn", "error"] as const) {
        const keep = (...[line]: unknown[]) =>
          void lines.push(line instanceof Error ? line.message : String(line))
        spies.push(jest.spyOn(logger, level).mockImplementation(keep))
      }
    }
    return { lines, start, stop }
  }

  /** By an id that the gateway has not seen in an earlier test. */
  protected override async takeReadyCart(product: string) {
    if (product !== "ebook" || !this.seeded || !this.shopper.isGuest) return
    const { preparedCart } = this.seeded
    const id = generateEntityId(undefined, "cart")
    const taken = await this.db()("cart")
      .where({ id: preparedCart.id })
      .update({ id })
    return taken === 1 ? { ...preparedCart, id } : undefined
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
