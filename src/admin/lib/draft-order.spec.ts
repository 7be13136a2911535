import type { AdminCryptoCart } from "../../api/types"
import { draftOrderOf } from "./draft-order"

const cart: AdminCryptoCart = {
  id: "cart_1",
  email: "shopper@example.test",
  customer_id: null,
  region_id: "reg_1",
  sales_channel_id: "sc_1",
  currency_code: "eur",
  locale: null,
  total: "24.98",
  items: [
    {
      title: "Shirt",
      variant_title: "M",
      variant_sku: "SHIRT-M",
      variant_id: "variant_1",
      quantity: 2,
      unit_price: "9.99",
    },
    {
      title: "Engraving",
      variant_title: null,
      variant_sku: null,
      variant_id: null,
      quantity: 1,
      unit_price: "5.00",
    },
  ],
  shipping_methods: [
    { name: "Post", shipping_option_id: "so_1", amount: "4.90" },
    { name: "By hand", shipping_option_id: null, amount: "0" },
  ],
  shipping_address: { first_name: "Ada", city: "Wien", country_code: "at" },
  billing_address: null,
  promo_codes: ["TEN"],
}

describe("the draft order of a cart", () => {
  it("has its items at Medusa's prices, and what is no variant at its own", () => {
    expect(draftOrderOf(cart, "cpay_1").items).toEqual([
      { variant_id: "variant_1", quantity: 2 },
      { title: "Engraving", quantity: 1, unit_price: 5 },
    ])
  })

  it("has address, shipping, promotions and the payment's id, and nothing that is unknown", () => {
    expect(draftOrderOf(cart, "cpay_1")).toEqual({
      region_id: "reg_1",
      currency_code: "eur",
      sales_channel_id: "sc_1",
      email: "shopper@example.test",
      shipping_address: { first_name: "Ada", city: "Wien", country_code: "at" },
      items: expect.any(Array),
      shipping_methods: [
        { name: "Post", shipping_option_id: "so_1", amount: 4.9 },
      ],
      promo_codes: ["TEN"],
      metadata: { crypto_payment_id: "cpay_1" },
    })
  })
})
