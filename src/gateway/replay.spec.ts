import { GatewayClient, type GatewayExchange } from "."
import { answer, closeServed, cutShort, hangUp, serve } from "./fixtures"
import { createdPayment, replayGateway } from "./testing"

afterEach(closeServed)

const { id, external_id } = createdPayment
const found = answer(200, createdPayment)
const input = { amount: "19.90", currency: "EUR", external_id }
const API_KEY = "ct_a_secret_key"

/** A client of a real server, and what it records. */
async function record(answers: Parameters<typeof serve>[0], path = "") {
  const exchanges: GatewayExchange[] = []
  const { url } = await serve(answers)
  const client = new GatewayClient({
    ...options(url + path),
    record: (exchange) => exchanges.push(exchange),
  })
  return { client, exchanges }
}

const options = (baseUrl: string) => ({
  baseUrl,
  merchantId: "merchant-1",
  apiKey: API_KEY,
  retryBaseDelayMs: 1,
  retryMaxDelayMs: 4,
})

/** What a call gives by the recorded exchanges, which a file kept. */
async function replayed<T>(
  exchanges: GatewayExchange[],
  call: (client: GatewayClient) => Promise<T>
): Promise<T> {
  const gateway = await replayGateway(JSON.parse(JSON.stringify(exchanges)))
  const client = new GatewayClient(options(gateway.baseUrl))
  try {
    return await call(client)
  } finally {
    await client.close()
    await gateway.close()
  }
}

const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => "success",
    ({ kind, status, code, message }) => ({ kind, status, code, message })
  )

describe("what a client records", () => {
  it("is each request from /v1 on, retries included, with what came of it", async () => {
    const { client, exchanges } = await record(
      [hangUp, answer(503, "busy", { "retry-after": "0" }), found],
      "/behind/a/proxy"
    )
    await client.createWidgetPayment(input)
    await client.listPayments({ limit: 5 }).catch(() => undefined)
    await client.close()

    const sent = {
      method: "POST",
      path: "/v1/payments/widget",
      body: expect.stringContaining(`{"amount":19.90,"currency":"EUR"`),
    }
    expect(exchanges).toEqual([
      { ...sent, failure: expect.stringMatching(/./) },
      { ...sent, answer: { status: 503, retry_after: "0", body: "busy" } },
      {
        ...sent,
        answer: { status: 200, body: JSON.stringify(createdPayment) },
      },
      {
        method: "GET",
        path: "/v1/payments?limit=5",
        answer: { status: 200, body: JSON.stringify(createdPayment) },
      },
    ])
  })

  it("has no credential, also where the gateway sends it back", async () => {
    const echo = { code: "BAD", message: `not ${API_KEY}`, extra: [API_KEY] }
    const { client, exchanges } = await record([
      answer(400, echo, { "retry-after": API_KEY }),
    ])
    await kindOf(
      client.createWidgetPayment({
        ...input,
        callback_url: `https://store.example/?key=${API_KEY}`,
      })
    )
    await kindOf(client.getPayment({ id: API_KEY }))
    await client.close()
    expect(exchanges).toHaveLength(2)
    expect(JSON.stringify(exchanges)).not.toContain(API_KEY)
    expect(JSON.stringify(exchanges)).toContain("[secret]")
  })

  it("leaves out a call that was given up", async () => {
    const { client, exchanges } = await record([found])
    const signal = AbortSignal.abort(new Error("given up"))
    await expect(client.getPayment({ id }, { signal })).rejects.toThrow()
    await client.close()
    expect(exchanges).toEqual([])
  })
})

describe("a replayed gateway", () => {
  it.each<[string, Parameters<typeof serve>[0]]>([
    ["a payment", [found]],
    ["an answer after a dropped connection", [hangUp, found]],
    ["an error", [answer(404, { code: "PAYMENT_NOT_FOUND" })]],
    ["a body that is no payment", [answer(200, { id, status: 5 })]],
    ["a body that is not JSON", [answer(200, "<html>")]],
    ["an error whose body was cut", [cutShort(400)]],
    ["a body of more than 1 MiB", [answer(200, "x".repeat(1024 * 1024 + 1))]],
    ["a connection that is always dropped", [hangUp]],
  ])("answers as the recorded one: %s", async (_what, answers) => {
    const { client, exchanges } = await record(answers)
    const read = (from: GatewayClient) =>
      from.getPayment({ id }).catch(({ kind, status, code, retryable }) => ({
        ...{ kind, status, code, retryable },
      }))
    const seen = await read(client)
    await client.close()
    expect(await replayed(exchanges, read)).toEqual(seen)
  })

  it("answers in the order of the record, and then as at last", async () => {
    const paid = { ...createdPayment, status: "confirmed" }
    const { client, exchanges } = await record([found, answer(200, paid)])
    for (let read = 0; read < 2; read++) await client.getPayment({ id })
    await client.close()
    const statuses = await replayed(exchanges, async (replay) => {
      const read: string[] = []
      for (let index = 0; index < 3; index++) {
        read.push((await replay.getPayment({ id })).status)
      }
      return read
    })
    expect(statuses).toEqual(["created", "confirmed", "confirmed"])
  })

  it("says which request was not recorded", async () => {
    const error = await replayed([], (client) =>
      kindOf(client.getPayment({ id }))
    )
    expect(error).toEqual({
      kind: "server",
      status: 501,
      code: "NOT_RECORDED",
      message: expect.stringContaining(
        `GET /v1/payments/${id} was not recorded`
      ),
    })
  })

  it.each<[unknown]>([
    [{}],
    [[{ method: "GET" }]],
    [[{ method: "GET", path: "/v1/merchants", answer: { status: 20 } }]],
  ])("refuses %j", async (exchanges) => {
    await expect(replayGateway(exchanges)).rejects.toThrow(TypeError)
  })
})
