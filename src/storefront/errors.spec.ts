import { CryptoPaymentError, toCryptoPaymentError } from "./errors"
import { FetchError } from "./fixtures/store-sdk"

describe("an error of the kit", () => {
  it.each([
    [400, "refused", false],
    [401, "refused", false],
    [404, "not_found", false],
    [408, "unavailable", true],
    [409, "unavailable", true],
    [429, "unavailable", true],
    [500, "unavailable", true],
    [503, "unavailable", true],
  ])("for status %i is %s", (status, kind, retryable) => {
    const error = toCryptoPaymentError(new FetchError(status, "Sorry."))
    expect(error).toMatchObject({ kind, retryable, status, message: "Sorry." })
  })

  it.each([
    ["a connection that failed", new TypeError("Failed to fetch")],
    ["something that is no error", "Failed to fetch"],
  ])("for %s is unavailable, without a status", (_, thrown) => {
    const error = toCryptoPaymentError(thrown)
    expect(error).toBeInstanceOf(CryptoPaymentError)
    expect(error).toMatchObject({
      kind: "unavailable",
      retryable: true,
      status: undefined,
      message: "Failed to fetch",
    })
  })

  it("stays as it is when it is one already", () => {
    const error = new CryptoPaymentError("refused", "No.", 400)
    expect(toCryptoPaymentError(error)).toBe(error)
  })
})
