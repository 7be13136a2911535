import { type ConformanceCase, NOT_DOCUMENTED } from "../case"
import { described, field, must, mustHave, mustSucceed } from "../expectations"

const line = "GET /v1/payments"

/** Contract §4 and §8, the list of payments. */
export const listCases: ConformanceCase[] = [
  {
    section: "8",
    name: "the list without limit and offset",
    contract: "limit 20, offset 0",
    look: async (conditions) => {
      await conditions.makeWidget()
      const { fields, ...answer } = await conditions.probe.send({ line })
      mustSucceed({ fields, ...answer })
      mustHave(fields, { limit: 20, offset: 0 })
      const { items, total } = fields
      must(Array.isArray(items), field("items", fields))
      must(typeof total === "number" && total > 0, field("total", fields))
      const { length } = items
      must(length === Math.min(20, total), `${length} items of ${total}`)
      return `limit 20, offset 0, ${length} of ${total}`
    },
  },
  {
    section: "4",
    name: "the list with limit 1 and offset 1",
    contract: "limit 1, offset 1, one item",
    look: async (conditions) => {
      await conditions.makeWidget()
      await conditions.makeWidget()
      const query: [string, string][] = [
        ["limit", "1"],
        ["offset", "1"],
      ]
      const answer = await conditions.probe.send({ line, query })
      mustSucceed(answer)
      mustHave(answer.fields, { limit: 1, offset: 1 })
      const { items } = answer.fields
      const length = Array.isArray(items) ? items.length : 0
      must(length === 1, `${length} items`)
      return "limit 1, offset 1, one item"
    },
  },
  {
    section: "4",
    name: "order of the list",
    contract: NOT_DOCUMENTED,
    published: "newest first",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      const { fields } = await conditions.probe.send({ line })
      const asPublished = itemsOf(fields)[0]?.id === id
      return { seen: asPublished ? "newest first" : "other", asPublished }
    },
  },
  {
    section: "4",
    name: "items of the list",
    contract: NOT_DOCUMENTED,
    published: "as a read",
    look: async (conditions) => {
      const { id } = await conditions.makeWidget()
      const { fields } = await conditions.probe.send({ line })
      const read = await conditions.read(id)
      const item = itemsOf(fields).find((each) => each.id === id)
      const asPublished = JSON.stringify(item) === JSON.stringify(read.fields)
      const other = item ? "other fields than a read" : "no id"
      return { seen: asPublished ? "as a read" : other, asPublished }
    },
  },
  {
    section: "8",
    name: "the largest limit of the list",
    contract: NOT_DOCUMENTED,
    published: "100; 101 is refused with 400",
    look: async ({ probe }) => {
      const most = await probe.send({ line, query: [["limit", "100"]] })
      const more = await probe.send({ line, query: [["limit", "101"]] })
      return {
        seen: `100: ${described(most)}; 101: ${described(more)}`,
        asPublished: most.fields.limit === 100 && more.status === 400,
      }
    },
  },
]

function itemsOf(fields: Record<string, unknown>): Record<string, unknown>[] {
  const items: unknown[] = Array.isArray(fields.items) ? fields.items : []
  return items.map((item) =>
    typeof item === "object" && item !== null ? { ...item } : {}
  )
}
