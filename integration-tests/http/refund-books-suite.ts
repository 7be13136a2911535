import { Modules } from "@medusajs/framework/utils"

import { gatewayIdOf } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

/** Core keeps a refund in three places, which it writes one after the other. */
export const refundBooksSuite = paymentSuite(
  "a refund in the books of its order",
  (shop) => {
    const { actions, admin, books, gateway, payOrder, reconcile, resolve } =
      shop
    const { shopper } = shop

    afterEach(() => jest.restoreAllMocks())

    const failOnce = (object: object, method: string) =>
      jest
        .spyOn(object as Record<string, () => Promise<never>>, method)
        .mockRejectedValueOnce(new Error("killed"))

    /** The job, at once, with the refunds that it compares every few minutes. */
    const runJob = async () => {
      await shop
        .db()("crypto_payment_task")
        .update({ due_at: shop.db().raw("now()") })
      await reconcile()
    }

    const recorded = async (id: string) =>
      (await actions.show(id)).refunds.map(({ amount, booked_at }) => ({
        amount,
        isBooked: booked_at !== null,
      }))

    it.each(["the next one", "the job"])(
      "is made up for by %s, after an edit that prevented it",
      async (by) => {
        const { id, orderId } = await payOrder()
        await admin.post("/admin/order-edits", { order_id: orderId })
        await expect(actions.refund(id, "2", "0xaaa")).rejects.toMatchObject({
          body: {
            message: expect.stringContaining("The order is being changed."),
          },
        })
        expect(await books.booksOf(orderId)).toMatchObject({
          transactions: [5],
          pending_difference: 0,
        })
        await runJob()
        expect(await recorded(id)).toEqual([
          { amount: "2.00", isBooked: false },
        ])

        await admin.delete(`/admin/order-edits/${orderId}`)
        await (by === "the job" ? runJob() : actions.refund(id, "1", "0xbbb"))

        expect(await books.booksOf(orderId)).toMatchObject({
          refunds: by === "the job" ? 1 : 2,
          transactions: by === "the job" ? [5, -2] : [5, -2, -1],
          pending_difference: 0,
        })
        const isBooked = (await recorded(id)).every((each) => each.isBooked)
        expect(isBooked).toBe(true)
      }
    )

    /** Other workflows of the request run on the same engine. */
    const failCreditLine = (engine: Record<string, never>) => {
      const run = engine.run as (id: string, ...rest: unknown[]) => unknown
      const isCredit = (id: string) => id === "create-order-refund-credit-lines"
      let left = 1
      return jest
        .spyOn(engine as unknown as { run: typeof run }, "run")
        .mockImplementation((id, ...rest) =>
          isCredit(id) && left-- > 0
            ? Promise.reject(new Error("killed"))
            : run.call(engine, id, ...rest)
        )
    }

    const { ORDER, PAYMENT, WORKFLOW_ENGINE } = Modules

    it.each([
      [2, "its credit line", "the job", WORKFLOW_ENGINE, "run", 0],
      [
        2,
        "its transaction",
        "the same request",
        ORDER,
        "addOrderTransactions",
        -2,
      ],
      [5, "its transaction", "the job", ORDER, "addOrderTransactions", -5],
      [2, "all of it", "the job", PAYMENT, "refundPayment", 0],
    ])(
      "of %d EUR without %s is finished by %s",
      async (sum, _what, by, module, method, pending_difference) => {
        const { id, orderId } = await payOrder()
        // Only what books a refund is called while it is recorded.
        const original = resolve(module) as unknown as Record<string, never>
        const failing =
          module === WORKFLOW_ENGINE
            ? failCreditLine(original)
            : failOnce(original, method)
        const amount = sum.toFixed(2)
        const refund = () => actions.refund(id, amount, "0xaaa")
        await expect(refund()).rejects.toMatchObject({
          status: 500,
          body: {
            message: expect.stringContaining(
              "Medusa did not book it on the order"
            ),
          },
        })
        expect(failing).toHaveBeenCalledTimes(1)
        expect(await books.booksOf(orderId)).toMatchObject({
          transactions: [5],
          pending_difference,
        })
        expect(await recorded(id)).toEqual([{ amount, isBooked: false }])
        expect((await actions.show(id)).allowed_actions).toContain(
          "record_refund"
        )

        await (by === "the job" ? runJob() : refund())
        await runJob()

        expect(await books.booksOf(orderId)).toMatchObject({
          refunds: 1,
          transactions: [5, -sum],
          pending_difference: 0,
        })
        expect(await recorded(id)).toEqual([{ amount, isBooked: true }])
        const { events } = await actions.show(id)
        expect(
          events.filter(({ type }) => type === "refund_booked")
        ).toHaveLength(1)
      }
    )

    it("is complete when its order is canceled in the same second", async () => {
      for (const round of [1, 2, 3]) {
        const { id, orderId } = await payOrder()
        await Promise.allSettled([
          admin.post(`/admin/orders/${orderId}/cancel`),
          actions.refund(id, "5", `0xa${round}`),
        ])
        await shop.verifyAgain()
        await runJob()
        expect(await books.booksOf(orderId)).toMatchObject({
          refunds: 1,
          transactions: [5, -5],
        })
        expect(await recorded(id)).toEqual([{ amount: "5.00", isBooked: true }])
      }
    })

    it("is complete beside another one of the same order in the same second", async () => {
      for (const round of [1, 2, 3]) {
        const { id, orderId } = await payOrder()
        const collectionId = await shop.addToOrder(orderId, 2)
        const session = await shopper.openSession(collectionId, HOSTED)
        expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)
        const second = await books.attemptOf(session.id)

        await Promise.all([
          actions.refund(id, "2", `0xb${round}`),
          actions.refund(second.id, "3", `0xc${round}`),
        ])

        const { transactions, ...rest } = await books.booksOf(orderId)
        expect(transactions.sort((a, b) => a - b)).toEqual([-3, -2, 5, 10])
        expect(rest).toMatchObject({ refunds: 2, pending_difference: 0 })
      }
    })
  }
)
