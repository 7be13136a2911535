import { draftOrderOf } from "../../src/admin/lib/draft-order"
import type { AdminCryptoCartResponse } from "../../src/api/types"
import { paymentSuite } from "../support/shop/payment-fixture"

type DraftOrder = {
  email: string
  total: number
  items: { variant_id: string; quantity: number }[]
  metadata: Record<string, unknown>
}

export const draftOrderSuite = paymentSuite(
  "the cart of a payment that a person decides about",
  (shop) => {
    const { admin, item, payTooLittle, payOrder } = shop

    const cartOf = async (paymentId: string) => {
      const { crypto_cart } = await admin.get<AdminCryptoCartResponse>(
        `/admin/crypto-payments/${paymentId}/cart`
      )
      return crypto_cart
    }

    it("is shown as it is now, and Medusa makes a draft order of it at the same total", async () => {
      const { id, cart } = await payTooLittle()

      const shown = await cartOf(id)
      expect(shown).toMatchObject({
        id: cart.id,
        email: cart.email,
        currency_code: "eur",
        total: "10.00",
        items: [
          expect.objectContaining({
            variant_id: item().variantId,
            quantity: 2,
            unit_price: "5.00",
          }),
        ],
        shipping_address: expect.objectContaining({
          country_code: cart.shipping_address?.country_code,
        }),
      })
      if (!shown) throw new Error("There is no cart.")

      const { draft_order: draft } = await admin.post<{
        draft_order: DraftOrder
      }>("/admin/draft-orders", draftOrderOf(shown, id))
      expect(draft).toMatchObject({
        email: cart.email,
        total: 10,
        items: [{ variant_id: item().variantId, quantity: 2 }],
        metadata: { crypto_payment_id: id },
      })
    })

    it("is not shown once it is an order, and not for an unknown payment", async () => {
      const { id } = await payOrder()
      expect(await cartOf(id)).toBeNull()
      await expect(cartOf("cpay_unknown")).rejects.toMatchObject({
        status: 404,
      })
    })
  }
)
