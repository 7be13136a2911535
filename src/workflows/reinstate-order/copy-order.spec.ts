import { copyOrder, type CopiedOrder } from "./copy-order"

const order: CopiedOrder = {
  id: "order_1",
  display_id: 7,
  status: "canceled",
  version: 3,
  canceled_at: "2026-01-01",
  region_id: "reg_1",
  email: "a@example.com",
  currency_code: "eur",
  metadata: { gift: true },
  shipping_address: { id: "addr_1", city: "Lyon", country_code: "fr" },
  billing_address: null,
  items: [
    {
      id: "item_1",
      title: "Shirt",
      variant_id: "variant_1",
      quantity: 2,
      raw_quantity: { value: "2", precision: 20 },
      unit_price: 0.1,
      raw_unit_price: { value: "0.100000000000000001", precision: 20 },
      tax_lines: [{ id: "tax_1", code: "VAT", rate: 20, item_id: "item_1" }],
      adjustments: [{ id: "adj_1", code: "SALE", amount: 1 }],
    },
    { id: "item_2", title: "Taken out by an edit", quantity: 0 },
  ],
  shipping_methods: [{ id: "sm_1", name: "Post", amount: 3, tax_lines: [] }],
  credit_lines: [{ id: "cl_1", amount: 2, reference: "gift_card" }],
  promotions: [{ id: "promo_1" }],
}

describe("the copy of an order", () => {
  it("is a draft with the same items, prices, taxes and discounts, and no ids", () => {
    expect(copyOrder(order, "order_2")).toEqual({
      id: "order_2",
      status: "draft",
      is_draft_order: true,
      region_id: "reg_1",
      email: "a@example.com",
      currency_code: "eur",
      metadata: { gift: true, reinstated_from: "order_1" },
      shipping_address: { city: "Lyon", country_code: "fr" },
      items: [
        {
          title: "Shirt",
          variant_id: "variant_1",
          quantity: { value: "2", precision: 20 },
          unit_price: { value: "0.100000000000000001", precision: 20 },
          tax_lines: [{ code: "VAT", rate: 20 }],
          adjustments: [{ code: "SALE", amount: 1 }],
        },
      ],
      shipping_methods: [{ name: "Post", amount: 3, tax_lines: [] }],
      credit_lines: [{ amount: 2, reference: "gift_card" }],
    })
  })
})
