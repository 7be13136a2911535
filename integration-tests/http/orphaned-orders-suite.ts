import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"

import { eventually } from "../support/eventually"
import type { OpenPayment } from "../support/shop/open-payment"
import { paymentSuite } from "../support/shop/payment-fixture"
import { attention, HOSTED } from "../support/shop/shop-fixture"
import {
  interruptCompletion,
  linkToCollection,
  ordersOfCollection,
} from "./interrupted-completion"

/** Core was killed, once or more, while it completed a cart. */
export const orphanedOrdersSuite = paymentSuite(
  "an order that an interrupted completion left",
  (shop) => {
    const { gateway, shopper, books, actions, resolve, verifyAgain } = shop
    const { runJob, openPayment, expectPaidOnce, setProviders } = shop

    afterEach(() => jest.restoreAllMocks())

    const interrupt = ({ cart }: OpenPayment) =>
      interruptCompletion(shop.container(), cart.id, { collection: true })

    /** Paid and captured, while its order cannot be placed. */
    const payWithoutOrder = async (opened: OpenPayment) => {
      await setProviders([])
      await gateway.confirm(opened.gatewayId)
      await setProviders([HOSTED])
    }

    /** The orders that the payment's timeline names as left over. */
    const shown = async ({ session }: OpenPayment) => {
      const { id } = await books.attemptOf(session.id)
      const events = await books.ledger.listCryptoPaymentEvents({
        crypto_payment_id: id,
        type: "orphaned_order",
      })
      return events.map(({ data }) => {
        expect(data?.number).toMatch(/^\d+$/)
        return data?.order_id
      })
    }

    /** In the list of what needs attention, with its number and a link. */
    const expectNamed = async (opened: OpenPayment & { older: string }) => {
      const { display_id } = await resolve(Modules.ORDER).retrieveOrder(
        opened.older
      )
      expect(await books.attemptOf(opened.session.id)).toMatchObject(
        attention("order_not_placed", {
          attention_fact: {
            type: "orphaned_order",
            order_number: display_id,
            orphaned_id: opened.older,
          },
        })
      )
      expect(await books.booksOf(opened.older)).toMatchObject({ payments: 0 })
    }

    const expectUnlinked = async (
      opened: OpenPayment,
      ...orphaned: string[]
    ) => {
      expect((await shown(opened)).sort()).toEqual([...orphaned].sort())
      for (const orphan of orphaned) {
        expect(await books.booksOf(orphan)).toMatchObject({
          payments: 0,
          transactions: [],
          pending_difference: 5,
        })
      }
    }

    /** An order beside an older one, which is linked to the collection as well. */
    const settledBesideOlder = async ({ isLinked = true } = {}) => {
      const opened = await openPayment()
      const older = await interruptCompletion(shop.container(), opened.cart.id)
      await gateway.confirm(opened.gatewayId)
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      if (isLinked) {
        await linkToCollection(shop.container(), opened.cart.id, older)
      }
      const { id, order_id } = await books.attemptOf(opened.session.id)
      return { ...opened, id, older, orderId: String(order_id) }
    }

    it("with the captured payment gives way to an order that shows it, as one of two, when core was killed twice", async () => {
      const opened = await openPayment()
      await payWithoutOrder(opened)
      const first = await interrupt(opened)
      expect(await books.booksOf(first)).toMatchObject({
        captures: [5],
        transactions: [],
      })
      const second = await interrupt(opened)

      await runJob()

      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      await expectUnlinked(opened, first, second)
    })

    it("with the captured payment is shown where the cart costs more by now", async () => {
      const opened = await openPayment()
      await payWithoutOrder(opened)
      const orphan = await interrupt(opened)
      const carts = resolve(Modules.CART)
      const { items } = await carts.retrieveCart(opened.cart.id, {
        relations: ["items"],
      })
      await carts.updateLineItems(String(items?.[0]?.id), { quantity: 2 })

      await runJob()

      expect(await books.attemptOf(opened.session.id)).toMatchObject(
        attention("amount_mismatch")
      )
      await expectUnlinked(opened, orphan)
    })

    it("gives way to the shopper's completion, in parallel with webhook and job", async () => {
      const opened = await openPayment()
      const orphan = await interrupt(opened)
      gateway.markOnly(opened.gatewayId, "confirmed")

      await Promise.allSettled([
        shopper.complete(opened.cart.id),
        gateway.deliver(opened.gatewayId),
        gateway.deliver(opened.gatewayId),
        runJob(),
      ])
      await shop.workflowsToEnd()
      await runJob()
      await verifyAgain()

      await expectNamed({ ...opened, older: orphan })
      await expectUnlinked(opened, orphan)
      await cancelOrderWorkflow(shop.container()).run({
        input: { order_id: orphan },
      })
      await runJob()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
    })

    it("beside the real one is removed from the collection, shown once, and can be canceled without touching the payment", async () => {
      const opened = await settledBesideOlder()

      await verifyAgain()
      await verifyAgain()

      await expectNamed(opened)
      await expectUnlinked(opened, opened.older)
      expect(
        await ordersOfCollection(shop.container(), opened.cart.id)
      ).toEqual([opened.orderId])

      await cancelOrderWorkflow(shop.container()).run({
        input: { order_id: opened.older },
      })
      await runJob()
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
    })

    it("loses the capture that core booked on it, also when the job is killed before the link is gone", async () => {
      const opened = await settledBesideOlder()
      const orders = resolve(Modules.ORDER)
      const [{ reference_id }] = await orders.listOrderTransactions({
        order_id: opened.orderId,
      })
      await orders.addOrderTransactions({
        order_id: opened.older,
        amount: 5,
        currency_code: "eur",
        reference: "capture",
        reference_id,
      })
      expect(await books.booksOf(opened.older)).toMatchObject({
        transactions: [5],
        pending_difference: 0,
      })
      const link = resolve(ContainerRegistrationKeys.LINK)
      jest.spyOn(link, "dismiss").mockRejectedValueOnce(new Error("killed"))
      await verifyAgain()
      expect(
        await ordersOfCollection(shop.container(), opened.cart.id)
      ).toContain(opened.older)

      await verifyAgain()

      await expectUnlinked(opened, opened.older)
      await expectNamed(opened)
    })

    it("takes no refund that is recorded before the job has found it", async () => {
      const opened = await settledBesideOlder()

      await actions.refund(opened.id, "2", "0xaaa")

      expect(await books.booksOf(opened.orderId)).toMatchObject({
        refunds: 1,
        transactions: expect.arrayContaining([5, -2]),
        payment_status: "partially_refunded",
      })
      await expectUnlinked(opened, opened.older)
    })

    it("is shown where a second completion placed it, and canceled as the unpaid one", async () => {
      const opened = await openPayment()
      await gateway.confirm(opened.gatewayId)
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
      const second = await interruptCompletion(
        shop.container(),
        opened.cart.id,
        { cart: true, isNamed: false }
      )

      await verifyAgain()

      await expectNamed({ ...opened, older: second })
      await cancelOrderWorkflow(shop.container()).run({
        input: { order_id: second },
      })
      // The subscriber of the cancellation may be at it, too.
      await eventually(
        async () => {
          await runJob()
          const { state } = await books.attemptOf(opened.session.id)
          return state === "settled" || undefined
        },
        { otherwise: "It still needs attention." }
      )
      const { order_id } = await books.attemptOf(opened.session.id)
      expect(await books.booksOf(String(order_id))).toMatchObject({
        captures: [5],
        transactions: [5],
      })
    })

    it("is shown, once, where it has no link at all", async () => {
      const opened = await settledBesideOlder({ isLinked: false })
      await interruptCompletion(shop.container(), opened.cart.id, {
        quantity: 2,
      })

      await verifyAgain()
      await verifyAgain()

      expect(await shown(opened)).toEqual([opened.older])
      await expectNamed(opened)
      const { events } = await actions.show(opened.id)
      expect(events.filter(({ type }) => type === "attention")).toHaveLength(1)
      await runJob()
      await expectNamed(opened)

      await cancelOrderWorkflow(shop.container()).run({
        input: { order_id: opened.older },
      })
      await actions.check(opened.id)
      await expectPaidOnce(opened.cart.id, opened.session.id, 5)
    })
  }
)
