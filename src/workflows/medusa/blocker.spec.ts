import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  CART_LOCKED,
  describeFailures,
  explainFailures,
  explainToAdmin,
  withoutIds,
} from "./blocker"
import { CoreLockHeld } from "../settle/locks"
import { actUnlessOrderPlaced } from "../settle/session-steps"

const { Types } = MedusaError
const lost = { error: new Error("Connection lost.") }
const byCore = (type: string, message: string) => ({
  error: new MedusaError(type, message),
})
const unnamed = "Medusa reported no error."

describe("what core's failures come to", () => {
  it.each([
    ...[
      Types.INVALID_DATA,
      Types.INVALID_ARGUMENT,
      Types.NOT_ALLOWED,
      Types.NOT_FOUND,
      Types.PAYMENT_AUTHORIZATION_ERROR,
    ].map((type) => [type, false] as const),
    ...[
      Types.CONFLICT,
      Types.DB_ERROR,
      Types.UNEXPECTED_STATE,
      Types.UNAUTHORIZED,
    ].map((type) => [type, true] as const),
  ])("when core says %s may be tried again: %s", (type, retryable) => {
    expect(describeFailures([byCore(type, "Out of stock.")])).toEqual({
      detail: "Out of stock.",
      retryable,
    })
  })

  it.each<[string, { action?: string; error?: unknown }[], string, boolean]>([
    ["an error", [lost], "Connection lost.", true],
    ["a plain object", [{ error: { message: "lock" } }], "lock", true],
    ["a text", [{ error: "lock" }], "lock", true],
    [
      "an object without text",
      [{ error: { code: 7 } }],
      "[object Object]",
      true,
    ],
    [
      "one that went through the workflow engine as JSON",
      [{ error: { type: "not_allowed", message: "Cart is empty." } }],
      "Cart is empty.",
      false,
    ],
    [
      "several, of which one needs a person",
      [lost, byCore(Types.INVALID_DATA, "Out of stock."), lost],
      "Connection lost. Out of stock.",
      false,
    ],
    ["none", [], unnamed, true],
    ["one without an error", [{ action: "a" }], unnamed, true],
    ["one of null", [{ error: null }], unnamed, true],
  ])("are described: %s", (_what, failures, detail, retryable) => {
    expect(describeFailures(failures)).toEqual({ detail, retryable })
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

  const locks = [
    'Failed to acquire lock for key "cart_1"',
    'Updating Status from "ok" to "temp_failure" is not allowed. Failed to acquire lock for key "cart_1"',
    'Updating State from "done" to "invoking" is not allowed.',
    "Timed-out acquiring lock.",
    '"cart_1" is already locked.',
    'Lost the lock for key(s) "cart_1" while the job was still running: the lease expired before it could be renewed.',
    "Medusa holds the lock of cart_1: Error: Timed-out acquiring lock.",
  ]

  it.each(locks)("name no lock to a person, and may pass: %s", (message) => {
    const held = byCore(Types.NOT_ALLOWED, message)
    expect(describeFailures([held])).toEqual({
      detail: message,
      retryable: true,
    })
    expect(explainToAdmin([held])).toMatch(/^The cart or its order is locked/)
    const missing = byCore(Types.INVALID_DATA, "No shipping method.")
    expect(describeFailures([held, missing]).retryable).toBe(false)
    expect(explainToAdmin([held, missing])).toBe("No shipping method.")
  })

  it("name what stands beside a lock, and a lock where nothing does", async () => {
    const explain = async (...messages: string[]) =>
      await explainFailures(
        { resolve: () => ({}) } as never,
        { cart_id: null },
        null,
        messages.map((message) => byCore(Types.NOT_ALLOWED, message))
      )
    for (const message of locks) {
      expect(await explain(message)).toEqual({
        fact: CART_LOCKED,
        retryable: true,
      })
      expect(await explain(message, "Not enough stock.")).toMatchObject({
        fact: { blocker: "out_of_stock", message: "Not enough stock." },
        retryable: false,
      })
    }
    expect(await explain()).toEqual({
      fact: { type: "failed", message: null },
      retryable: true,
    })
  })

  it.each([
    [
      "Items with ids variant_01JTEST0000000000000000001 are out of stock.",
      "Items are out of stock.",
    ],
    ["sc_1a2b3c", unnamed],
  ])("names no id to an admin: %s", (message, shown) => {
    const failures = [byCore(Types.NOT_ALLOWED, message)]
    expect(explainToAdmin(failures)).toBe(shown)
    expect(describeFailures(failures).detail).toBe(message)
  })
})

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
