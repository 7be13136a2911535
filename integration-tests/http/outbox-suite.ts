import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import { cryptoPaymentEvents } from "../../src/workflows"
import { eventually } from "../support/eventually"
import { paymentSuite } from "../support/shop/payment-fixture"

export const outboxSuite = paymentSuite("an event for other code", (shop) => {
  const { resolve, db, reconcile, expectPaidOnce, payOrder } = shop

  const events = shop.collectEvents([cryptoPaymentEvents.settled])
  const delivered = () => events.map(({ data }) => data)

  afterEach(() => jest.restoreAllMocks())

  const bus = () => resolve<IEventBusModuleService>(Modules.EVENT_BUS)

  const pending = () =>
    db()("crypto_payment_outbox").select<{ id: string }[]>("id")

  /** Once the events came back from the bus. */
  const untilForgotten = () =>
    eventually(
      async () => ((await pending()).length === 0 ? true : undefined),
      { otherwise: "Events stay in the outbox" }
    )

  const letPass = () =>
    db()("crypto_payment_outbox").update({ deliver_at: new Date() })

  const sell = async () => {
    const { id, cart, session, orderId } = await payOrder()
    await expectPaidOnce(cart.id, session.id, 5)
    return { id, orderId }
  }

  /** For our events, as Redis is while it restarts; core's pass. */
  const breakBus = (answer: () => Promise<void>) => {
    const emit = bus().emit.bind(bus())
    return jest.spyOn(bus(), "emit").mockImplementation((data, options) => {
      const isOurs = [data]
        .flat()
        .some(({ name }) => name.startsWith("crypto_payment."))
      return isOurs ? answer() : emit(data, options)
    })
  }

  it.each<[string, () => Promise<void>]>([
    ["is out of reach", () => Promise.reject(new Error("Connection lost."))],
    ["does not answer at all", () => new Promise<void>(() => {})],
    ["accepts it and loses it", () => Promise.resolve()],
  ])(
    "stops no money while the event bus %s, and is delivered again later, once",
    async (_what, answer) => {
      const broken = breakBus(answer)
      const { id, orderId } = await sell()
      const [left, ...others] = await pending()
      expect([orderId, others]).toEqual([expect.stringMatching(/^order_/), []])
      await letPass()
      await reconcile()
      broken.mockRestore()
      // It is not due yet.
      await reconcile()
      expect(await pending()).toEqual([left])
      expect(delivered()).toEqual([])

      await letPass()
      await reconcile()
      await untilForgotten()
      expect(delivered()).toEqual([
        expect.objectContaining({
          id,
          event_id: left.id,
          order_id: orderId,
          reason: null,
        }),
      ])
    }
  )

  it("is forgotten, and not repeated, where a subscriber of the store throws", async () => {
    let calls = 0
    const broken = async () => {
      calls++
      throw new Error("Out of order.")
    }
    const subscriberId = "broken"
    bus().subscribe(cryptoPaymentEvents.settled, broken, { subscriberId })
    try {
      const { id } = await sell()
      await untilForgotten()
      await reconcile()
      expect(calls).toBe(1)
      expect(delivered()).toEqual([expect.objectContaining({ id })])
    } finally {
      bus().unsubscribe(cryptoPaymentEvents.settled, broken, { subscriberId })
    }
  })

  it("is not forgotten where the shop was down for days, repeated ever later, and forgotten after a day, by a bus that never brings it back", async () => {
    breakBus(() => Promise.resolve())
    await sell()
    await db().raw(
      `UPDATE crypto_payment_outbox SET created_at = now() - interval '60 hours',
              deliver_at = now() - interval '59 hours 59 minutes'`
    )
    await reconcile()
    expect(await pending()).toHaveLength(1)
    const aged = async (hours: number) => {
      await db().raw(
        `UPDATE crypto_payment_outbox
            SET deliver_at = now(), created_at = now() - ? * interval '1 hour'`,
        [hours]
      )
      await reconcile()
      const [left] = await db()("crypto_payment_outbox").select<
        { deliver_at: Date }[]
      >("deliver_at")
      return left && Math.round((Number(left.deliver_at) - Date.now()) / 60_000)
    }
    expect(await aged(0)).toBe(1)
    expect(await aged(0.5)).toBe(30)
    expect(await aged(20)).toBe(60)
    expect(await aged(25)).toBeUndefined()
  })

  it("is delivered by one of several instances", async () => {
    const broken = breakBus(() => Promise.resolve())
    await sell()
    broken.mockRestore()
    await letPass()
    await Promise.all([1, 2, 3].map(() => reconcile()))
    expect(delivered()).toHaveLength(1)
  })
})
