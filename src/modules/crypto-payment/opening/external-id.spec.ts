import fc from "fast-check"
import { formatExternalId, parseExternalId } from "./payment-terms"

describe("the external_id", () => {
  it("of the first revision is the cart's own id", () => {
    expect(formatExternalId("cart_01JX", 1)).toBe("cart_01JX")
  })

  it("of a later revision carries its number", () => {
    expect(formatExternalId("cart_01JX", 2)).toBe("cart_01JX-2")
    expect(formatExternalId("pay_col_01JX", 17)).toBe("pay_col_01JX-17")
  })

  it.each([
    ["cart_01JX", "cart_01JX", 1],
    ["cart_01JX-2", "cart_01JX", 2],
    ["cart_01JX-10", "cart_01JX", 10],
    ["a-b-3", "a-b", 3],
    ["cart_01JX-0", "cart_01JX-0", 1],
    ["cart_01JX-02", "cart_01JX-02", 1],
    ["cart_01JX-", "cart_01JX-", 1],
    ["cart_01JX-2x", "cart_01JX-2x", 1],
    ["-2", "-2", 1],
    ["two\nlines-3", "two\nlines-3", 1],
    ["cart_01JX-12345678", "cart_01JX-12345678", 1],
  ])("%s is read as %s, revision %d", (externalId, subject, revision) => {
    expect(parseExternalId(externalId)).toEqual({ subject, revision })
  })

  it("is read back as it was written", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(cart|pay_col)_[0-9A-Z]{26}$/),
        fc.integer({ min: 1, max: 9_999_999 }),
        (subject, revision) => {
          const externalId = formatExternalId(subject, revision)
          expect(parseExternalId(externalId)).toEqual({ subject, revision })
        }
      )
    )
  })

  it("of two revisions or two carts is never the same", () => {
    const id = fc.stringMatching(/^cart_[0-9A-Z]{26}$/)
    const revision = fc.integer({ min: 1, max: 1_000 })
    fc.assert(
      fc.property(id, id, revision, revision, (cartA, cartB, a, b) => {
        const same = cartA === cartB && a === b
        expect(formatExternalId(cartA, a) === formatExternalId(cartB, b)).toBe(
          same
        )
      })
    )
  })

  it("can be anything that another shop wrote, without harm", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (externalId) => {
        const { subject, revision } = parseExternalId(externalId)
        expect(revision).toBeGreaterThanOrEqual(1)
        expect(externalId.startsWith(subject)).toBe(true)
      })
    )
  })
})
