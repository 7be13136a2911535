import fc from "fast-check"
import { answer, closeServed, serve } from "./fixtures"
import { iteratePayments } from "./iterate-payments"

afterEach(closeServed)

type Change = { create: number; remove: number[] }

/** A list, newest first, that changes after each page that is read. */
function movingList(count: number, changes: Change[], maxPage = 100) {
  const started = Array.from({ length: count }, (_, n) => `old-${n}`)
  const removed = new Set<string>()
  const left = [...changes]
  let ids = started
  let created = 0
  return {
    started,
    removed,
    readPage: async ({
      limit = 20,
      offset,
    }: {
      limit?: number
      offset: number
    }) => {
      const size = Math.min(limit, maxPage)
      const items = ids.slice(offset, offset + size).map((id) => ({ id }))
      const page = { items, total: ids.length, limit: size, offset }
      const change = left.shift()
      for (const position of change?.remove ?? []) {
        const id = ids[position % ids.length]
        if (id !== undefined) {
          removed.add(id)
          ids = ids.filter((other) => other !== id)
        }
      }
      const fresh = Array.from({ length: change?.create ?? 0 }, () => {
        created += 1
        return `new-${created}`
      })
      ids = [...fresh.reverse(), ...ids]
      return page
    },
  }
}

async function idsOf(walk: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of walk) {
    ids.push(id)
  }
  return ids
}

describe("walking all payments", () => {
  it("reads pages over HTTP until the last", async () => {
    const ids = Array.from({ length: 7 }, (_, n) => `p${n}`)
    const { client, received } = await serve([
      (response, { url }) => {
        const query = new URL(url, "http://localhost").searchParams
        const limit = Number(query.get("limit"))
        const offset = Number(query.get("offset"))
        const items = ids.slice(offset, offset + limit).map((id) => ({ id }))
        response.end(JSON.stringify({ items, total: 7, limit, offset }))
      },
    ])
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
    const changes = Array.from({ length: 10 }, () => ({
      create: 1,
      remove: [],
    }))
    const list = movingList(30, changes)
    const ids = await idsOf(iteratePayments(list.readPage, 10))
    expect(ids).toEqual(list.started)
  })

  it("reads pages of 100, and of the default size where that is rejected", async () => {
    const ids = Array.from({ length: 30 }, (_, n) => `p${n}`)
    const { client, received } = await serve([
      (response, { url }) => {
        const query = new URL(url, "http://localhost").searchParams
        if (query.has("limit")) {
          response.writeHead(400).end()
          return
        }
        const offset = Number(query.get("offset"))
        const items = ids.slice(offset, offset + 20).map((id) => ({ id }))
        response.end(JSON.stringify({ items, total: 30, limit: 20, offset }))
      },
    ])
    expect(await idsOf(client.iteratePayments())).toEqual(ids)
    expect(received.map(({ url }) => url)).toEqual([
      "/v1/payments?limit=100&offset=0",
      "/v1/payments?offset=0",
      "/v1/payments?offset=19",
    ])
  })

  it("fails when the requested page size is rejected", async () => {
    const { client, received } = await serve([answer(400)])
    await expect(
      idsOf(client.iteratePayments({ pageSize: 500 }))
    ).rejects.toMatchObject({ kind: "validation", status: 400 })
    expect(received).toHaveLength(1)
  })

  it("does not walk forever through a list that keeps no order", async () => {
    let read = 0
    const walk = iteratePayments(async ({ offset }) => {
      read += 1
      const items =
        offset === 0 ? [{ id: "a" }, { id: "b" }] : [{ id: `${read}` }]
      return { items, total: 9, limit: 2, offset }
    }, 2)
    await expect(idsOf(walk)).rejects.toMatchObject({
      kind: "unexpected_answer",
      message: expect.stringContaining("the pages are not in a stable order"),
    })
  })

  it("does not walk forever through the same page again and again", async () => {
    const items = [{ id: "a" }, { id: "b" }]
    const total = Number.MAX_SAFE_INTEGER
    const walk = iteratePayments(async ({ offset }) => {
      return { items, total, limit: 2, offset }
    }, 2)
    await expect(idsOf(walk)).rejects.toMatchObject({
      kind: "unexpected_answer",
      message: expect.stringContaining("the pages repeat the same payments"),
    })
  })

  it("ends on an empty list", async () => {
    const list = movingList(0, [])
    expect(await idsOf(iteratePayments(list.readPage, 10))).toEqual([])
  })

  it.each([
    ["items carry no id", { items: [{}], total: 1, limit: 2, offset: 0 }],
    [
      "the page is another one",
      { items: [{ id: "a" }], total: 9, limit: 2, offset: 4 },
    ],
    [
      "pages stay too small to overlap",
      { items: [{ id: "a" }], total: 9, limit: 1, offset: 0 },
    ],
    [
      "pages are empty before the end",
      { items: [], total: 9, limit: 2, offset: 0 },
    ],
  ])("fails rather than miss a payment when %s", async (_what, page) => {
    const { client } = await serve([answer(200, page)])
    await expect(
      idsOf(client.iteratePayments({ pageSize: 2 }))
    ).rejects.toMatchObject({
      kind: "unexpected_answer",
      message: expect.stringContaining("Could not list all payments"),
    })
  })
})
