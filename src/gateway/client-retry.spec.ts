import {
  answer,
  closeServed,
  createdPayment,
  cutShort,
  hangUp,
  serve,
  silence,
  stall,
} from "./fixtures"

afterEach(closeServed)

const { id, external_id } = createdPayment
const order = { amount: "19.90", currency: "EUR", external_id }
const found = answer(200, createdPayment)
const limited = (seconds: string) =>
  answer(429, undefined, { "retry-after": seconds })

describe("a call that fails for the moment", () => {
  it.each([
    ["500", answer(500)],
    ["502 with a page", answer(502, "<html>")],
    ["503", answer(503)],
    ["429", answer(429)],
    ["429 with a delay", limited("0")],
    ["503 with a delay", answer(503, "", { "retry-after": "0" })],
    ["a connection that is dropped", hangUp],
    ["a connection cut within the body", cutShort(200)],
    ["a connection cut within an error's body", cutShort(500)],
  ])("is retried: %s", async (_what, fault) => {
    const { client, received } = await serve([fault, fault, found])
    expect(await client.getPayment({ id })).toEqual(createdPayment)
    expect(received).toHaveLength(3)
  })

  it.each([
    ["before the head of the answer", silence],
    ["within its body", stall(200)],
  ])("is retried when it times out %s", async (_when, fault) => {
    const { client, received } = await serve([fault, found], { timeoutMs: 500 })
    expect(await client.getPayment({ id })).toEqual(createdPayment)
    expect(received).toHaveLength(2)
  })

  it("repeats a creation with the same bytes", async () => {
    const { client, received } = await serve([hangUp, answer(500), found])
    await client.createWidgetPayment(order)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(received).toHaveLength(3)
  })

  it("fails with the last fault after as many attempts as allowed", async () => {
    const { client, received } = await serve([hangUp, answer(503)])
    await expect(client.getPayment({ id })).rejects.toMatchObject({
      kind: "server",
      status: 503,
    })
    expect(received).toHaveLength(3)
    const once = client.getPayment({ id }, { maxAttempts: 1 })
    await expect(once).rejects.toMatchObject({ kind: "server" })
    expect(received).toHaveLength(4)
  })

  it("fails at once when Retry-After exceeds the time left", async () => {
    const { client, received } = await serve([limited("61"), found])
    await expect(client.getPayment({ id })).rejects.toMatchObject({
      kind: "rate_limited",
      retryAfterSeconds: 61,
    })
    expect(received).toHaveLength(1)
  })

  it("waits for the time in Retry-After", async () => {
    const { client } = await serve([limited("1"), found])
    const startedMs = performance.now()
    await client.getPayment({ id })
    expect(performance.now() - startedMs).toBeGreaterThan(950)
  })

  it("stops within the time for all attempts", async () => {
    const { client, received } = await serve([silence], {
      timeoutMs: 100,
      maxElapsedMs: 250,
      maxAttempts: 100,
    })
    await expect(client.getPayment({ id })).rejects.toMatchObject({
      kind: "outcome_unknown",
    })
    expect(received.length).toBeGreaterThan(1)
    expect(received.length).toBeLessThan(10)
  })
})

describe("a call without a complete answer", () => {
  it.each([
    ["no answer in time", silence, "no response within 500 ms"],
    [
      "half an answer in time",
      stall(200),
      "no complete response within 500 ms",
    ],
    ["a dropped connection", hangUp, "other side closed"],
    ["a cut answer", cutShort(200), "other side closed"],
  ])("has an unknown outcome: %s", async (_what, fault, why) => {
    const { client } = await serve([fault], { maxAttempts: 1, timeoutMs: 500 })
    const error = await client.createWidgetPayment(order).catch((e) => e)
    expect(error).toMatchObject({ kind: "outcome_unknown", retryable: true })
    expect(error).not.toHaveProperty("status")
    expect(error.message).toBe(
      `Could not create the widget payment for ${external_id}: ${why}`
    )
  })

  it("has an unknown outcome when the connection is refused", async () => {
    const gone = await serve([found])
    await closeServed()
    const { client } = await serve([found], { baseUrl: gone.url })
    await expect(client.getPayment({ id })).rejects.toMatchObject({
      kind: "outcome_unknown",
      message: expect.stringContaining("ECONNREFUSED"),
      cause: { code: "ECONNREFUSED" },
    })
  })

  it("is an error of the status when that came, though its page did not", async () => {
    const { client } = await serve([stall(503)], {
      maxAttempts: 1,
      timeoutMs: 500,
    })
    await expect(client.getPayment({ id })).rejects.toMatchObject({
      kind: "server",
      status: 503,
    })
  })

  it("counts waiting for a free connection as part of its time", async () => {
    const { client, received } = await serve([silence], {
      maxConnections: 1,
      maxAttempts: 1,
      timeoutMs: 100,
    })
    const unknown = { kind: "outcome_unknown" }
    const first = client.getPayment({ id }, { timeoutMs: 400 })
    const second = client.getPayment({ id: "waiting" })
    await expect(second).rejects.toMatchObject(unknown)
    await expect(first).rejects.toMatchObject(unknown)
    expect(received.map(({ url }) => url)).toEqual([`/v1/payments/${id}`])
  })

  it("leaves the client usable", async () => {
    const { client } = await serve(
      [silence, cutShort(200), stall(200), found],
      {
        maxConnections: 1,
        maxAttempts: 1,
        timeoutMs: 500,
      }
    )
    for (let call = 0; call < 3; call += 1) {
      await expect(client.getPayment({ id })).rejects.toMatchObject({
        kind: "outcome_unknown",
      })
    }
    const payment = client.getPayment({ id }, { timeoutMs: 5_000 })
    expect(await payment).toEqual(createdPayment)
  })
})

it("makes a call again only if that can help", async () => {
  for (const status of [400, 401, 404, 422, 501]) {
    const { client, received } = await serve([answer(status), found])
    await expect(client.getPayment({ id })).rejects.toMatchObject({ status })
    expect(received).toHaveLength(1)
  }
})
