import { Modules } from "@medusajs/framework/utils"

import type { AdminCryptoPaymentsResponse } from "../../src/api/types"
import { recordCryptoRefundWorkflow } from "../../src/workflows"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention } from "../support/shop/shop-fixture"

export const refundsSuite = paymentSuite(
  "a refund that the merchant sent",
  (shop) => {
    const { books, admin, actions, resolve, openPayment, payOrder } = shop
    const { payTooLittle, gateway } = shop

    const listed = async (refundStatus: string) => {
      const { crypto_payments } = await admin.get<AdminCryptoPaymentsResponse>(
        `/admin/crypto-payments?refund_status=${refundStatus}`
      )
      return crypto_payments.map(({ id }) => id)
    }

    it("is shown by the order, in part and then in full", async () => {
      const { id, cart } = await payOrder()
      expect(await actions.show(id)).toMatchObject({ refund_status: null })

      const shown = await actions.refund(id, "2", "0xaaa", { note: "Damaged." })

      expect(shown).toMatchObject({
        state: "settled",
        refund_status: "partially_refunded",
        refunds: [
          {
            amount: "2.00",
            currency_code: "eur",
            transaction_hash: "0xaaa",
            note: "Damaged.",
            created_by: expect.stringMatching(/^user_/),
            refund_id: expect.stringMatching(/^ref_/),
          },
        ],
      })
      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 1,
        transactions: expect.arrayContaining([5, -2]),
        payment_status: "partially_refunded",
        pending_difference: 0,
      })

      await actions.refund(id, "3.00", "0xbbb")

      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 2,
        transactions: expect.arrayContaining([5, -2, -3]),
        payment_status: "refunded",
        pending_difference: 0,
      })
      expect(await actions.show(id)).toMatchObject({
        state: "settled",
        refund_status: "refunded",
        allowed_actions: ["check"],
      })
      expect(await listed("refunded")).toEqual([id])
    })

    it.each([
      ["another amount", { original_amount: "50.00" }],
      ["another currency", { original_currency: "JPY" }],
    ])(
      "stays limited by what was settled, where the gateway names %s later",
      async (_what, named) => {
        const { id, cart, gatewayId } = await payOrder()
        const price = { amount: "5.00", currency_code: "eur" }
        gateway.markOnly(gatewayId, "confirmed_manual")
        const deliver = await gateway.deliver(gatewayId, {
          mutate: (event) => ({ ...event, ...named, amount: "0.05" }),
        })
        expect(deliver.status).toBe(200)
        expect(await actions.show(id)).toMatchObject({
          state: "settled",
          refundable_price: price,
          gateway_status: "confirmed_manual",
        })

        await shop.runJob()
        const shown = await actions.show(id)
        expect(shown).toMatchObject(
          attention("amount_mismatch", {
            attention_detail: expect.stringMatching(
              /at the gateway, the payment was opened for 5\.00 EUR\.$/
            ),
            refundable_price: price,
          })
        )
        const before = await books.orderBooks(cart.id)
        expect(before).toMatchObject({ captures: [5], transactions: [5] })
        await expect(actions.refund(id, "5.01", "0xaaa")).rejects.toMatchObject(
          {
            status: 400,
          }
        )
        await actions.refund(id, "2", "0xbbb")
        expect(await books.orderBooks(cart.id)).toMatchObject({
          transactions: expect.arrayContaining([5, -2]),
          pending_difference: 0,
        })
        expect((await actions.check(id)).state).toBe("attention")
        expect((await actions.resolve(id, { kind: "other" })).state).toBe(
          "resolved"
        )
        await actions.refund(id, "3", "0xccc")
        expect(await books.orderBooks(cart.id)).toMatchObject({
          transactions: expect.arrayContaining([5, -2, -3]),
          pending_difference: 0,
        })
      }
    )

    it("is one refund, however often the same request comes", async () => {
      const { id, cart } = await payOrder()
      const same = () => actions.refund(id, "5", "0xaaa")

      await Promise.all([same(), same(), same()])
      await same()

      expect((await actions.show(id)).refunds).toHaveLength(1)
      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 1,
        payment_status: "refunded",
      })
    })

    it("is refused for more than was paid, for nothing, and for what is no amount of the currency", async () => {
      const { id, cart } = await payOrder()
      for (const [amount, message] of [
        ["5.01", /exceeds the remaining 5\.00 EUR/],
        ["0", /above zero/],
        ["-1", /above zero/],
        ["1.001", /at most 2 digits/],
        ["1e1", /above zero/],
        ["all of it", /above zero/],
      ] as const) {
        await expect(actions.refund(id, amount, "0xaaa")).rejects.toMatchObject(
          { status: 400, body: { message: expect.stringMatching(message) } }
        )
      }
      expect((await actions.show(id)).refunds).toEqual([])
      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 0 })
    })

    it("is refused where its transaction stands with another amount", async () => {
      const { id } = await payOrder()
      await actions.refund(id, "2", "0xaaa")
      await expect(actions.refund(id, "3", "0xaaa")).rejects.toMatchObject({
        status: 400,
        body: {
          message: "Transaction 0xaaa is already recorded with 2.00 EUR.",
        },
      })
    })

    it("is refused where its transaction stands with another payment, in any letters", async () => {
      const first = await payOrder()
      const second = await payOrder()
      await actions.refund(first.id, "2", "0xabc")
      await expect(
        actions.refund(second.id, "2", "0xABC")
      ).rejects.toMatchObject({
        status: 400,
        body: {
          message: `Transaction 0xabc is already recorded for a refund of payment ${first.id}.`,
        },
      })
      expect((await actions.show(second.id)).refunds).toEqual([])
    })

    it("never adds up to more than was paid, when many come at once", async () => {
      const { id, cart } = await payOrder()
      // Of code that names no version: of the same version only the first is recorded.
      const answers = await Promise.allSettled(
        ["0x1", "0x2", "0x3", "0x4"].map((transaction_hash) =>
          recordCryptoRefundWorkflow(shop.container()).run({
            input: { id, amount: "2", transaction_hash, actor_id: "user_1" },
          })
        )
      )
      expect(
        answers.filter(({ status }) => status === "fulfilled")
      ).toHaveLength(2)
      expect((await actions.show(id)).refunds).toHaveLength(2)
      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 2 })
    })

    it("is the only one that Medusa can book: the admin's own button is refused with what to do", async () => {
      const { id, cart, paymentId } = await payOrder()
      const error = {
        status: 400,
        body: {
          type: "not_allowed",
          message: expect.stringMatching(
            /request the refund at the crypto payment/
          ),
        },
      }
      await expect(
        admin.post(`/admin/payments/${paymentId}/refund`, { amount: 5 })
      ).rejects.toMatchObject(error)

      await actions.refund(id, "2", "0xaaa")
      const [{ refund_id }] = (await actions.show(id)).refunds
      const payments = resolve(Modules.PAYMENT)
      const booked = await payments.listRefunds({ id: String(refund_id) })
      await expect(
        admin.post(`/admin/payments/${paymentId}/refund`, {
          amount: 2,
          note: String(booked[0].note),
        })
      ).rejects.toMatchObject(error)

      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 1 })
    })

    it("does not open the door for core's own refund of the same amount in the same moment", async () => {
      const { id, cart, paymentId } = await payOrder()
      const payments = resolve(Modules.PAYMENT)
      const byCore = () =>
        payments
          .refundPayment({ payment_id: paymentId, amount: 2 })
          .then(() => "booked")
          .catch(() => "refused")

      const [first, , second] = await Promise.all([
        byCore(),
        actions.refund(id, "2", "0xaaa").catch(() => undefined),
        byCore(),
      ])
      await actions.refund(id, "2", "0xaaa")

      expect([first, second]).toEqual(["refused", "refused"])
      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 1 })
    })

    it("resolves a payment that never became one of Medusa, once the whole is given back", async () => {
      const { id } = await payTooLittle()

      const part = await actions.refund(id, "1.50", "0xaaa")
      expect(part).toMatchObject({
        state: "attention",
        refund_status: "partially_refunded",
      })
      const whole = await actions.refund(id, "3.50", "0xbbb", { note: "Done." })

      expect(whole).toMatchObject({
        state: "resolved",
        refund_status: "refunded",
        attention_reason: "amount_mismatch",
        advice: null,
        allowed_actions: ["check"],
        resolution: {
          kind: "refunded",
          note: "Done.",
          transaction_hash: "0xbbb",
          by: expect.stringMatching(/^user_/),
          at: expect.any(String),
        },
        refunds: [{ refund_id: null }, { refund_id: null }],
      })
    })

    it("that Medusa fails to book stays recorded, and the same request finishes it", async () => {
      const { id, cart } = await payOrder()
      const payments = resolve(Modules.PAYMENT)
      const broken = jest
        .spyOn(payments, "refundPayment")
        .mockRejectedValueOnce(new Error("The database is away."))

      await expect(actions.refund(id, "5", "0xaaa")).rejects.toMatchObject({
        status: 500,
        body: {
          message: expect.stringMatching(
            /is recorded, but Medusa did not book it .*The database is away/
          ),
        },
      })
      broken.mockRestore()
      expect(await actions.show(id)).toMatchObject({
        refunds: [{ amount: "5.00", refund_id: null }],
        allowed_actions: ["record_refund", "check"],
      })

      await actions.refund(id, "5", "0xaaa")

      expect(await actions.show(id)).toMatchObject({
        refunds: [{ refund_id: expect.any(String) }],
        allowed_actions: ["check"],
      })
      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 1,
        payment_status: "refunded",
      })
    })

    it("is refused for what is not paid", async () => {
      const { session } = await openPayment()
      const { id } = await books.attemptOf(session.id)
      await expect(actions.refund(id, "1", "0xaaa")).rejects.toMatchObject({
        status: 400,
        body: {
          type: "not_allowed",
          message: expect.stringMatching(/is not paid yet/),
        },
      })
      await expect(
        actions.refund("cpay_unknown", "1", "0xaaa")
      ).rejects.toMatchObject({ status: 404 })
    })
  }
)
