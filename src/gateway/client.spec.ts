import { createPublicKey, verify } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import {
  creationBody,
  type GatewayClient,
  iteratePayments,
  waitForPayment,
  type WaitOptions,
} from "./client"
import type { Instrument } from "./client-options"
import { GatewayError } from "./errors"
import {
  answer,
  closeServed,
  confirmedPayment,
  createdPayment,
  hangUp,
  type Received,
  serve,
  testKey,
} from "./fixtures"
import type { Payment } from "./schemas"

afterEach(closeServed)

const { id, external_id } = createdPayment
const order = { amount: "19.90", currency: "EUR", external_id }
const ORDER_JSON = `"amount":19.90,"currency":"EUR","external_id":"${external_id}"`
const PAGE = { items: [], total: 0, limit: 20, offset: 0 }
const manifest = readFileSync(join(__dirname, "../../package.json"), "utf8")
const { version } = JSON.parse(manifest)
const MERCHANT = {
  id: "merchant-1",
  name: "Shop",
  balance: "0.00",
  created_at: "2026-01-15T12:00:00Z",
}
const ODD = { ...createdPayment, id: "a/b?c" }
const found = answer(200, createdPayment)

describe("the client of the Merchant API", () => {
  it.each<
    [string, object, (client: GatewayClient) => Promise<unknown>, object]
  >([
    [
      "creates a payment of the widget flow",
      createdPayment,
      (client) => client.createWidgetPayment({ ...order, success_url: "s" }),
      {
        method: "POST",
        url: "/v1/payments/widget",
        headers: {
          "x-merchant-id": "merchant-1",
          "x-api-key": "ct_test_key",
          "content-type": "application/json",
          "user-agent": `medusa-payment-crypto/${version} node/${process.versions.node}`,
        },
        body: `{${ORDER_JSON},"success_url":"s"}`,
      },
    ],
    [
      "creates a payment of the H2H flow",
      confirmedPayment,
      (client) => client.createH2hPayment({ ...order, target_currency: "ETH" }),
      {
        method: "POST",
        url: "/v1/payments/h2h",
        body: `{${ORDER_JSON},"target_currency":"ETH"}`,
      },
    ],
    [
      "reads a payment, with its id as one segment of the path",
      ODD,
      (client) => client.getPayment(ODD),
      { method: "GET", url: "/v1/payments/a%2Fb%3Fc", body: "" },
    ],
    [
      "reads the merchant",
      MERCHANT,
      (client) => client.getMerchant(),
      { method: "GET", url: "/v1/merchants" },
    ],
  ])("%s", async (_what, given, call, request) => {
    const { client, received } = await serve([answer(200, given)])
    expect(await call(client)).toEqual(given)
    expect(received).toMatchObject([request])
    expect("content-type" in received[0].headers).toBe(!!received[0]?.body)
  })

  it("sends only the page bounds and the is_test filter it was given", async () => {
    const coin = { code: "USDT_TRC20", name: "Tether" }
    const coins = answer(200, [{ ...coin, blockchain: { name: "Tron" } }])
    const page = answer(200, PAGE)
    const { client, received } = await serve([page, page, page, coins])
    await client.listPayments()
    await client.listPayments({ limit: 5 })
    await client.listPayments({ offset: 10, limit: 5 })
    expect(await client.listCurrencies({ is_test: true })).toEqual([
      { ...coin, blockchain: "Tron" },
    ])
    await client.listCurrencies({ is_test: false })
    await client.listCurrencies()
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments",
      "/v1/payments?limit=5",
      "/v1/payments?limit=5&offset=10",
      "/v1/currencies?is_test=true",
      "/v1/currencies?is_test=false",
      "/v1/currencies",
    ])
  })

  it("signs what is really sent, and then sends no key", async () => {
    const { received, client } = await serve([found, answer(200, PAGE)], {
      privateKey: testKey("pkcs8"),
    })
    const metadata = { description: "Käse ☕" }
    await client.createWidgetPayment({ ...order, metadata })
    await client.listPayments({ limit: 1 })
    const [creation, list] = received
    expectSigned(creation, `POST/v1/payments/widget${creation?.body}`)
    expectSigned(list, 'GET/v1/payments{"limit":"1"}')
  })

  it("puts the path of the base URL before /v1, in what is sent and what is signed", async () => {
    const { url, received } = await serve([found])
    const { client } = await serve([answer(500)], {
      baseUrl: `${url}/gateway/`,
      privateKey: testKey("pkcs8"),
    })
    await client.getPayment({ id })
    expect(received[0]?.url).toBe(`/gateway/v1/payments/${id}`)
    expectSigned(received[0], `GET/gateway/v1/payments/${id}`)
  })

  it("rejects an invalid id, amount or page without sending it", async () => {
    const { client, received } = await serve([found])
    const calls: Promise<unknown>[] = [
      client.createWidgetPayment({ ...order, amount: "1e3" }),
      client.listPayments({ limit: -1 }),
      client.listPayments({ offset: 0.5 }),
      ...["", ".", ".."].map((wrong) => client.getPayment({ id: wrong })),
      ...["", ".", ".."].map((wrong) => client.expirePayment({ id: wrong })),
    ]
    const reason = { kind: "validation", retryable: false }
    expect(await Promise.allSettled(calls)).toMatchObject(
      calls.map(() => ({ status: "rejected", reason }))
    )
    expect(received).toEqual([])
  })

  it("does not take another payment's answer for this one's", async () => {
    const other = { ...createdPayment, id: "p2", external_id: "cart_2" }
    const { client } = await serve([answer(200, other)])
    const unexpected = { kind: "unexpected_answer", retryable: false }
    await expect(client.getPayment({ id })).rejects.toMatchObject(unexpected)
    await expect(client.createWidgetPayment(order)).rejects.toMatchObject(
      unexpected
    )
  })

  it("reuses its connections", async () => {
    const ports = new Set<number | undefined>()
    const { client } = await serve([
      (response, request) => {
        ports.add(response.req.socket.remotePort)
        found(response, request)
      },
    ])
    for (let call = 0; call < 10; call += 1) {
      await client.getPayment({ id })
    }
    // One, and a second that undici opens while the first comes to rest.
    expect(ports.size).toBeLessThanOrEqual(2)
  })

  it("finishes calls under way when closed, and rejects later ones", async () => {
    const { client, received } = await serve([found])
    const underWay = client.getPayment({ id })
    await Promise.all([client.close(), client.close()])
    expect(await underWay).toEqual(createdPayment)
    await expect(client.getPayment({ id })).rejects.toThrow("is closed")
    expect(received).toHaveLength(1)
  })

  it("reports each request to its instrument, retries included, without ids", async () => {
    const seen: string[] = []
    const instrument: Instrument = async ({ method, route }, send) => {
      const report = (outcome: unknown) =>
        seen.push(`${method} ${route} ${outcome}`)
      const sent = await send().catch((error: unknown) => {
        report("no answer")
        throw error
      })
      report(sent.status)
      return sent
    }
    const answers = [answer(503), found, found, answer(200, {}), answer(404)]
    const { client } = await serve([hangUp, ...answers], { instrument })
    await client.getPayment({ id })
    await client.createWidgetPayment(order)
    await client.expirePayment({ id })
    await client.listPayments({ limit: 5 }).catch(() => {})
    expect(seen).toEqual([
      "GET /v1/payments/{id} no answer",
      "GET /v1/payments/{id} 503",
      "GET /v1/payments/{id} 200",
      "POST /v1/payments/widget 200",
      "DELETE /v1/payments/{id} 200",
      "GET /v1/payments 404",
    ])
  })
})

