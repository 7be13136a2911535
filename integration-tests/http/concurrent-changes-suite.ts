import type { ILockingModule } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { OpenPayment } from "../support/shop/open-payment"
import { paymentFixture } from "../support/shop/payment-fixture"
import { attention, HOSTED, MANUAL } from "../support/shop/shop-fixture"
import type { ShopSuite } from "../support/shop/test-shop"
import { settleCryptoPaymentWorkflow } from "../../src/workflows/settle"

/** What changes between a decision and its execution. */
export const concurrentChangesSuite: ShopSuite = (testShop) => {
  const shop = paymentFixture(testShop)
  const { gateway, shopper, books, resolve, openPayment } = shop
  const { expectPaidOnce, recordConfirmed } = shop

  describe("a decision that waits for the cart's lock", () => {
    /** The gateway confirms the payment; only the ledger learns of it. */
    const markPaid = async (opened: OpenPayment) => {
      gateway.markOnly(opened.gatewayId, "confirmed")
      await recordConfirmed(opened)
      return opened.id
    }

    /** Past core's workflows, which would refresh sessions and wait for the lock. */
    const setQuantity = async ({ cart }: OpenPayment, quantity: number) => {
      const [item] = cart.items ?? []
      await resolve(Modules.CART).updateLineItems(item.id, { quantity })
    }

    /**
     * Settles an attempt while the cart is locked. Once the run waits for the
     * lock, makes `change` and releases it.
     */
    const settleAcross = async (
      { cart }: OpenPayment,
      crypto_payment_id: string,
      change: () => Promise<unknown>
    ) => {
      const locking = resolve<ILockingModule>(Modules.LOCKING)
      const execute = locking.execute.bind(locking)
      let run: Promise<unknown> = Promise.resolve()
      const spy = jest.spyOn(locking, "execute")
      try {
        await execute(cart.id, async () => {
          const waits = new Promise<void>((resolve) => {
            spy.mockImplementation((keys, job, options) => {
              if (keys === cart.id) resolve()
              return execute(keys, job, options)
            })
          })
          run = settleCryptoPaymentWorkflow(shop.container()).run({
            input: { crypto_payment_id },
          })
          await Promise.race([waits, run])
          await change()
        })
        await run
      } finally {
        spy.mockRestore()
      }
    }

    it("opens no session for a price that the cart no longer has", async () => {
      const opened = await openPayment()
      const { id: systemSessionId } = await shopper.startPayment(
        opened.cart.id,
        MANUAL
      )
      const id = await markPaid(opened)
      const known = gateway.payments().length

      await settleAcross(opened, id, () => setQuantity(opened, 2))

      expect(await books.ledger.attempts.retrieve(id)).toMatchObject(
        attention("amount_mismatch", {
          attention_fact: {
            type: "cart_price_differs",
            paid: { amount: "5.00", currency_code: "eur" },
            due: { amount: "10.00", currency_code: "eur" },
          },
          tries: 0,
        })
      )
      expect(
        await resolve(Modules.PAYMENT).listPaymentSessions({})
      ).toMatchObject([{ id: systemSessionId, amount: 5 }])
      expect(gateway.payments()).toHaveLength(known)
      expect(await books.attemptsOfCart(opened.cart.id)).toHaveLength(1)
      expect(await books.orderIds(opened.cart.id)).toEqual([])
    })

    it("needs no attention when the cart costs again what was paid", async () => {
      const opened = await openPayment()
      const id = await markPaid(opened)
      await setQuantity(opened, 2)
      // Else core would be asked at once, which waits for the lock as well.
      const { payment_collection_id } = await books.ledger.attempts.retrieve(id)
      await resolve(Modules.PAYMENT).updatePaymentCollections(
        String(payment_collection_id),
        { amount: 10 }
      )

      await settleAcross(opened, id, () => setQuantity(opened, 1))

      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      const [attempt] = await books.ledger.listCryptoPayments(
        { id },
        { relations: ["events"] }
      )
      expect(attempt.events.map(({ type }) => type)).not.toContain("attention")
    })
  })

  it("two sessions of one paid attempt do not both become payments when the second asks while the first holds the money", async () => {
    const opened = await openPayment()
    const payments = resolve(Modules.PAYMENT)
    const first = await payments.retrievePaymentSession(opened.session.id)
    const second = await payments.createPaymentSession(
      String(first.payment_collection_id),
      {
        provider_id: HOSTED,
        amount: first.amount,
        currency_code: first.currency_code,
        data: {},
      }
    )
    const attempt = await books.attemptOf(first.id)
    expect((await books.attemptOf(second.id)).id).toBe(attempt.id)
    gateway.markOnly(opened.gatewayId, "confirmed")
    await recordConfirmed(opened)
    expect(await books.ledger.sessions.authorize(attempt, first.id, null)).toBe(
      true
    )

    await expect(
      payments.authorizePaymentSession(second.id, {})
    ).rejects.toThrow(/was not authorized/)

    expect(await payments.listPayments({})).toEqual([])
    expect(await books.attemptOf(first.id)).toMatchObject({
      authorized_session_id: first.id,
      payment_session_id: first.id,
    })
  })
}
