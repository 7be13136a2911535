import { GatewayError } from "../../../gateway"
import { openingFailed } from "./open-attempt"

describe("the error of a payment that the gateway did not open", () => {
  it.each([
    new GatewayError("not_found", "x", { code: "WALLET_NOT_FOUND" }),
    new GatewayError("not_found", "x", { code: "CURRENCY_NOT_FOUND" }),
    new GatewayError("validation", "x", { code: "VALIDATION_ERROR" }),
    new GatewayError("authentication", "x", { code: "INVALID_CREDENTIALS" }),
    new GatewayError("server", "x"),
  ])("is a sentence without the gateway's words: %j", (error) => {
    const rejection = { problem: "wrong_key", text: "see apiKey" } as const
    const { message, code, type } = openingFailed(error, rejection)
    expect(message.includes("see apiKey")).toBe(code === "wrong_key")
    expect(code === "wrong_key").toBe(error.kind === "authentication")
    expect(message).toMatch(/^The crypto payment could not be opened: /)
    // Core answers it with 422, by which the storefront kit knows it.
    const isRejected = /^(not_found|validation)$/.test(error.kind)
    expect(code === "opening_failed").toBe(isRejected)
    expect(type === "payment_authorization_error").toBe(isRejected)
    expect(message).not.toMatch(/[A-Z]_[A-Z]|[a-z]_[a-z]|[()]/)
  })
})
