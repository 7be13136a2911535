import { Modules } from "@medusajs/framework/utils"
import { eventually } from "../support/eventually"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

/** Core was killed between writing a refund and asking the provider. */
export const orphanedRefundsSuite = paymentSuite(
  "an orphaned refund",
  (shop) => {
    const { gateway, books, actions, resolve, db, reconcile } = shop
    const { openPayment, payOrder, setProviders } = shop

    afterEach(() => jest.restoreAllMocks())

    const payments = () => resolve(Modules.PAYMENT)

    /** Paid, settled and verified: nothing more is due for it. */
    const verifiedOrder = async () => {
      const opened = await payOrder()
      await shop.runJob()
      const attempt = await books.attemptOf(opened.session.id)
      expect(attempt).toMatchObject({ state: "settled", next_check_at: null })
      expect(attempt.verified_at).not.toBeNull()
      return opened
    }

    /** As core leaves it; counted in the collection, as the next booking does. */
    const leaveRefund = async (
      payment_id: string,
      { minutes = 10, note = null as string | null, amount = 5 } = {}
    ) => {
      await db()("refund").insert({
        id: "ref_of_nobody",
        payment_id,
        amount,
        raw_amount: { value: String(amount), precision: 20 },
        note,
      })
      await age("ref_of_nobody", minutes)
      await db()("payment_collection")
        .where({ id: await collectionId(payment_id) })
        .update({
          refunded_amount: amount,
          raw_refunded_amount: { value: String(amount), precision: 20 },
        })
    }

    const age = (refundId: string, minutes: number) =>
      db()("refund")
        .where({ id: refundId })
        .update({
          created_at: db().raw("now() - ? * interval '1 minute'", [minutes]),
        })

    const collectionId = async (paymentId: string) =>
      (await payments().retrievePayment(paymentId)).payment_collection_id

    const shownAsRefunded = async (paymentId: string) => {
      const { refunded_amount } = await payments().retrievePaymentCollection(
        await collectionId(paymentId)
      )
      return Number(refunded_amount ?? 0)
    }

    const refunds = (paymentId: string) =>
      payments().listRefunds({ payment_id: paymentId })

    const removals = async (id: string) =>
      (await actions.show(id)).events.filter(
        ({ type }) => type === "refund_removed"
      )

    /** Runs the job, with its look at refunds due. */
    const runJob = async () => {
      await db()("crypto_payment_task")
        .where({ id: "unsent-refunds" })
        .update({ due_at: db().raw("now()") })
      await reconcile()
    }

    it("is removed from the books of a verified payment, once, after the minutes in which core may remove it", async () => {
      const { id, cart, paymentId } = await verifiedOrder()
      const before = await books.orderBooks(cart.id)
      await leaveRefund(paymentId, { minutes: 1 })
      await runJob()
      expect(await refunds(paymentId)).toHaveLength(1)

      await age("ref_of_nobody", 4)
      jest
        .spyOn(payments(), "deleteRefunds")
        .mockRejectedValueOnce(new Error("killed"))
      await runJob()
      expect(await refunds(paymentId)).toHaveLength(1)
      await runJob()
      await runJob()

      expect(await refunds(paymentId)).toEqual([])
      expect(await shownAsRefunded(paymentId)).toBe(0)
      expect(await books.orderBooks(cart.id)).toEqual(before)
      expect((await removals(id)).map(({ data }) => data)).toEqual([
        { refund_id: "ref_of_nobody", amount: "5.00", currency_code: "eur" },
      ])
      expect((await actions.show(id)).state).toBe("settled")
    })

    it("is removed for a payment that needs attention, whose order can be placed then", async () => {
      const { cart, session, gatewayId } = await openPayment()
      await setProviders([])
      await gateway.confirm(gatewayId)
      const { id, state } = await books.attemptOf(session.id)
      expect(state).toBe("attention")
      const [payment] = await payments().listPayments({
        payment_session_id: session.id,
      })
      await leaveRefund(payment.id)

      await runJob()
      await setProviders([HOSTED])

      expect(await refunds(payment.id)).toEqual([])
      expect(await removals(id)).toHaveLength(1)
      await shop.runJob()
      await shop.expectPaidOnce(cart.id, session.id, 5)
    })

    it("does not prevent a refund that is recorded at the same moment", async () => {
      const { id, cart, paymentId } = await verifiedOrder()
      await leaveRefund(paymentId)

      await Promise.all([
        runJob(),
        actions.refund(id, "5", "0xaaa"),
        reconcile(),
      ])
      await runJob()

      const [{ refund_id }] = (await actions.show(id)).refunds
      expect((await refunds(paymentId)).map((each) => each.id)).toEqual([
        refund_id,
      ])
      expect(await shownAsRefunded(paymentId)).toBe(5)
      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 1,
        transactions: expect.arrayContaining([5, -5]),
        payment_status: "refunded",
        pending_difference: 0,
      })
    })

    it("is not one that is being booked, however long that takes", async () => {
      const { id, cart, paymentId } = await verifiedOrder()
      const { refunds: repository } = books.ledger
      const book = repository.book.bind(repository)
      let goOn = () => {}
      const paused = new Promise<void>((resolve) => (goOn = resolve))
      jest.spyOn(repository, "book").mockImplementation(async (...input) => {
        await paused
        return await book(...input)
      })
      const booking = actions.refund(id, "2", "0xaaa")
      try {
        const [{ id: refundId }] = await eventually(
          async () => {
            const rows = await refunds(paymentId)
            return rows.length > 0 ? rows : undefined
          },
          { otherwise: "No refund was written" }
        )
        await age(refundId, 10)
        await runJob()
        expect(await refunds(paymentId)).toHaveLength(1)
      } finally {
        goOn()
      }
      await booking
      await runJob()

      expect(await removals(id)).toEqual([])
      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 1,
        transactions: expect.arrayContaining([5, -2]),
        payment_status: "partially_refunded",
      })
    })
  }
)
