import type {
  IOrderModuleService,
  IPaymentModuleService,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { startSandbox } from "../../src/sandbox"
import { eventually } from "../support/eventually"
import type { OpenPayment } from "../support/shop/open-payment"
import { gatewayIdOf } from "../support/shop/open-payment"
import { RefundRequests } from "../support/shop/refund-requests"
import { sandboxSuite } from "../support/shop/sandbox-fixture"
import { attention, INLINE } from "../support/shop/shop-fixture"
import { testShop } from "../support/shop/test-shop"
import { remainderPayPageSuite } from "./remainder-pay-page-suite"

type Remainder = { id: string; gatewayId: string }

const remainderSuite = sandboxSuite(
  "the remainder of an underpaid payment",
  (shop) => {
    const { shopper, books, actions, control, openPayment, prepareCart } = shop
    const { db, reconcile, resolve } = shop

    afterEach(() => jest.restoreAllMocks())

    const payments = () => resolve<IPaymentModuleService>(Modules.PAYMENT)
    const orders = () => resolve<IOrderModuleService>(Modules.ORDER)

    const until = async (id: string, state: string) =>
      await eventually(
        async () => {
          const attempt = await books.ledger.attempts.retrieve(id)
          return attempt.state === state ? attempt : undefined
        },
        { otherwise: `${id} did not become ${state}` }
      )

    async function underpaid(flow = "hosted"): Promise<OpenPayment> {
      const opened =
        flow === "inline" ? await openInline() : await openPayment()
      if (flow === "hosted") await control.chooseCoin(opened.gatewayId)
      await control.pay(opened.gatewayId, "short")
      await until(opened.id, "attention")
      return opened
    }

    async function openInline(): Promise<OpenPayment> {
      const cart = await prepareCart()
      const session = await shopper.startPayment(cart.id, INLINE, {
        target_currency: "USDT_TRC20",
      })
      const id = String(session.data?.crypto_payment_id)
      return { cart, session, gatewayId: gatewayIdOf(session), id }
    }

    async function ask({ id }: OpenPayment): Promise<Remainder> {
      const { remainders } = await actions.requestRemainder(id)
      const attempt = await books.ledger.attempts.retrieve(remainders[0].id)
      return { id: attempt.id, gatewayId: String(attempt.gateway_payment_id) }
    }

    async function pay(
      { gatewayId }: Remainder,
      kind?: Parameters<typeof control.pay>[1]
    ) {
      await control.chooseCoin(gatewayId)
      await control.pay(gatewayId, kind)
    }

    const makeDue = async () => {
      await db()("crypto_payment")
        .whereNotIn("state", ["settled", "closed"])
        .update({ next_check_at: db().raw("now()") })
      await reconcile()
    }

    async function expectPaidInTwoParts(
      opened: OpenPayment,
      remainder: Remainder
    ) {
      const second = await until(remainder.id, "settled")
      const first = await until(opened.id, "settled")
      expect(first).toMatchObject({
        remainder_id: remainder.id,
        remainder_amount: "0.50",
      })
      expect(second).toMatchObject({
        order_id: first.order_id,
        payment_id: first.payment_id,
      })
      const paid = await books.orderBooks(opened.cart.id)
      expect({
        ...paid,
        captures: [...paid.captures].sort(),
        transactions: [...paid.transactions].sort(),
      }).toEqual({
        order_id: first.order_id,
        total: 5,
        payments: 1,
        captures: [0.5, 4.5],
        refunds: 0,
        transactions: [0.5, 4.5],
        pending_difference: 0,
        payment_status: "captured",
      })
    }

    it.each(["hosted", "inline"])(
      "of a %s payment settles both as one order, each captured once",
      async (flow) => {
        const opened = await underpaid(flow)
        const shown = await actions.requestRemainder(opened.id)
        expect(shown.remainders).toEqual([
          expect.objectContaining({
            state: "open",
            amount: "0.50",
            currency_code: "eur",
            url: expect.stringMatching(/^http/),
            expires_at: null,
          }),
        ])
        const remainder = await ask(opened)
        // Neither the browser nor the job places an order for a part.
        await expect(shopper.complete(opened.cart.id)).rejects.toThrow(
          /not authorized/
        )
        await makeDue()
        expect(await books.orderIds(opened.cart.id)).toEqual([])
        await pay(remainder)
        await expectPaidInTwoParts(opened, remainder)
        const { events, allowed_actions } = await actions.show(opened.id)
        expect(events.map(({ type }) => type)).toEqual(
          expect.arrayContaining([
            "remainder_requested",
            "remainder_paid",
            "settled",
          ])
        )
        expect(allowed_actions).toEqual([
          "check",
          "record_refund",
          "request_refund",
        ])
        // Whatever comes again changes nothing.
        const [delivery] = await control.deliveries(remainder.gatewayId)
        await control.redeliver(delivery.id)
        await db()("crypto_payment").update({
          next_check_at: db().raw("now()"),
        })
        await reconcile()
        await expectPaidInTwoParts(opened, remainder)
      }
    )

    it("is asked for once by two admins at once, and again later", async () => {
      const opened = await underpaid()
      const before = (await control.payments()).length
      const shown = await Promise.all([
        actions.requestRemainder(opened.id),
        actions.requestRemainder(opened.id),
      ])
      shown.push(await actions.requestRemainder(opened.id))
      const ids = shown.flatMap(({ remainders }) =>
        remainders.map(({ id }) => id)
      )
      expect(new Set(ids).size).toBe(1)
      expect((await control.payments()).length).toBe(before + 1)
    })

    it("is asked for again once its page has expired, and the later one counts", async () => {
      const opened = await underpaid()
      const expired = await ask(opened)
      await control.expire(expired.gatewayId)
      await until(expired.id, "closed")
      const remainder = await ask(opened)
      expect(remainder.id).not.toBe(expired.id)
      await pay(remainder)
      await expectPaidInTwoParts(opened, remainder)
    })

    it("needs attention where it is paid a second time, late", async () => {
      const opened = await underpaid()
      const expired = await ask(opened)
      await control.expire(expired.gatewayId)
      await until(expired.id, "closed")
      const remainder = await ask(opened)
      await pay(remainder)
      await expectPaidInTwoParts(opened, remainder)
      await control.confirmByHand(expired.gatewayId)
      expect(await until(expired.id, "attention")).toMatchObject(
        attention("duplicate_payment")
      )
      await expectPaidInTwoParts(opened, remainder)
    })

    it("that comes late completes the payment, and ends the one that was asked for since", async () => {
      const opened = await underpaid()
      const late = await ask(opened)
      await control.expire(late.gatewayId)
      await until(late.id, "closed")
      const second = await ask(opened)
      await control.confirmByHand(late.gatewayId)
      await expectPaidInTwoParts(opened, late)
      expect(
        (await books.ledger.attempts.retrieve(second.id)).superseded_at
      ).not.toBeNull()
    })

    it("that is short itself needs attention, and completes the payment once it is accepted", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      await pay(remainder, "short")
      expect(await until(remainder.id, "attention")).toMatchObject(
        attention("underpaid")
      )
      const { allowed_actions } = await actions.show(remainder.id)
      expect(allowed_actions).toContain("accept")
      expect(allowed_actions).not.toContain("request_remainder")
      expect((await actions.show(opened.id)).allowed_actions).not.toContain(
        "accept"
      )
      await expect(actions.accept(opened.id)).rejects.toThrow(
        "The remainder of this payment was paid already."
      )
      await actions.accept(remainder.id)
      await expectPaidInTwoParts(opened, remainder)
    })

    it("needs attention where the payment was accepted before it came", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      await actions.accept(opened.id)
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await pay(remainder)
      expect(await until(remainder.id, "attention")).toMatchObject(
        attention("duplicate_payment")
      )
      await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
    })

    it("needs attention where the payment was sent back before it came", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      await actions.refund(opened.id, "2", "0xa1")
      await pay(remainder)
      expect(await until(remainder.id, "attention")).toMatchObject(
        attention("late_payment")
      )
      expect(await books.orderIds(opened.cart.id)).toEqual([])
      await expect(actions.requestRemainder(opened.id)).rejects.toThrow(
        /was paid already/
      )
      await actions.resolve(remainder.id, { kind: "other" })
      await expect(actions.requestRemainder(opened.id)).rejects.toThrow(
        /cannot be asked for: a refund is recorded/
      )
    })

    it("does not complete a payment that is accepted meanwhile", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      const read = await books.ledger.attempts.retrieve(remainder.id)
      await actions.accept(opened.id)
      expect(await books.ledger.remainders.complete(read)).toBe(false)
      expect(await books.ledger.attempts.retrieve(opened.id)).toMatchObject({
        remainder_id: null,
        remainder_amount: null,
      })
    })

    it("is one with the payment or refused, where it comes while an admin accepts", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      await control.chooseCoin(remainder.gatewayId)
      const [accepted] = await Promise.allSettled([
        actions.accept(opened.id),
        control.pay(remainder.gatewayId),
      ])
      const first = await until(opened.id, "settled")
      if (first.remainder_id === null) {
        expect(accepted.status).toBe("fulfilled")
        await until(remainder.id, "attention")
        await shop.expectPaidOnce(opened.cart.id, opened.session.id, 5)
      } else {
        await expectPaidInTwoParts(opened, remainder)
      }
    })

    it("is captured once where the browser, the webhook and the job come at once", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      await control.chooseCoin(remainder.gatewayId)
      await Promise.allSettled([
        control.pay(remainder.gatewayId),
        shopper.complete(opened.cart.id),
        makeDue(),
      ])
      await Promise.allSettled([
        shopper.complete(opened.cart.id),
        shopper.complete(opened.cart.id),
        makeDue(),
        makeDue(),
      ])
      await makeDue()
      await expectPaidInTwoParts(opened, remainder)
    })

    it.each(["first", "second"])(
      "is captured once where core fails at the %s capture",
      async (which) => {
        const opened = await underpaid()
        const remainder = await ask(opened)
        const capture = jest.spyOn(payments(), "capturePayment")
        const real = capture.getMockImplementation()
        if (which === "second") capture.mockImplementationOnce(real!)
        const killed = jest.fn().mockRejectedValue(new Error("killed"))
        capture.mockImplementationOnce(killed)
        await pay(remainder)
        expect(await until(remainder.id, "attention")).toMatchObject(
          attention("order_not_placed")
        )
        expect(killed).toHaveBeenCalled()
        await makeDue()
        await makeDue()
        await expectPaidInTwoParts(opened, remainder)
      }
    )

    it.each([
      ["nothing", [4.5, 0.5]],
      ["the first part", [0.5]],
    ])(
      "is captured for its parts only where an admin captures once %s is",
      async (_what, failing) => {
        const opened = await underpaid()
        const remainder = await ask(opened)
        const capture = jest.spyOn(payments(), "capturePayment")
        const real = capture.getMockImplementation()
        capture.mockImplementation(async (data, context) =>
          failing.includes(Number(data.amount))
            ? await Promise.reject(new Error("killed"))
            : await real!.call(payments(), data, context)
        )
        await pay(remainder)
        await until(remainder.id, "attention")
        await shopper.complete(opened.cart.id)
        const { authorized_session_id } = await books.ledger.attempts.retrieve(
          opened.id
        )
        const [payment] = await payments().listPayments({
          payment_session_id: String(authorized_session_id),
        })
        const press = async (amount?: number) =>
          await shop.admin.post(`/admin/payments/${payment.id}/capture`, {
            amount,
          })
        await expect(press(0.1)).rejects.toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("two crypto payments") },
        })
        await expect(press()).rejects.toMatchObject({ status: 400 })
        capture.mockImplementation(real)
        await Promise.allSettled([press(), press(), makeDue()])
        // A capture that core left unfinished is made again after some seconds.
        await eventually(
          async () => {
            await makeDue()
            const { state } = await books.ledger.attempts.retrieve(remainder.id)
            return state === "settled" || undefined
          },
          { otherwise: "The remainder is not settled" }
        )
        await expectPaidInTwoParts(opened, remainder)
      }
    )

    it("is not captured by an admin once the payment is resolved", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      const capture = jest.spyOn(payments(), "capturePayment")
      const real = capture.getMockImplementation()
      capture.mockRejectedValue(new Error("killed"))
      await pay(remainder)
      await until(remainder.id, "attention")
      await shopper.complete(opened.cart.id)
      await actions.resolve(opened.id, { kind: "other" })
      capture.mockImplementation(real)
      const { authorized_session_id } = await books.ledger.attempts.retrieve(
        opened.id
      )
      const [payment] = await payments().listPayments({
        payment_session_id: String(authorized_session_id),
      })
      for (const amount of [4.5, undefined]) {
        await expect(
          shop.admin.post(`/admin/payments/${payment.id}/capture`, { amount })
        ).rejects.toMatchObject({
          status: 400,
          body: { message: expect.stringContaining("is resolved") },
        })
      }
      expect(await payments().listCaptures({ payment_id: payment.id })).toEqual(
        []
      )
    })

    it("is captured once where the process ended within the last capture", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      const capture = jest.spyOn(payments(), "capturePayment")
      const real = capture.getMockImplementation()
      const killed = jest.fn()
      // The capture is written, and nothing that follows it.
      const writeOnly: typeof real = async (data, context) => {
        const { id } = await real!.call(payments(), data, context)
        await db()("payment").where({ id }).update({ captured_at: null })
        await db()("capture")
          .where({ payment_id: id })
          .update({ created_at: db().raw("created_at - interval '1 minute'") })
        killed()
        throw new Error("killed")
      }
      capture.mockImplementationOnce(real!).mockImplementationOnce(writeOnly)
      await pay(remainder)
      expect(await until(remainder.id, "attention")).toMatchObject(
        attention("order_not_placed")
      )
      expect(killed).toHaveBeenCalledTimes(1)
      await makeDue()
      await makeDue()
      await expectPaidInTwoParts(opened, remainder)
    })

    it("is booked with its own amount where the process ended before the first capture was booked", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      // The order exists, and its first part is captured and not booked.
      const add = jest
        .spyOn(orders(), "addOrderTransactions")
        .mockImplementationOnce(() => Promise.resolve([]))
      await pay(remainder)
      await eventually(async () => add.mock.calls[0], {
        otherwise: "Nothing was booked",
      })
      await makeDue()
      await makeDue()
      await expectPaidInTwoParts(opened, remainder)
    })

    it("and its payment are refunded each up to its own part", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      await pay(remainder)
      await expectPaidInTwoParts(opened, remainder)
      await expect(actions.refund(opened.id, "4.51", "0xa1")).rejects.toThrow(
        /exceeds the remaining 4.50 EUR/
      )
      await expect(
        actions.refund(remainder.id, "0.51", "0xa2")
      ).rejects.toThrow(/exceeds the remaining 0.50 EUR/)
      const [first] = (await actions.refund(opened.id, "4.50", "0xa1")).refunds
      const [second] = (await actions.refund(remainder.id, "0.50", "0xa2"))
        .refunds
      expect(first.refund_id).not.toBeNull()
      expect(second.refund_id).not.toBeNull()
      expect(await books.orderBooks(opened.cart.id)).toMatchObject({
        payments: 1,
        refunds: 2,
        payment_status: "refunded",
      })
    })

    it("cannot be asked for of a payment that is not underpaid, nor of a remainder", async () => {
      const opened = await openInline()
      await expect(actions.requestRemainder(opened.id)).rejects.toThrow(
        /not paid yet\. The remainder can only be asked for/
      )
      await expect(actions.requestRemainder("cpay_unknown")).rejects.toThrow(
        /was not found/
      )
    })

    it("serves no session of its cart, whatever that costs", async () => {
      const opened = await underpaid()
      const remainder = await ask(opened)
      const attempt = await books.ledger.attempts.retrieve(remainder.id)
      expect(attempt).toMatchObject({
        payment_session_id: null,
        remainder_of: opened.id,
      })
      const { ledger } = books
      expect(await ledger.sessions.linksTo([remainder.id])).toEqual(new Map())
      const { usable } = await ledger.attempts.findRevisions(
        attempt.merchant_id,
        { cart_id: opened.cart.id }
      )
      expect(usable.map(({ id }) => id)).toEqual([opened.id])
      await db()("crypto_payment")
        .where({ id: remainder.id })
        .update({ opened_at: db().raw("now() - interval '10 minutes'") })
      await makeDue()
      expect(
        (await books.ledger.attempts.retrieve(remainder.id)).superseded_at
      ).toBeNull()
    })

    it("is asked for no more once a refund is requested, and does not complete it", async () => {
      const opened = await underpaid("inline")
      const remainder = await ask(opened)
      await control.chooseCoin(remainder.gatewayId)
      const refundRequests = new RefundRequests(shop.admin)
      const { refund_request } = await refundRequests.request(opened.id)
      expect(refund_request).toMatchObject({
        amount: "4.50",
        crypto_amount: "4.86",
      })
      await expect(actions.requestRemainder(opened.id)).rejects.toThrow(
        "is open"
      )
      await expect(actions.accept(opened.id)).rejects.toThrow("is open")
      await control.pay(remainder.gatewayId)
      await until(remainder.id, "attention")
      expect(await actions.show(remainder.id)).toMatchObject(
        attention("late_payment")
      )
      await makeDue()
      expect(await actions.show(opened.id)).toMatchObject(
        attention("underpaid")
      )
      expect(await books.orderIds(opened.cart.id)).toEqual([])
    })
  }
)

testShop({
  startGateway: () => startSandbox({ control: true, retryIntervalSeconds: 1 }),
  environment: { CRYPTO_MAX_SHORTFALL_PERCENT: "1" },
  suites: [remainderSuite, remainderPayPageSuite],
})
