import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  describeFailures,
  explainToAdmin,
} from "../../src/workflows/medusa/blocker"
import { CoreLockHeld } from "../../src/workflows/settle/locks"
import { actUnlessOrderPlaced } from "../../src/workflows/settle/session-steps"

const { Types } = MedusaError

describe("what core's failures come to", () => {
  it.each([
    Types.INVALID_DATA,
    Types.INVALID_ARGUMENT,
    Types.NOT_ALLOWED,
    Types.NOT_FOUND,
    Types.PAYMENT_AUTHORIZATION_ERROR,
  ])("needs a person when core says %s", (type) => {
    const error = new MedusaError(type, "Variant is out of stock.")
    expect(describeFailures([{ error }])).toEqual({
      detail: "Variant is out of stock.",
      retryable: false,
    })
  })

  it.each([
    Types.CONFLICT,
    Types.DB_ERROR,
    Types.UNEXPECTED_STATE,
    Types.UNAUTHORIZED,
  ])("may be tried again when core says %s", (type) => {
    const error = new MedusaError(type, "Not now.")
    expect(describeFailures([{ error }]).retryable).toBe(true)
  })

  it.each<[string, unknown, string]>([
    ["an error", new Error("lock timeout"), "lock timeout"],
    ["a plain object", { message: "lock timeout" }, "lock timeout"],
    ["words", "lock timeout", "lock timeout"],
    ["an object without words", { code: 7 }, "[object Object]"],
  ])("may be tried again after %s", (_what, error, detail) => {
    expect(describeFailures([{ error }])).toEqual({ detail, retryable: true })
  })

  it("may be tried again while core holds the cart's lock, which a person is told in a sentence", async () => {
    const error = new CoreLockHeld("cart_1", new Error("timed out"))
    expect(describeFailures([{ error }]).retryable).toBe(true)
    const execute = () => Promise.reject(new Error("timed out"))
    const retrieve = () => Promise.resolve({ cart_id: "cart_1" })
    const container: unknown = {
      resolve: (key: string) =>
        key === Modules.LOCKING ? { execute } : { attempts: { retrieve } },
    }
    await expect(
      actUnlessOrderPlaced(container as never, "cpay_1", async () => {})
    ).rejects.toMatchObject({
      type: Types.NOT_ALLOWED,
      message: expect.stringContaining("Try again then."),
    })
  })

  it("is read from an error that went through the workflow engine as JSON", () => {
    const error: unknown = JSON.parse(
      JSON.stringify({ type: "not_allowed", message: "Cart is empty." })
    )
    expect(describeFailures([{ error }]).retryable).toBe(false)
  })

  it("needs attention when one of several failures does", () => {
    const failures = [
      { action: "a", error: new Error("Connection lost.") },
      {
        action: "b",
        error: new MedusaError(Types.INVALID_DATA, "Out of stock."),
      },
      { action: "c", error: new Error("Connection lost.") },
    ]
    expect(describeFailures(failures)).toEqual({
      detail: "Connection lost. Out of stock.",
      retryable: false,
    })
  })

  it.each([
    [
      "Items with ids variant_01JTEST0000000000000000001 are out of stock.",
      "Items are out of stock.",
    ],
    ["sc_1a2b3c", "Medusa reported no error."],
  ])("names no id to an admin: %s", (message, shown) => {
    const failures = [{ error: new MedusaError(Types.NOT_ALLOWED, message) }]
    expect(explainToAdmin(failures)).toBe(shown)
    expect(describeFailures(failures).detail).toBe(message)
  })

  it.each([[[]], [[{ action: "a" }]], [[{ error: null }]]])(
    "may be tried again when core reported no error: %j",
    (failures) => {
      expect(describeFailures(failures)).toEqual({
        detail: "Medusa reported no error.",
        retryable: true,
      })
    }
  )
})
