import fc from "fast-check"
import { iteratePayments } from "./client"
import { answer, closeServed, serve } from "./fixtures"

afterEach(closeServed)

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

  it("reads pages of 100, and of the default size where that is rejected", async () => {
    const { ids, client, received } = await serveList(30, true)
    expect(await idsOf(client.iteratePayments())).toEqual(ids)
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments?limit=100&offset=0",
      "/v1/payments?offset=0",
      "/v1/payments?offset=19",
    ])
  })

  it("fails when the requested page size is rejected", async () => {
    const { client, received } = await serveList(30, true)
    const walk = idsOf(client.iteratePayments({ pageSize: 500 }))
    const rejected = { kind: "validation", status: 400 }
    await expect(walk).rejects.toMatchObject(rejected)
    expect(received).toHaveLength(1)
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