describe("expiring a payment", () => {
  it("sends DELETE and returns that the payment is expired", async () => {
    const expired = { id, status: "expired" }
    const { client, received } = await serve([answer(200, expired)])
    const result = await client.expirePayment({ id })
    expect(result).toEqual({ expired: true, status: "expired" })
    expect(received).toMatchObject([
      { method: "DELETE", url: `/v1/payments/${id}`, body: "" },
    ])
  })

  it.each([
    [404, "not_found"],
    [405, "not_supported"],
    [501, "not_supported"],
  ])("returns %i as a result, not as an error", async (status, reason) => {
    const { client, received } = await serve([answer(status, "Cannot DELETE")])
    expect(await client.expirePayment({ id })).toEqual({
      expired: false,
      reason,
      message: `Could not expire the payment ${id}: the gateway responded with ${status}`,
    })
    expect(received).toHaveLength(1)
    const page = await serve([answer(status, "<html>")])
    const result = await page.client.expirePayment({ id })
    expect(result).toMatchObject({ expired: false, reason })
  })

  it.each([
    ["it is paid", { id, status: "confirmed" }, "confirmed"],
    ["nothing", "", undefined],
    ["no JSON", "Welcome", undefined],
    ["no status", { id }, undefined],
    ["a status of another type", { id, status: 1 }, undefined],
  ])("is not confirmed by %s", async (_what, body, status) => {
    const { client } = await serve([answer(200, body)])
    const result = { expired: false, reason: "not_confirmed", status }
    expect(await client.expirePayment({ id })).toMatchObject(result)
  })

  it.each([
    [400, "validation"],
    [401, "authentication"],
    [500, "server"],
  ])("fails on %i", async (status, kind) => {
    const { client } = await serve([answer(status)])
    await expect(client.expirePayment({ id })).rejects.toMatchObject({ kind })
  })
})

