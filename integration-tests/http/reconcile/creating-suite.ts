import type { NewAttempt } from "../../../src/modules/crypto-payment/attempts/attempts"
import { paymentSuite } from "../../support/shop/payment-fixture"
import { HOSTED } from "../../support/shop/shop-fixture"

export const creatingSuite = paymentSuite(
  "an attempt that a crash left in creating",
  (shop) => {
    const { gateway, shopper, books, reconcile, prepareCart } = shop
    const { openPayment, expectPaidOnce, advanceLedger } = shop

    beforeEach(() => gateway.forgetRequests())

    /** What is left when the server dies before it calls the gateway. */
    const leave = async (row: Partial<NewAttempt>) => {
      const attempt = await books.ledger.attempts.create(
        {
          provider_id: HOSTED,
          merchant_id: gateway.merchantId,
          external_id: "cart_left",
          flow: "widget",
          amount: "5.00",
          currency_code: "eur",
          is_test: false,
          ...row,
        },
        "session"
      )
      if (!attempt) throw new Error("the row was not written")
      return attempt
    }
    const paymentsOf = (externalId: string) =>
      gateway.payments().filter((each) => each.external_id === externalId)

    it("is opened by the job, as it was meant to be, after the two minutes of the shopper's own request", async () => {
      const { id } = await leave({
        external_id: "cart_meant",
        cart_id: "cart_meant",
        success_url: "https://shop.example/thanks?cart=cart_meant",
        fail_url: "https://shop.example/sorry",
      })
      await advanceLedger(1.5)
      await reconcile()
      expect(gateway.bodies()).toEqual([])
      const { state } = await books.ledger.attempts.retrieve(id)
      expect(state).toBe("creating")

      await advanceLedger(1.5)
      await reconcile()
      expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
        state: "open",
        gateway_payment_id: paymentsOf("cart_meant")[0].id,
        checkout_url: expect.stringContaining("http"),
        next_check_at: expect.any(Date),
      })
      expect(JSON.parse(gateway.bodies()[0])).toEqual({
        amount: 5,
        currency: "EUR",
        external_id: "cart_meant",
        callback_url: `${shop.baseUrl()}/hooks/crypto/${HOSTED}`,
        success_url: "https://shop.example/thanks?cart=cart_meant",
        fail_url: "https://shop.example/sorry",
      })
    })

    it("is closed without a call when another payment has paid for its cart", async () => {
      const { cart, gatewayId } = await openPayment()
      const { id } = await leave({
        external_id: `${cart.id}-2`,
        revision: 2,
        cart_id: cart.id,
      })
      await gateway.confirm(gatewayId)
      await advanceLedger(3)

      await reconcile()

      expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
        state: "closed",
        gateway_payment_id: null,
      })
      expect(paymentsOf(`${cart.id}-2`)).toEqual([])
    })

    it.each([
      ["serves the shopper who returns", false],
      ["becomes an order when it was paid", true],
    ])(
      "is found again when the gateway's answer was lost, and %s",
      async (_what, isPaid) => {
        const cart = await prepareCart()
        gateway.failNext(2, "lost_answer", /POST/)
        await expect(
          shopper.startPayment(cart.id, HOSTED)
        ).rejects.toMatchObject({
          status: 500,
          body: { message: expect.stringContaining("did not answer") },
        })
        const [{ id: gatewayId }] = paymentsOf(cart.id)
        if (isPaid) gateway.markOnly(gatewayId, "confirmed")
        await advanceLedger(3)

        await reconcile()

        const [attempt] = await books.attemptsOfCart(cart.id)
        if (isPaid) {
          expect(attempt.state).toBe("settled")
          expect(await books.orderBooks(cart.id)).toMatchObject({
            payment_status: "captured",
            captures: [5],
          })
          return
        }
        expect(attempt).toMatchObject({
          state: "open",
          gateway_payment_id: gatewayId,
          payment_session_id: null,
        })
        const session = await shopper.startPayment(cart.id, HOSTED)
        expect(session.data.crypto_payment_id).toBe(attempt.id)
        expect(paymentsOf(cart.id)).toHaveLength(1)
        await gateway.confirm(gatewayId)
        await expectPaidOnce(cart.id, session.id, 5)
      }
    )

    it("is closed when the gateway refuses it for good, with its code", async () => {
      const taken = await leave({ external_id: "cart_taken" })
      await gateway.create({ amount: 9, external_id: "cart_taken" })
      const unknown = await leave({
        external_id: "cart_unknown_coin",
        flow: "h2h",
        target_currency: "NO_SUCH_COIN",
      })
      await advanceLedger(3)

      await reconcile()

      for (const [{ id }, why] of [
        [taken, "PAYMENT_ALREADY_EXISTS"],
        [unknown, "CURRENCY_NOT_FOUND"],
      ] as const) {
        expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
          state: "closed",
          gateway_payment_id: null,
        })
        const events = await books.ledger.listCryptoPaymentEvents({
          crypto_payment_id: id,
          type: "closed",
        })
        expect(events.map(({ data }) => data)).toEqual([
          { state: "closed", why },
        ])
      }
    })

    it("is tried again without an answer, and given up after the late window", async () => {
      const { id } = await leave({ external_id: "cart_unanswered" })
      for (const [minutes, state] of [
        [10, "creating"],
        [8 * 24 * 60, "closed"],
      ] as const) {
        await advanceLedger(minutes)
        gateway.failNext(2, "cut", /POST/)
        await reconcile()
        const attempt = await books.ledger.attempts.retrieve(id)
        expect(attempt.state).toBe(state)
      }
      const [event] = await books.ledger.listCryptoPaymentEvents({
        crypto_payment_id: id,
        type: "closed",
      })
      expect(event.data).toMatchObject({ why: "never_opened" })
    })

    it("keeps the gateway's id that it was adopted with", async () => {
      const { id } = await leave({
        external_id: "cart_adopted",
        gateway_payment_id: "gateway-adopted",
        amount: null,
        currency_code: null,
      })
      await advanceLedger(3)

      await reconcile()

      expect(gateway.bodies()).toEqual([])
      expect(await books.ledger.attempts.retrieve(id)).toMatchObject({
        state: "open",
        gateway_payment_id: "gateway-adopted",
      })
    })
  }
)
