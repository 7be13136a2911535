import { readListView, toListQuery, writeListView } from "./list-view"

const read = (query: string) => readListView(new URLSearchParams(query))

describe("the view of the list", () => {
  it("shows all payments, newest first, from the first page without a query", () => {
    expect(read("")).toEqual({
      search: "",
      filters: {},
      sorting: { id: "created_at", desc: true },
      pageIndex: 0,
    })
  })

  it("is the same after it was written to the URL and read again", () => {
    const view = {
      search: "a b&c",
      filters: {
        state: ["attention", "paid"],
        attention: ["late_payment"],
        merchant_id: ["merchant-1"],
        created_at: { $gte: "2026-11-01T00:00:00.000Z" },
      },
      sorting: { id: "state", desc: false },
      pageIndex: 3,
    }
    expect(read(writeListView(view).toString())).toEqual(view)
  })

  it("writes no default, and no filter in which nothing is selected", () => {
    expect(writeListView(read("")).toString()).toBe("")
    const merchant_id = ["merchant-1"]
    const filters = { state: [], created_at: undefined, merchant_id }
    const query = writeListView({ ...read(""), filters }).toString()
    expect(query).toBe("merchant_id=merchant-1")
  })

  it.each(["page=0", "page=-2", "page=x", "page=1.5"])(
    "reads %s as the first page",
    (query) => expect(read(query).pageIndex).toBe(0)
  )

  it("requests its page from the API", () => {
    expect(toListQuery(read("q=cart_1&state=open&page=3"))).toEqual({
      q: "cart_1",
      state: ["open"],
      order: "-created_at",
      limit: 20,
      offset: 40,
    })
  })
})