describe("the body of a creation", () => {
  const sent = { ...order, amount: 19.9 }
  const metadata = {
    description: "Tee ☕",
    products: [{ name: "Mug", price: 4.5 }],
  }

  const common = {
    ...{ metadata, fee_payer: "payer" as const, is_test: true },
    callback_url: "https://shop.example/hook",
  }
  const widget = {
    success_url: "https://shop.example/ok",
    fail_url: "https://shop.example/failed",
  }
  const h2h = {
    ...{ target_currency: "USDT_TRC20", auto_trace: true },
    client_ip: "192.0.2.1",
    browser: { userAgent: "Mozilla/5.0", windowWidth: 1440 },
  }

  it.each(Object.entries({ widget, h2h }) as ["widget" | "h2h", object][])(
    "holds the fields of the flow %s, and no others",
    (flow, own) => {
      const wider = { ...order, ...common, ...widget, ...h2h, session_id: "s" }
      const body = creationBody(flow, wider).toString("utf8")
      expect(JSON.parse(body)).toEqual({ ...sent, ...common, ...own })
    }
  )

  it("carries every plain decimal through unchanged, far beyond what a float keeps", () => {
    const amounts = fc
      .stringMatching(/^(0|[1-9]\d{0,39})(\.\d{1,40})?$/)
      .filter((amount) => /[1-9]/.test(amount))
    fc.assert(
      fc.property(amounts, (amount) => {
        const body = creationBody("widget", { ...order, amount }).toString()
        expect(/"amount":([^,]*),/.exec(body)?.[1]).toBe(amount)
        expect(JSON.parse(body).amount).toBe(Number(amount))
      })
    )
  })

  it.each([
    ...["0", "0.00", "", " ", "-1", "+1", "1e3", "1E-2", ".5", "5.", "05"],
    ...["1,50", "1 000", "1_000", "NaN", "Infinity", "0x10", "19.90\n"],
    ...['1,"is_test":true', "١٢"],
  ])("rejects the amount %j", (amount) => {
    expect(() => creationBody("widget", { ...order, amount })).toThrow(
      expect.objectContaining({ name: "GatewayError", kind: "validation" })
    )
  })
})

