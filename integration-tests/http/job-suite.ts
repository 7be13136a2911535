import { createAtGateway } from "../support/shop/create-at-gateway"
import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"
import { JobPace } from "../../src/workflows/job-pace"
import { reconcileCryptoPayments } from "../../src/workflows/reconcile-crypto-payments"

export const jobSuite = paymentSuite("the reconcile job", (shop) => {
  const { gateway, shopper, books, reconcile, makeDue, runJob } = shop
  const { prepareCart, openPayment, expectPaidOnce, recordConfirmed } = shop
  const { openConfirmed } = shop

  it("makes the order when no webhook ever arrives", async () => {
    const { cart, session } = await openConfirmed()
    await makeDue()

    expect(await reconcile()).toMatchObject({ checked: 1, failed: 0 })

    await expectPaidOnce(cart.id, session.id, 5)
    expect(await reconcile()).toMatchObject({ checked: 0, failed: 0 })
  })

  it("reads nothing while nothing is due", async () => {
    await openPayment()
    gateway.forgetRequests()

    expect(await reconcile()).toMatchObject({ checked: 0, failed: 0 })
    expect(gateway.requests()).toEqual([])
  })

  it.each([
    [
      "a table",
      "TABLE crypto_payment_outbox RENAME TO",
      "TABLE missing RENAME TO crypto_payment_outbox",
    ],
    [
      "a column",
      "TABLE crypto_payment RENAME next_check_at TO",
      "TABLE crypto_payment RENAME missing TO next_check_at",
    ],
  ])(
    "names the migration where %s is not there yet, and fails no run",
    async (_what, hide, restore) => {
      const error = jest.spyOn(shop.container().resolve("logger"), "error")
      const pace = new JobPace("SCHEDULE")
      await shop.db().raw(`ALTER ${hide} missing`)
      try {
        await pace.run(shop.container(), undefined, () =>
          reconcileCryptoPayments(shop.container())
        )
        expect(error.mock.calls).toEqual([
          [expect.stringMatching(/Run npx medusa db:migrate\.$/)],
        ])
      } finally {
        await shop.db().raw(`ALTER ${restore}`)
        error.mockRestore()
      }
    }
  )

  it("reads an unchanged payment each minute, then at growing intervals", async () => {
    const { session } = await openPayment()
    await runJob()
    const { next_check_at } = await books.attemptOf(session.id)
    expect(Math.round((Number(next_check_at) - Date.now()) / 60_000)).toBe(1)
    await shop.db()("crypto_payment").update({ checks: 32 })
    const waits: number[] = []
    for (let look = 0; look < 4; look++) {
      await runJob()
      const { next_check_at } = await books.attemptOf(session.id)
      waits.push(Math.round((Number(next_check_at) - Date.now()) / 60_000))
    }
    expect(waits).toEqual([21, 34, 55, 60])
  })

  it("closes an expired payment, keeps checking it, and settles it when it is paid late", async () => {
    const { cart, session, gatewayId } = await openPayment()
    gateway.markOnly(gatewayId, "expired")
    await runJob()
    expect(await books.attemptOf(session.id)).toMatchObject({
      state: "closed",
      next_check_at: expect.any(Date),
    })

    gateway.markOnly(gatewayId, "confirmed")
    await runJob()
    await expectPaidOnce(cart.id, session.id, 5)
  })

  it("continues with the others when the gateway fails on one", async () => {
    const first = await openPayment()
    const second = await openPayment()
    gateway.markOnly(first.gatewayId, "confirmed")
    gateway.markOnly(second.gatewayId, "confirmed")
    await makeDue()
    gateway.failNext(5, "broken_json", new RegExp(`/${first.gatewayId}$`))

    await reconcile()

    await expectPaidOnce(second.cart.id, second.session.id, 5)
    expect(await books.attemptOf(first.session.id)).toMatchObject({
      state: "open",
      next_check_at: expect.any(Date),
    })
  })

  it("settles a payment that a crash left between confirmation and order", async () => {
    const { cart, session, ...opened } = await openPayment()
    await recordConfirmed(opened)
    expect(await reconcile()).toMatchObject({ checked: 1, failed: 0 })
    await expectPaidOnce(cart.id, session.id, 5)
  })

  it("keeps an attempt whose opening got no answer, and opens it under the same external_id", async () => {
    const cart = await prepareCart()
    gateway.failNext(2, "lost_answer", /POST/)
    await expect(shopper.startPayment(cart.id, HOSTED)).rejects.toMatchObject({
      status: 500,
      body: { message: expect.stringContaining("did not answer") },
    })
    expect(await books.attemptsOfCart(cart.id)).toMatchObject([
      { state: "creating", external_id: cart.id },
    ])

    const session = await shopper.startPayment(cart.id, HOSTED)

    expect(await books.attemptOf(session.id)).toMatchObject({
      external_id: cart.id,
    })
    const ofCart = gateway
      .payments()
      .filter(({ externalId }) => externalId.startsWith(cart.id))
    expect(ofCart).toHaveLength(1)
    await gateway.confirm(gatewayIdOf(session))
    await expectPaidOnce(cart.id, session.id, 5)
  })

  it("survives an external_id that the gateway already knows", async () => {
    const cart = await prepareCart()
    await createAtGateway(gateway, { amount: 1, external_id: cart.id })

    const session = await shopper.startPayment(cart.id, HOSTED)

    expect(await books.attemptOf(session.id)).toMatchObject({
      external_id: `${cart.id}-2`,
    })
    await gateway.confirm(gatewayIdOf(session))
    await expectPaidOnce(cart.id, session.id, 5)
  })

  it("leaves the gateway in peace while somebody polls many payments", async () => {
    const { id } = await shopper.startPayment((await prepareCart()).id, HOSTED)
    const attempt = shop
      .db()("crypto_payment")
      .where({ payment_session_id: id })
    await attempt.clone().update({ merchant_id: "polled" })
    gateway.forgetRequests()
    for (let poll = 0; poll < 40; poll++) {
      await attempt.clone().update({
        opened_at: shop.db().raw("now() - interval '1 minute'"),
        last_checked_at: null,
      })
      await shopper.get(`/store/crypto-payments/${id}`)
    }
    expect(gateway.requests().length).toBeGreaterThan(0)
    expect(gateway.requests().length).toBeLessThanOrEqual(30)
  })

  it("has nothing to do when the return page has settled the payment", async () => {
    const cart = await prepareCart()
    const session = await shopper.startPayment(cart.id, HOSTED)
    const path = `/store/crypto-payments/${session.id}?cart_id=${cart.id}`
    expect(await shopper.get(path)).toMatchObject({
      crypto_payment: {
        state: "open",
        current: true,
        order_id: null,
        amount: "5.00",
        checkout_url: expect.stringContaining("http"),
      },
    })
    gateway.markOnly(gatewayIdOf(session), "confirmed")
    await makeDue()

    const { crypto_payment } = await shopper.get<{
      crypto_payment: { state: string; order_id: string }
    }>(path)

    expect(crypto_payment).toMatchObject({
      state: "settled",
      checkout_url: null,
    })
    expect(await books.orderIds(cart.id)).toEqual([crypto_payment.order_id])
  })
})
