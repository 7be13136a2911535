import {
  isWholeList,
  readListView,
  toListQuery,
  writeListView,
} from "./list-view"

const read = (query: string) => readListView(new URLSearchParams(query))

describe("the view of the list", () => {
  it("shows all payments, newest first, from the first page without a query", () => {
    expect(read("")).toEqual({
      tab: null,
      search: "",
      filters: {},
      sorting: { id: "created_at", desc: true },
      pageIndex: 0,
    })
  })

  it("is the same after it was written to the URL and read again", () => {
    const view = {
      tab: "attention",
      search: "a b&c",
      filters: {
        merchant_id: ["merchant-1"],
        created_at: { $gte: "2026-11-01T00:00:00.000Z" },
        moved_at: {
          $gte: "2026-10-01T00:00:00.000Z",
          $lte: "2026-10-31T23:59:59.999Z",
        },
      },
      sorting: { id: "state", desc: false },
      pageIndex: 3,
    }
    expect(read(writeListView(view).toString())).toEqual(view)
  })

  it("writes no default, and no filter in which nothing is selected", () => {
    expect(writeListView(read("")).toString()).toBe("")
    const merchant_id = ["merchant-1"]
    const filters = { created_at: undefined, merchant_id }
    const query = writeListView({ ...read(""), filters }).toString()
    expect(query).toBe("merchant_id=merchant-1")
  })

  it.each(["page=0", "page=-2", "page=x", "page=1.5"])(
    "reads %s as the first page",
    (query) => expect(read(query).pageIndex).toBe(0)
  )

  it.each([
    ["", true],
    ["order=created_at", true],
    ...["tab=paid", "q=a", "page=2", "merchant_id=1", "created_to=2026"].map(
      (query): [string, boolean] => [query, false]
    ),
  ])("is of the whole list for %j: %s", (query, isWhole) =>
    expect(isWholeList(read(query))).toBe(isWhole)
  )

  it("requests its page from the API", () => {
    expect(toListQuery(read("q=cart_1&tab=open&page=3"))).toEqual({
      q: "cart_1",
      tab: "open",
      order: "-created_at",
      limit: 20,
      offset: 40,
    })
  })
})
