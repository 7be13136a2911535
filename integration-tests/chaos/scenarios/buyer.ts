import { setTimeout as wait } from "node:timers/promises"
import type { Random } from "../../support/random"
import { HttpError, type Item, Shopper } from "../../support/store"
import type { StoreDriver } from "../../support/store-driver"
import {
  CRYPTO,
  INLINE,
  ORDER_FIRST,
  ORDER_FIRST_INLINE,
  type Region,
  type Scene,
} from "../shop"

const LONGEST_PAUSE_MS = 2_000
const PATIENCE_MS = 90_000
const ORDER_TRIES = 10
const STATE_TRIES = 100
const INTERVAL_MS = 500

/** What one buyer does; `seed` decides the rest. */
export type Scenario = {
  kind: string
  seed: number
  /** Whether its orders are placed before they are paid. */
  orderFirst: boolean
  /** Which of the products of which there is only one, for a kind that is rare. */
  rarity: number
}

/**
 * What the plan makes likely of the confirmed payments of a kind: the share that settles, and why
 * the others may need attention. Wide: kills, countdowns that end and outages strike every kind.
 */
export type Expectation = {
  settled: [from: number, to: number]
  reasons: string[]
}

/** What buyers of a kind do, how often among all of them, and what comes of it. */
export type Kind = Expectation & {
  weight: number
  play: (buyer: Buyer, scenario: Scenario) => Promise<unknown>
  /** So many of its carts want one product, of which there is only one piece. */
  competitors?: number
}

export function kind(
  weight: number,
  expectation: Expectation,
  play: Kind["play"]
): Kind {
  return { weight, ...expectation, play }
}

export function share(
  from: number,
  to: number,
  ...reasons: string[]
): Expectation {
  return { settled: [from, to], reasons }
}

/** Whatever strikes, these need no person. */
export const always = share(0.9, 1)

/** An opened payment. */
export type Opened = { sessionId: string; gatewayId: string }

/** What a cart can be other than a few downloads in the shop's own region. */
type CartInput = {
  items?: Item[]
  region?: Region
  email?: string
  promotion?: string
}

/** One buyer, who tries again while the shop is down; and the merchant for them. */
export class Buyer {
  readonly driver: StoreDriver
  readonly shopper: StoreDriver["shopper"]
  readonly admin: StoreDriver["admin"]
  /** What the merchant decides about payments as they are shown at that moment. */
  readonly actions: StoreDriver["actions"]
  /** How long to try again what gets no answer. */
  patienceMs = PATIENCE_MS
  /** The providers that this buyer pays. */
  readonly hosted: string
  readonly inline: string

  constructor(
    readonly scene: Scene,
    readonly random: Random,
    private readonly scenario: Scenario
  ) {
    this.driver = scene.driver
    this.shopper = patient(this.driver.shopper, this)
    this.admin = patient(this.driver.admin, this)
    this.actions = patient(this.driver.actions, this)
    this.hosted = scenario.orderFirst ? ORDER_FIRST : CRYPTO
    this.inline = scenario.orderFirst ? ORDER_FIRST_INLINE : INLINE
  }

  /** A cart of downloads that lacks nothing but its payment. */
  async cart({ region, promotion, email, items }: CartInput = {}) {
    const { url, store } = this.driver.shop
    const guides = [this.driver.item("guide", this.random.whole(1, 3))]
    const shopper = patient(new Shopper(url, { ...store, ...region }))
    const address = { email: this.emailOf(email) }
    const { id } = await shopper.prepareCart(items ?? guides, address)
    if (promotion) await shopper.updateCart(id, { promo_codes: [promotion] })
    return id
  }

  /** A cart with a single piece that is shipped, ready to be paid. */
  cartOf(handle: string): Promise<string> {
    return patient(this.driver).cart(handle, this.emailOf())
  }

  /** No two buyers have one. */
  emailOf(name = this.scenario.kind): string {
    return `${name}-${this.random.whole(0, 2 ** 31)}@example.test`
  }

  /** Puts something more into the cart, which changes its price. */
  async change(cartId: string): Promise<void> {
    const more = this.driver.item("wallpaper", this.random.whole(1, 3))
    await this.shopper.addItem(cartId, more)
  }

  async open(cartId: string, provider: string = this.hosted): Promise<Opened> {
    return this.note(await this.shopper.startPayment(cartId, provider))
  }

  /** A cart and its page. */
  async start(input?: CartInput, provider?: string) {
    const cartId = await this.cart(input)
    return { cartId, opened: await this.open(cartId, provider) }
  }

  /** Shows address and amount in the shop itself. */
  async openInline(cartId: string): Promise<Opened> {
    const { currencies } = await this.shopper.get<{
      currencies: { code: string }[]
    }>(`/store/crypto-payments/currencies?provider_id=${this.inline}`)
    const { code } = this.random.pick(currencies)
    return this.note(
      await this.shopper.startPayment(cartId, this.inline, {
        target_currency: code,
      })
    )
  }

  /** Inline or on the hosted page. */
  openEither(cartId: string): Promise<Opened> {
    return this.random.chance(0.3) ? this.openInline(cartId) : this.open(cartId)
  }

  /** Of a collection, as a tab does that has been open for long. */
  async openCollection(collectionId: string): Promise<Opened | null> {
    const session = await this.unlessRefused(
      this.shopper.openSession(collectionId, this.hosted)
    )
    return session && this.note(session)
  }