describe("walking all payments", () => {
  /** A gateway with so many payments that may reject a limit. */
  async function serveList(total: number, isRejected = false) {
    const ids = Array.from({ length: total }, (_, n) => `p${n}`)
    const served = await serve([
      (response, { url }) => {
        const query = new URL(url, "http://localhost").searchParams
        if (isRejected && query.has("limit")) {
          response.writeHead(400).end()
          return
        }
        const limit = Number(query.get("limit") ?? 20)
        const offset = Number(query.get("offset"))
        const items = ids.slice(offset, offset + limit).map((id) => ({ id }))
        response.end(JSON.stringify({ items, total, limit, offset }))
      },
    ])
    return { ids, ...served }
  }

  it("reads pages over HTTP until the last", async () => {
    const { ids, client, received } = await serveList(7)
    expect(await idsOf(client.iteratePayments({ pageSize: 3 }))).toEqual(ids)
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments?limit=3&offset=0",
      "/v1/payments?limit=3&offset=2",
      "/v1/payments?limit=3&offset=4",
    ])
  })

  it("reads no page before it is needed", async () => {
    const items = [{ id: "a" }, { id: "b" }]
    const { client, received } = await serve([
      answer(200, { items, total: 50, limit: 2, offset: 0 }),
    ])
    for await (const payment of client.iteratePayments({ pageSize: 2 })) {
      expect(payment).toEqual({ id: "a" })
      break
    }
    expect(received).toHaveLength(1)
  })

  it("yields each payment that stays exactly once while others come and go", async () => {
    const change = fc.record({
      create: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 40 })),
      remove: fc.array(fc.nat({ max: 200 }), { maxLength: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 150 }),
        fc.integer({ min: 2, max: 20 }),
        fc.integer({ min: 2, max: 20 }),
        fc.array(change, { maxLength: 12 }),
        async (count, pageSize, maxPage, changes) => {
          const list = movingList(count, changes, maxPage)
          const ids = await idsOf(iteratePayments(list.readPage, pageSize))
          expect(new Set(ids).size).toBe(ids.length)
          const lasting = list.started.filter((id) => !list.removed.has(id))
          expect(lasting.filter((id) => !ids.includes(id))).toEqual([])
        }
      )
    )
  })

  it("keeps the newest-first order of a list that only grows", async () => {
    for (const count of [0, 30]) {
      const changes = Array(10).fill({ create: 1, remove: [] })
      const list = movingList(count, changes)
      const ids = await idsOf(iteratePayments(list.readPage, 10))
      expect(ids).toEqual(list.started)
    }
  })

  it("reads pages of 100, and of the default size where that is rejected, but not in place of a size that was asked for", async () => {
    const { ids, client, received } = await serveList(30, true)
    expect(await idsOf(client.iteratePayments())).toEqual(ids)
    const walk = idsOf(client.iteratePayments({ pageSize: 500 }))
    const rejected = { kind: "validation", status: 400 }
    await expect(walk).rejects.toMatchObject(rejected)
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments?limit=100&offset=0",
      "/v1/payments?offset=0",
      "/v1/payments?offset=19",
      "/v1/payments?limit=500&offset=0",
    ])
  })

  const two = [{ id: "a" }, { id: "b" }]
  it.each<[string, number, (read: number) => { id: string }[]]>([
    ["are not in a stable order", 9, (read) => [{ id: `${read}` }]],
    ["repeat the same payments", Number.MAX_SAFE_INTEGER, () => two],
  ])("does not walk forever where the pages %s", async (why, total, later) => {
    let read = 0
    const walk = iteratePayments(async ({ offset }) => {
      read += 1
      const items = offset === 0 ? two : later(read)
      return { items, total, limit: 2, offset }
    }, 2)
    await expect(idsOf(walk)).rejects.toMatchObject({
      kind: "unexpected_answer",
      message: expect.stringContaining(`the pages ${why}`),
    })
  })

  it.each([
    ["items carry no id", { items: [{}] }],
    ["the page is another one", { items: [{ id: "a" }], offset: 4 }],
    ["pages stay too small to overlap", { items: [{ id: "a" }], limit: 1 }],
    ["pages are empty before the end", { items: [] }],
  ])("fails rather than miss a payment when %s", async (_what, part) => {
    const page = { total: 9, limit: 2, offset: 0, ...part }
    const { client } = await serve([answer(200, page)])
    const walk = idsOf(client.iteratePayments({ pageSize: 2 }))
    await expect(walk).rejects.toMatchObject({
      kind: "unexpected_answer",
      message: expect.stringContaining("Could not list all payments"),
    })
  })
})

