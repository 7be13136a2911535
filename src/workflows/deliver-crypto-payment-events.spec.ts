import { withTimeLimit } from "./deliver-crypto-payment-events"

describe("work with a time limit", () => {
  it("comes to what it resolves to, or fails as it fails", async () => {
    await expect(withTimeLimit(Promise.resolve(7), 60_000)).resolves.toBe(7)
    const failed = Promise.reject(new Error("Out of order."))
    await expect(withTimeLimit(failed, 60_000)).rejects.toThrow("Out of order.")
  })

  it("fails once it takes too long, and is not heard of again", async () => {
    let fail = (_error: Error) => {}
    const work = new Promise<never>((_resolve, reject) => {
      fail = reject
    })
    await expect(withTimeLimit(work, 10)).rejects.toThrow(
      "No answer within 0.01 s."
    )
    fail(new Error("Too late."))
  })
})
