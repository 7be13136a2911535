import { withoutIds } from "./blocker"

const ulid = "01JD7Y3K9N2Q4R6S8T0V1W3X5Z"

const names = new Map([
  [`variant_${ulid}`, '"Linen shirt"'],
  [`order_${ulid}`, "#12"],
])

describe("a message of Medusa", () => {
  it.each([
    [
      `Sales channel sc_${ulid} is not associated with any stock location for variant variant_${ulid}.`,
      'Sales channel is not associated with any stock location for variant "Linen shirt".',
    ],
    [
      `Variant "variant_${ulid}" was not found`,
      'Variant "Linen shirt" was not found',
    ],
    [`Order order_${ulid} was canceled.`, "Order #12 was canceled."],
    [
      `Not enough stock available for item iitem_${ulid} at location sloc_${ulid}`,
      "Not enough stock available for item at location",
    ],
    [
      `Line item with id: cali_${ulid} was not found`,
      "Line item was not found",
    ],
    [
      `Shipping options with IDs so_${ulid}, so_2 do not have a price`,
      "Shipping options do not have a price",
    ],
    [
      `Payment provider pp_crypto_crypto is not enabled in the cart's region reg_${ulid}.`,
      "Payment provider pp_crypto_crypto is not enabled in the cart's region.",
    ],
    [`Cart (cart_1) is completed.`, "Cart is completed."],
    [`cart_${ulid}`, ""],
    ["The order_id of the cart is 12.", "The order_id of the cart is 12."],
    ["Lock timeout.", "Lock timeout."],
  ])("%s", (message, text) => {
    expect(withoutIds(message, names)).toBe(text)
  })
})
