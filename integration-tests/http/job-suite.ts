import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

export const jobSuite = paymentSuite("the reconcile job", (shop) => {
  const { gateway, shopper, books, reconcile, makeDue, runJob } = shop
  const { prepareCart, openPayment, expectPaidOnce, openConfirmed } = shop

  it("makes the order when no webhook ever arrives, and reads nothing more while nothing is due", async () => {
    const { cart, session } = await openConfirmed()
    await makeDue()

    expect(await reconcile()).toMatchObject({ checked: 1, failed: 0 })

    await expectPaidOnce(cart.id, session.id, 5)
    gateway.forgetRequests()
    expect(await reconcile()).toMatchObject({ checked: 0, failed: 0 })
    expect(gateway.requests()).toEqual([])
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
    expect(gateway.requests()).toHaveLength(30)
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
