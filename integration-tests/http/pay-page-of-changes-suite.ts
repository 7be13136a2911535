import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import type { AdminCryptoOrder } from "../../src/api/types"
import {
  addToOrder,
  claimReplacement,
  setQuantities,
} from "../support/shop/add-to-order"
import { suiteOfUnpaidOrders } from "../support/shop/order-first-fixture"
import { gatewayIdOf } from "../support/shop/open-payment"
import { payPageFixture } from "../support/shop/pay-page-fixture"
import { HOSTED } from "../support/shop/shop-fixture"

export const payPageOfChangesSuite = suiteOfUnpaidOrders(
  "the pay page of an order that changes",
  (shop) => {
    const { admin, books, gateway, shopper, store } = shop
    const { placeUnpaid, payOrder } = shop
    const { show, collectionOf } = payPageFixture(shop)

    /** Its one item costs 5. */
    const edit = (orderId: string, quantity: number) =>
      setQuantities(shop.container(), orderId, () => quantity)

    const orderOf = async (id: string) =>
      (
        await admin.get<{ crypto_order: AdminCryptoOrder }>(
          `/admin/crypto-payments/orders/${id}`
        )
      ).crypto_order

    const editPaidOrder = async () => {
      const { orderId } = await payOrder()
      const id = await addToOrder(shop.container(), orderId, {
        variant_id: store.products.ebook.variantId,
        quantity: 2,
      })
      return { orderId, id }
    }

    it("shows another price as due than the payment that is open, and opens that", async () => {
      const { cart, orderId, session } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await edit(orderId, 3)

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "15.00",
        payable: true,
        crypto_payment: {
          payment_session_id: session.id,
          amount: "5.00",
          cart: "changed",
        },
      })
      const again = await shopper.openSession(id, HOSTED)
      expect(again.data).toMatchObject({ amount: "15.00" })
      expect(
        await shopper.get(`/store/crypto-payments/${session.id}`)
      ).toMatchObject({ crypto_payment: { cart: "changed", replaced: true } })
    })

    it("cannot be paid while money of the page from before an edit needs attention", async () => {
      const { cart, orderId, gatewayId } = await placeUnpaid()
      const id = await collectionOf(cart.id)
      await edit(orderId, 3)
      expect(await gateway.confirm(gatewayId)).toBe(200)

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "15.00",
        payable: false,
        receipt: null,
      })
    })

    it("lets the difference of an edit be paid, without a cart", async () => {
      const { id } = await editPaidOrder()
      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "10.00",
        pay_until: null,
        payable: true,
        crypto_payment: null,
      })

      const session = await shopper.openSession(id, HOSTED)
      expect(await show(id)).toMatchObject({
        crypto_payment: {
          payment_session_id: session.id,
          cart: "same",
          order_display_id: expect.any(Number),
        },
      })
      expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)
      expect(await show(id)).toMatchObject({
        state: "paid",
        payable: false,
        receipt: { amount: "10.00" },
      })
    })

    it("is the receipt of the first payment while a later difference is due", async () => {
      const { cart, orderId } = await payOrder()
      const id = await collectionOf(cart.id)
      await addToOrder(shop.container(), orderId, {
        variant_id: store.products.ebook.variantId,
        quantity: 2,
      })
      expect(await show(id)).toMatchObject({
        state: "paid",
        amount: null,
        payable: false,
        receipt: { amount: "5.00" },
      })
    })

    it("lets what is left of an edit be paid by the same link, after a part was forgiven", async () => {
      const { orderId, id } = await editPaidOrder()
      const old = await shopper.openSession(id, HOSTED)
      await createOrderCreditLinesWorkflow(shop.container()).run({
        input: {
          id: orderId,
          credit_lines: [
            {
              amount: 4,
              reference: "goodwill",
              reference_id: "",
              metadata: {},
            },
          ],
        },
      })

      expect(await show(id)).toMatchObject({
        state: "unpaid",
        amount: "6.00",
        payable: true,
        crypto_payment: { amount: "10.00", cart: "changed" },
      })
      expect(await orderOf(orderId)).toMatchObject({
        due: { amount: "6.00" },
        payment_link: { payment_collection_id: id },
      })
      const session = await shopper.openSession(id, HOSTED)
      expect(session.data).toMatchObject({ amount: "6.00" })
      expect(gatewayIdOf(session)).not.toBe(gatewayIdOf(old))
      expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)
      expect(await show(id)).toMatchObject({ state: "paid" })
      expect(await books.booksOf(orderId)).toMatchObject({
        captures: [5, 6],
        pending_difference: 0,
      })
    })

    it("has nothing due for an edit that was taken back", async () => {
      const { orderId, id } = await editPaidOrder()
      const session = await shopper.openSession(id, HOSTED)
      await setQuantities(shop.container(), orderId, () => 0)

      expect(await show(id)).toMatchObject({
        state: "paid",
        amount: null,
        payable: false,
        crypto_payment: {
          payment_session_id: session.id,
          cart: "completed",
        },
      })
    })

    it("has nothing due for the edit of an order that was canceled", async () => {
      const { orderId, id } = await editPaidOrder()
      await admin.post(`/admin/orders/${orderId}/cancel`)
      const before = gateway.payments().length

      expect(await show(id)).toMatchObject({
        state: "canceled",
        payable: false,
      })
      await expect(shopper.openSession(id, HOSTED)).rejects.toMatchObject({
        body: { message: expect.stringContaining("canceled") },
      })
      expect(gateway.payments()).toHaveLength(before)
    })

    it.each(["before", "after"])(
      "lets an order be paid that an admin made as a draft, %s it is converted",
      async (when) => {
        const { draft_order } = await admin.post<{
          draft_order: { id: string }
        }>("/admin/draft-orders", {
          email: "draft@example.test",
          region_id: store.regionId,
          sales_channel_id: store.salesChannelId,
          items: [{ variant_id: store.products.ebook.variantId, quantity: 3 }],
        })
        const convert = () =>
          admin.post(`/admin/draft-orders/${draft_order.id}/convert-to-order`)
        if (when === "after") await convert()
        const { payment_collection } = await admin.post<{
          payment_collection: { id: string }
        }>("/admin/payment-collections", {
          order_id: draft_order.id,
          amount: 15,
        })
        const { id } = payment_collection

        expect(await show(id)).toMatchObject({
          state: "unpaid",
          amount: "15.00",
          payable: true,
        })
        expect(await orderOf(draft_order.id)).toMatchObject({
          due: { amount: "15.00" },
          payment_link: { payment_collection_id: id },
        })
        const session = await shopper.openSession(id, HOSTED)
        expect(await gateway.confirm(gatewayIdOf(session))).toBe(200)
        expect(await show(id)).toMatchObject({ state: "paid" })
        if (when === "before") await convert()
        // The settled payment is verified with the order that it has then.
        await shop.runJob()
        expect(await orderOf(draft_order.id)).toMatchObject({ due: null })
        expect(await books.booksOf(draft_order.id)).toMatchObject({
          captures: [15],
          transactions: [15],
          pending_difference: 0,
        })
      }
    )

    it("lets what a claim adds be paid", async () => {
      const { orderId } = await payOrder()
      await claimReplacement(admin, orderId, store.products.ebook.variantId)
      const { order } = await admin.get<{
        order: { payment_collections: { id: string; status: string }[] }
      }>(`/admin/orders/${orderId}?fields=payment_collections.*`)
      const due = order.payment_collections.find(
        ({ status }) => status === "not_paid"
      )

      expect(await show(String(due?.id))).toMatchObject({
        state: "unpaid",
        amount: "5.00",
        payable: true,
      })
    })
  }
)
