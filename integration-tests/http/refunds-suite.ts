import { Modules } from "@medusajs/framework/utils"

import type { AdminCryptoPaymentsResponse } from "../../src/api/types"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention } from "../support/shop/shop-fixture"

export const refundsSuite = paymentSuite(
  "a refund that the merchant sent",
  (shop) => {
    const { books, admin, actions, gateway, resolve, payOrder } = shop

    afterEach(() => gateway.rewriteAnswers())

    it("is shown by the order, in part and then in full, once for the same request, however often that comes", async () => {
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

      const same = () => actions.refund(id, "3.00", "0xbbb")
      await Promise.all([same(), same(), same()])
      await same()

      expect((await actions.show(id)).refunds).toHaveLength(2)
      expect(await books.orderBooks(cart.id)).toMatchObject({
        refunds: 2,
        transactions: expect.arrayContaining([5, -2, -3]),
        payment_status: "refunded",
        pending_difference: 0,
      })
      expect(await actions.show(id)).toMatchObject({
        state: "settled",
        refund_status: "refunded",
        allowed_actions: [],
      })
      const { crypto_payments } = await admin.get<AdminCryptoPaymentsResponse>(
        "/admin/crypto-payments?refund_status=refunded"
      )
      expect(crypto_payments).toMatchObject([{ id }])
    })

    it("stays limited by what was settled, where the gateway names another price later", async () => {
      const { id, cart, gatewayId } = await payOrder()
      const price = { amount: "5.00", currency_code: "eur" }
      gateway.markOnly(gatewayId, "confirmed_manual")
      // By the contract a read names no price.
      const priceless = { original_amount: null, original_currency: null }
      gateway.rewriteAnswers((body) => ({ ...body, ...priceless }))
      const deliver = await gateway.deliver(gatewayId, {
        mutate: (event) => ({
          ...event,
          original_amount: "50.00",
          original_currency: "JPY",
          amount: "0.05",
        }),
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
            /at the gateway; the payment was opened for €5\.00\.$/
          ),
          refundable_price: price,
        })
      )
      const before = await books.orderBooks(cart.id)
      expect(before).toMatchObject({ captures: [5], transactions: [5] })
      await expect(actions.refund(id, "5.01", "0xaaa")).rejects.toMatchObject({
        status: 400,
      })
      await actions.refund(id, "2", "0xbbb")
      expect(await books.orderBooks(cart.id)).toMatchObject({
        transactions: expect.arrayContaining([5, -2]),
        pending_difference: 0,
      })
    })

    it("is refused for more than was paid, and with a transaction that is recorded otherwise", async () => {
      const { id, cart } = await payOrder()
      const other = await payOrder()
      const refused = async (of: string, amount: string, message: string) =>
        await expect(actions.refund(of, amount, "0xABC")).rejects.toMatchObject(
          { status: 400, body: { message } }
        )
      await refused(id, "5.01", "Refund of €5.01 exceeds the remaining €5.00.")
      expect((await actions.show(id)).refunds).toEqual([])
      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 0 })

      await actions.refund(id, "2", "0xabc")
      await refused(
        id,
        "3",
        "Transaction 0xabc is already recorded with €2.00."
      )
      await refused(
        other.id,
        "2",
        `Transaction 0xabc is already recorded for a refund of payment ${id}.`
      )
      expect((await actions.show(other.id)).refunds).toEqual([])
    })

    it("is the only one that Medusa can book: the admin's own button is refused with what to do, and core's own refund in the same moment", async () => {
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
      expect([first, second]).toEqual(["refused", "refused"])
      await actions.refund(id, "2", "0xaaa")
      const [{ refund_id }] = (await actions.show(id)).refunds
      const booked = await payments.listRefunds({ id: String(refund_id) })
      await expect(
        admin.post(`/admin/payments/${paymentId}/refund`, {
          amount: 2,
          note: String(booked[0].note),
        })
      ).rejects.toMatchObject(error)

      expect(await books.orderBooks(cart.id)).toMatchObject({ refunds: 1 })
    })
  }
)