  /** A cart, its page, and its payment. */
  async buy(payment?: "exact" | "over", ...cart: Parameters<Buyer["start"]>) {
    const { cartId, opened } = await this.start(...cart)
    await this.pay(opened, payment)
    return { cartId, opened }
  }

  /** Null where it cannot be placed soon. */
  async orderOf(cartId: string): Promise<string | null> {
    return await this.until(ORDER_TRIES, async () => {
      const completion = await this.complete(cartId)
      // Core may answer without the order that it takes back at this moment.
      return completion?.type === "order" ? completion.order?.id : null
    })
  }

  /** The ledger's id of a payment; where a state is named, once it has it, and null if not soon. */
  attemptOf({ gatewayId }: Opened, state?: string): Promise<string | null> {
    return this.until(state ? STATE_TRIES : 1, async () => {
      const [row] = await this.driver.sql<{ id: string }>(
        `SELECT id FROM crypto_payment
          WHERE gateway_payment_id = $1 AND state = coalesce($2, state)`,
        [gatewayId, state]
      )
      return row?.id
    })
  }

  /** Looks so often until there is something; null where nothing comes. */
  async until<Found>(
    tries: number,
    look: () => Promise<Found | null | undefined>
  ): Promise<Found | null> {
    for (; tries > 0; tries--) {
      const found = await look()
      if (found) return found
      await wait(INTERVAL_MS)
    }
    return null
  }

  /** What the merchant asks the admin API for; it may be refused. */
  askAdmin<Answer>(path: string, body?: Record<string, unknown>) {
    return this.unlessRefused(this.admin.post<Answer>(path, body))
  }

  /**
   * The merchant cancels an order. Refused where it would mean to send coins back; core's
   * cancellation that broke off half-way is one that the merchant asks for again.
   */
  async cancelOrder(orderId: string): Promise<void> {
    const { cancellations, canceledByAdmin } = this.scene
    const path = `/admin/orders/${orderId}/cancel`
    cancellations.add(path)
    canceledByAdmin.add(orderId)
    await this.unlessRefused(this.admin.post(path))
    cancellations.delete(path)
  }

  /** Null where the shop refuses, as it must while the cart is unpaid. */
  complete(cartId: string) {
    return this.unlessRefused(this.shopper.complete(cartId))
  }

  /** Completes, or closes the browser. */
  async maybeComplete(cartId: string, probability = 0.5): Promise<void> {
    if (this.random.chance(probability)) await this.complete(cartId)
  }

  /** Pays as planned, or late where the countdown has ended meanwhile. */
  async pay(
    { gatewayId }: Opened,
    kind: "exact" | "under" | "short" | "over" = "exact"
  ): Promise<void> {
    const { control } = this.driver
    const paid = await this.unlessRefused(control.pay(gatewayId, kind))
    if (!paid) await this.unlessRefused(control.payLate(gatewayId))
  }

  /** One of several things, each as often. */
  either(...ways: (() => unknown)[]): unknown {
    return this.random.pick(ways)()
  }

  /** Pays while something else happens: before, after, or at the same time. */
  async payAround(opened: Opened, act: () => Promise<unknown>): Promise<void> {
    const pay = () => this.pay(opened)
    const pause = (ms: number) => wait(this.random.whole(0, ms))
    await this.either(
      () => act().then(pay),
      () =>
        pay()
          .then(() => pause(2_000))
          .then(act),
      () => Promise.all([pay(), pause(150).then(act)])
    )
  }

  async payLate(opened: Opened): Promise<void> {
    await this.expire(opened)
    await this.unlessRefused(this.driver.control.payLate(opened.gatewayId))
  }

  expire({ gatewayId }: Opened) {
    return this.unlessRefused(this.driver.control.expire(gatewayId))
  }

  /** Null in place of an answer of 4xx, which is the other side's right. */
  async unlessRefused<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
    try {
      return await answer
    } catch (error) {
      if (error instanceof HttpError && error.status < 500) return null
      throw error
    }
  }

  /** Counts a payment as one of this scenario. */
  private note(session: {
    id: string
    data?: Record<string, unknown>
  }): Opened {
    const gatewayId = String(session.data?.gateway_payment_id)
    this.scene.opened.set(gatewayId, this.scenario.kind)
    return { sessionId: session.id, gatewayId }
  }
}

/** No buyer waits for a shop forever. */
export class GaveUp extends Error {}

/** The same client, all of whose requests are made `patiently`. */
export function patient<Client extends object>(
  client: Client,
  person: Pick<Buyer, "patienceMs"> = { patienceMs: PATIENCE_MS }
): Client {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      return typeof method === "function"
        ? (...input: unknown[]) =>
            patiently(() => method.apply(target, input), person.patienceMs)
        : method
    },
  })
}

/**
 * Tries again as a person at a browser would, while the shop does not answer
 * or says that it is its own fault; rejects with GaveUp after long enough,
 * and at once with what is the buyer's fault.
 */
async function patiently<Answer>(
  act: () => Promise<Answer>,
  patienceMs: number
): Promise<Answer> {
  const deadline = Date.now() + patienceMs
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await act()
    } catch (error) {
      if (!mayPass(error)) throw error
      if (Date.now() >= deadline) {
        throw new GaveUp("the buyer gave up", { cause: error })
      }
      await wait(pauseMs)
    }
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof HttpError)) return true
  const { status, body } = error
  // Another 409 than Medusa's: somebody else decided meanwhile.
  const isDecided = JSON.stringify(body).includes('"code":"changed"')
  return status >= 500 || status === 429 || (status === 409 && !isDecided)
}
