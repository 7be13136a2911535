import type { IEventBusModuleService } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import { cryptoPaymentEvents } from "../../src/workflows"
import { paymentSuite } from "../support/shop/payment-fixture"

export const outboxSuite = paymentSuite("an event for other code", (shop) => {
  const { resolve, db, reconcile, expectPaidOnce, payOrder } = shop

  const events = shop.collectEvents([cryptoPaymentEvents.settled])
  const delivered = () => events.map(({ data }) => data)

  afterEach(() => jest.restoreAllMocks())

  const bus = () => resolve<IEventBusModuleService>(Modules.EVENT_BUS)

  const pending = () =>
    db()("crypto_payment_outbox").select<{ id: string }[]>("id")

  const letPass = () =>
    db()("crypto_payment_outbox").update({ deliver_at: new Date() })

  const sell = async () => {
    const { id, cart, session, orderId } = await payOrder()
    await expectPaidOnce(cart.id, session.id, 5)
    return { id, orderId }
  }

  /** Out of reach for our events, as Redis is while it restarts; core's pass. */
  const breakBus = () => {
    const emit = bus().emit.bind(bus())
    return jest.spyOn(bus(), "emit").mockImplementation((data, options) => {
      const isOurs = [data]
        .flat()
        .some(({ name }) => name.startsWith("crypto_payment."))
      return isOurs
        ? Promise.reject(new Error("Connection lost."))
        : emit(data, options)
    })
  }

  it("is delivered with its transition, and forgotten", async () => {
    const { id, orderId } = await sell()
    expect(delivered()).toEqual([
      expect.objectContaining({ id, order_id: orderId, reason: null }),
    ])
    expect(await pending()).toEqual([])
  })

  it("stops no money while the event bus is out of reach, and is delivered once it is back", async () => {
    const broken = breakBus()
    const { id } = await sell()
    expect(delivered()).toEqual([])
    const [left] = await pending()

    await reconcile()
    expect(await pending()).toEqual([left])
    await letPass()
    await reconcile()
    expect(await pending()).toEqual([left])

    broken.mockRestore()
    await letPass()
    await reconcile()
    expect(delivered()).toEqual([
      expect.objectContaining({ id, event_id: left.id }),
    ])
    expect(await pending()).toEqual([])
  })

  it("is delivered by one of several instances", async () => {
    const broken = breakBus()
    await sell()
    broken.mockRestore()
    await letPass()
    await Promise.all([1, 2, 3].map(() => reconcile()))
    expect(delivered()).toHaveLength(1)
  })
})
