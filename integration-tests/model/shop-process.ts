import { asValue } from "@medusajs/framework/awilix"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  createMedusaContainer,
  Modules,
} from "@medusajs/framework/utils"

import { CRYPTO_PAYMENT_MODULE } from "../../src/modules/crypto-payment/module-key"
import { CryptoPaymentProvider } from "../../src/providers/crypto/service"
import { CardProvider, type SessionProvider } from "./card-provider"
import { Core } from "./core"
import { Ledger } from "./ledger"
import { queryGraph } from "./graph"
import { OrderModule } from "./order-module"
import { PaymentModule } from "./payment-module"
import type { Shop } from "./shop"

/** No process of a story needs so many calls, not even to wait for a lock. */
const maxCalls = 20_000

/** Thrown in a process that was killed: whatever it calls, nothing happens. */
export class Killed extends Error {}

export type ProcessOptions = {
  /** It is killed at the write after so many. @default never */
  writesLeft?: number
  /** How many turns the others get before each of its calls; over and over. */
  turns?: readonly number[]
  /** Whether admins wait for a lease, as no other process keeps one for good. */
  mayWait?: boolean
}

type OrderLink = {
  [Modules.ORDER]: { order_id: string }
  [Modules.PAYMENT]: { payment_collection_id: string }
  [Modules.CART]?: { cart_id: string }
}

/**
 * One server or worker of the store. The plugin's own code runs in it on a
 * container whose services are the model's; each of their calls goes through
 * `read` or `write`, where the process can be killed and others can run.
 */
export class ShopProcess {
  readonly container: MedusaContainer
  readonly ledger: Ledger
  readonly payments: PaymentModule
  readonly core: Core
  readonly providers: Map<string, SessionProvider>
  /** Where it was killed. */
  killedAt: string | null = null
  private writesLeft: number
  private calls = 0

  constructor(
    readonly shop: Shop,
    private readonly options: ProcessOptions = {}
  ) {
    this.writesLeft = options.writesLeft ?? Infinity
    this.ledger = new Ledger(this)
    this.payments = new PaymentModule(this)
    this.core = new Core(this)
    const query = { graph: queryGraph(this) }
    const dependencies = { cryptoPayment: this.ledger, query, logger: silent }
    this.providers = new Map<string, SessionProvider>([
      [cryptoProviderId, new CryptoPaymentProvider(dependencies as never, {})],
      [cardProviderId, new CardProvider()],
    ])
    this.container = createMedusaContainer()
    this.container.register({
      [CRYPTO_PAYMENT_MODULE]: asValue(this.ledger),
      [ContainerRegistrationKeys.QUERY]: asValue(query),
      [ContainerRegistrationKeys.LOGGER]: asValue(silent),
      [ContainerRegistrationKeys.LINK]: asValue({
        create: (link: OrderLink) =>
          this.write("create_link", () =>
            shop.orderCollections.push({
              ...link[Modules.ORDER],
              ...link[Modules.PAYMENT],
            })
          ),
        dismiss: (link: OrderLink) =>
          this.write("dismiss_link", () => {
            const { order_id } = link[Modules.ORDER]
            if (link[Modules.CART]) {
              shop.orderCarts = shop.orderCarts.filter(
                (each) => each.order_id !== order_id
              )
              return
            }
            const { payment_collection_id } = link[Modules.PAYMENT]
            shop.orderCollections = shop.orderCollections.filter(
              (each) =>
                each.order_id !== order_id ||
                each.payment_collection_id !== payment_collection_id
            )
          }),
      }),
      [Modules.PAYMENT]: asValue(this.payments),
      [Modules.ORDER]: asValue(new OrderModule(this)),
      [Modules.CART]: asValue({
        updateCarts: (id: string, { completed_at }: { completed_at: null }) =>
          this.write("open_cart", () =>
            Object.assign(shop.cart(id) ?? {}, { completed_at })
          ),
      }),
      [Modules.WORKFLOW_ENGINE]: asValue(this.core),
      [Modules.LOCKING]: asValue({
        execute: <Result>(key: string, act: () => Promise<Result>) =>
          this.withLock(key, act),
      }),
      [Modules.EVENT_BUS]: asValue({
        emit: (events: Shop["events"] | Shop["events"][number]) =>
          this.write("emit_events", () => shop.events.push(...[events].flat())),
        releaseGroupedEvents: async () => {},
        clearGroupedEvents: async () => {},
      }),
    })
  }

  get hasCompany(): boolean {
    return this.options.turns !== undefined
  }

  get mayWait(): boolean {
    return this.options.mayWait ?? false
  }

  async withLock<Result>(
    key: string,
    act: () => Promise<Result>
  ): Promise<Result> {
    await this.shop.locks.acquire(this, key)
    try {
      return await act()
    } finally {
      this.shop.locks.release(this, key)
    }
  }

  /** A call that changes nothing. @throws Killed */
  async read(): Promise<void> {
    await this.takeTurn()
  }

  /**
   * One change that is made as a whole or not at all.
   *
   * @throws Killed in place of the change, when its time has come.
   */
  async write<Result>(name: string, change: () => Result): Promise<Result> {
    await this.takeTurn()
    if (this.writesLeft <= 0) {
      this.killedAt = name
      this.shop.locks.releaseAllOf(this)
      this.shop.met.count(`killed at ${name}`)
      throw new Killed(name)
    }
    this.writesLeft -= 1
    // No two writes are of the same moment.
    this.shop.now += 1
    return change()
  }

  async letOthersRun(turns = 1): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  private async takeTurn(): Promise<void> {
    const { turns } = this.options
    const call = this.calls++
    if (call === maxCalls) {
      this.shop.faults.push("a process goes round in circles")
      this.killedAt ??= "no end"
    }
    if (turns && turns.length > 0) {
      await this.letOthersRun(turns[call % turns.length])
    }
    if (this.killedAt !== null) throw new Killed(this.killedAt)
  }
}

export const cryptoProviderId = "pp_crypto_crypto"
export const cardProviderId = "pp_card_card"

const silent = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
}

function ignore(): void {}