describe("waiting for a payment", () => {
  const open: Payment = createdPayment
  const limited = (retryAfterSeconds: number) =>
    new GatewayError("rate_limited", "limited", { retryAfterSeconds })

  /** Waits on a clock that only sleeping moves; tells the sleeps in seconds. */
  function poll(reads: (Payment | Error)[], options: WaitOptions = {}) {
    const slept: number[] = []
    let nowMs = 0
    const payment = waitForPayment(id, options, {
      read: async () => {
        const next = reads.length > 1 ? reads.shift() : reads[0]
        if (next === undefined || next instanceof Error) throw next
        return next
      },
      sleep: async (delayMs) => {
        slept.push(delayMs / 1000)
        nowMs += delayMs
      },
      elapsedClockMs: () => nowMs,
    })
    return { payment, slept }
  }

  it.each(["confirmed", "confirmed_manual", "expired", "failed"])(
    "ends with %s at once",
    async (status) => {
      const final = { ...confirmedPayment, status }
      const { payment, slept } = poll([final])
      expect(await payment).toEqual(final)
      expect(slept).toEqual([])
    }
  )

  const odd = { ...open, status: "being_traced" }
  const down = new GatewayError("server", "", { status: 503 })
  it.each<[string, (Payment | Error)[], number[]]>([
    [
      "after 5 seconds, then twice as long, up to 30",
      [open, open, odd, open, open],
      [5, 10, 20, 30, 30],
    ],
    ["again after a failure that may pass", [down], [5]],
    ["after the time in Retry-After", [open, limited(45), open], [5, 45, 20]],
    ["no sooner where Retry-After is shorter", [limited(1)], [5]],
  ])("polls %s", async (_when, reads, sleeps) => {
    const { payment, slept } = poll([...reads, confirmedPayment])
    expect(await payment).toEqual(confirmedPayment)
    expect(slept).toEqual(sleeps)
  })

  it("times out after 1800 seconds, with a last read at the end", async () => {
    const { payment, slept } = poll([open])
    await expect(payment).rejects.toMatchObject({
      kind: "outcome_unknown",
      message: `Timed out after 1800000 ms waiting for the payment ${id}: its status is still "created"`,
    })
    expect(slept.reduce((sum, seconds) => sum + seconds)).toBe(1800)
  })

  it("times out at once when Retry-After exceeds the time left", async () => {
    const cause = limited(2000)
    const { payment, slept } = poll([cause])
    const timeout = { kind: "outcome_unknown", cause }
    await expect(payment).rejects.toMatchObject(timeout)
    expect(slept).toEqual([])
  })

  it("ends with a failure that cannot pass", async () => {
    const gone = new GatewayError("not_found", "", { status: 404 })
    await expect(poll([open, gone]).payment).rejects.toBe(gone)
  })

  it.each([
    { firstDelayMs: 0 },
    { maxDelayMs: NaN },
    { giveUpAfterMs: -1 },
    { giveUpAfterMs: Infinity },
  ])("does not wait with %j", async (options) => {
    const { payment, slept } = poll([open], options)
    await expect(payment).rejects.toThrow(
      `${Object.keys(options)[0]} must be a whole number`
    )
    expect(slept).toEqual([])
  })
})

type Change = { create: number; remove: number[] }
type Page = { limit?: number; offset: number }

/** A list, newest first, that changes after each page that is read. */
function movingList(count: number, changes: Change[], maxPage = 100) {
  const started = Array.from({ length: count }, (_, n) => `old-${n}`)
  const removed = new Set<string>()
  const left = [...changes]
  const ids = [...started]
  let created = 0
  const readPage = async ({ limit = 20, offset }: Page) => {
    const size = Math.min(limit, maxPage)
    const items = ids.slice(offset, offset + size).map((id) => ({ id }))
    const page = { items, total: ids.length, limit: size, offset }
    const { create = 0, remove = [] } = left.shift() ?? {}
    for (const position of remove) {
      const [id] = ids.splice(position % ids.length, 1)
      if (id !== undefined) removed.add(id)
    }
    for (let n = 0; n < create; n += 1) ids.unshift(`new-${(created += 1)}`)
    return page
  }
  return { started, removed, readPage }
}

async function idsOf(walk: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of walk) {
    ids.push(id)
  }
  return ids
}

function expectSigned(request: Received | undefined, signedText: string) {
  expect(request?.headers).not.toHaveProperty("x-api-key")
  const signature = request?.headers["x-sign"]
  expect(signature).toMatch(/^[0-9a-f]{512}$/)
  const bytes = Buffer.from(String(signature), "hex")
  const key = createPublicKey(testKey("public"))
  expect(verify("sha256", Buffer.from(signedText), key, bytes)).toBe(true)
}
