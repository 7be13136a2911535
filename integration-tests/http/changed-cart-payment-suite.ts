import type { OpenPayment } from "../support/shop/open-payment"
import { errorOf } from "../support/store/http-client"
import { paymentSuite } from "../support/shop/payment-fixture"
import { RefundRequests } from "../support/shop/refund-requests"
import { attention, HOSTED, INLINE, MANUAL } from "../support/shop/shop-fixture"

/** What the store API shows of a payment, as far as it is compared here. */
type Shown = Record<string, unknown> & { payment_session_id: string }

export const changedCartPaymentSuite = paymentSuite(
  "a payment whose cart changed before it was confirmed",
  (shop) => {
    const { gateway, shopper, books, item, actions, advanceLedger } = shop
    const { openPayment, openConfirmed, payTooLittle, expectPaidOnce } = shop
    const refundRequests = new RefundRequests(shop.admin)

    const ofCart = async (cartId: string) => {
      const answer = await shopper.get<{ crypto_payment: Shown | null }>(
        `/store/crypto-payments?cart_id=${cartId}`
      )
      return answer.crypto_payment
    }

    /** What a page reads that watches the payment. */
    const read = async ({ session, cart }: OpenPayment, knowsCart = true) => {
      const { crypto_payment } = await shopper.get<{ crypto_payment: Shown }>(
        `/store/crypto-payments/${session.id}${knowsCart ? `?cart_id=${cart.id}` : ""}`
      )
      return crypto_payment
    }

    const changeBack = async ({ cart }: OpenPayment) => {
      // A page that is read all the time has it decided every ten seconds only.
      await advanceLedger(1)
      const [line] = (await shopper.cart(cart.id)).items ?? []
      await shopper.changeQuantity(cart.id, line.id, 1)
    }

    const error = {
      status: 400,
      body: {
        message:
          "A crypto payment for this was already received. Please do not pay again: reload the checkout to see how it stands.",
      },
    }

    it("is found by its cart, before and after it is confirmed, whatever session the cart has", async () => {
      const opened = await openPayment()
      const { cart, session } = opened
      expect(await ofCart((await shopper.createCart([item()])).id)).toBeNull()
      expect(await ofCart("cart_unheard")).toBeNull()
      expect(await ofCart(cart.id)).toMatchObject({
        state: "open",
        cart_amount: null,
      })
      await shopper.addItem(cart.id, item())
      const known = {
        payment_session_id: session.id,
        cart: "changed",
        cart_amount: "10.00",
        cart_currency_code: "eur",
        amount: "5.00",
      }
      expect(await ofCart(cart.id)).toMatchObject({ ...known, state: "open" })

      await gateway.confirm(opened.gatewayId)
      expect(await ofCart(cart.id)).toMatchObject({
        ...known,
        state: "attention",
      })
      await shopper.startPayment(cart.id, MANUAL)
      expect(await ofCart(cart.id)).toMatchObject({
        ...known,
        state: "attention",
      })
      expect(await read(opened)).toMatchObject({ cart_amount: "10.00" })
      expect(await read(opened, false)).toMatchObject({ cart_amount: null })
    })

    it("lets no other crypto payment of the cart begin, in either flow, until it is resolved", async () => {
      const { id, cart } = await payTooLittle()
      const before = gateway.payments().length
      for (const start of [
        () => shopper.startPayment(cart.id, HOSTED),
        () =>
          shopper.startPayment(cart.id, INLINE, {
            target_currency: "USDT_TRC20",
          }),
      ]) {
        expect(await errorOf(start())).toMatchObject(error)
      }
      expect(gateway.payments()).toHaveLength(before)
      expect(await books.attemptsOfCart(cart.id)).toHaveLength(1)

      await actions.resolve(id, { kind: "other" })
      const next = await shopper.startPayment(cart.id, HOSTED)
      expect(await ofCart(cart.id)).toMatchObject({
        payment_session_id: next.id,
        state: "open",
        cart: "same",
      })
    })

    it("becomes the order as soon as the cart costs again what was paid, once, however many pages read it", async () => {
      const opened = await payTooLittle()
      const { cart, session } = opened
      await read(opened)
      expect(await books.orderIds(cart.id)).toEqual([])

      await changeBack(opened)
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => read(opened))
      )
      expect(answers.filter(({ state }) => state === "settled")).not.toEqual([])
      await expectPaidOnce(cart.id, session.id, 5)
      const [order_id] = await books.orderIds(cart.id)
      const ordered = { state: "settled", order_id }
      expect(await read(opened)).toMatchObject(ordered)
      expect(await ofCart(cart.id)).toMatchObject(ordered)
    })

    it.each([
      ["once its money is promised back", true],
      ["for who does not name its cart", false],
    ])("becomes no order %s", async (_when, isPromised) => {
      const opened = await payTooLittle()
      if (isPromised) await refundRequests.request(opened.id)
      await changeBack(opened)

      expect(await read(opened, isPromised)).toMatchObject({
        state: "attention",
        cart: null,
        cart_amount: null,
      })
      expect(await books.attemptOf(opened.session.id)).toMatchObject(
        attention("amount_mismatch")
      )
      expect(await books.orderIds(opened.cart.id)).toEqual([])
    })

    it("is asked for at the gateway before another is opened", async () => {
      const { id, cart } = await openConfirmed()
      await shopper.addItem(cart.id, item())
      await advanceLedger(1)
      const before = gateway.payments().length
      expect(
        await errorOf(shopper.startPayment(cart.id, HOSTED))
      ).toMatchObject(error)
      expect(gateway.payments()).toHaveLength(before)
      expect((await books.ledger.attempts.retrieve(id)).state).toBe("paid")
      await shop.runJob()
      expect(await ofCart(cart.id)).toMatchObject({
        state: "attention",
        cart: "changed",
      })
    })
  }
)
