import { answer, closeServed, serve } from "./fixtures"

afterEach(closeServed)

const id = "n9cdFaTccYbXecVekHKW8Q"

describe("expiring a payment", () => {
  it("sends DELETE and returns that the payment is expired", async () => {
    const { client, received } = await serve([
      answer(200, { id, status: "expired" }),
    ])
    expect(await client.expirePayment({ id })).toEqual({
      expired: true,
      status: "expired",
    })
    expect(received).toMatchObject([
      { method: "DELETE", url: `/v1/payments/${id}`, body: "" },
    ])
  })

  it.each([
    [404, "not_found"],
    [405, "not_supported"],
    [501, "not_supported"],
  ])("returns %i as a result, not as an error", async (status, reason) => {
    const { client, received } = await serve([answer(status, "<html>")])
    expect(await client.expirePayment({ id })).toEqual({
      expired: false,
      reason,
      message: `Could not expire the payment ${id}: the gateway responded with ${status}`,
    })
    expect(received).toHaveLength(1)
  })

  it.each([
    ["it is paid", { id, status: "confirmed" }, "confirmed"],
    ["nothing", "", undefined],
    ["a page", "<html>", undefined],
    ["no status", { id }, undefined],
    ["a status of another type", { id, status: 1 }, undefined],
  ])(
    "does not report the payment as expired when the response is %s",
    async (_what, body, status) => {
      const { client } = await serve([answer(200, body)])
      expect(await client.expirePayment({ id })).toMatchObject({
        expired: false,
        reason: "not_confirmed",
        status,
      })
    }
  )

  it.each([
    [400, "validation"],
    [401, "authentication"],
    [500, "server"],
  ])("fails on %i", async (status, kind) => {
    const { client } = await serve([answer(status)])
    await expect(client.expirePayment({ id })).rejects.toMatchObject({ kind })
  })
})
