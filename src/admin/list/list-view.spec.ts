import {
  readListView,
  toListQuery,
  withoutBlanks,
  writeListView,
} from "./list-view"

const read = (query: string) => readListView(new URLSearchParams(query))

describe("the view of the list", () => {
  it("without an address is all payments, newest first, from the first page", () => {
    expect(read("")).toEqual({
      search: "",
      filters: {},
      sorting: { id: "created_at", desc: true },
      pageIndex: 0,
    })
  })

  it("survives the address, so that a reload and a sent link show the same", () => {
    const view = {
      search: "a b&c",
      filters: {
        state: ["attention", "paid"],
        attention: "true" as const,
        reason: ["late_payment"],
        gateway_status: ["confirmed"],
        currency: ["USDT_TRC20"],
        provider_id: ["pp_crypto_crypto"],
        is_test: "false" as const,
        created_at: { $gte: "2026-11-01T00:00:00.000Z" },
      },
      sorting: { id: "state", desc: false },
      pageIndex: 3,
    }
    expect(read(writeListView(view).toString())).toEqual(view)
  })

  it("of a first visit needs no address", () => {
    expect(writeListView(read("")).toString()).toBe("")
  })

  it.each(["page=0", "page=-2", "page=x", "page=1.5"])(
    "takes %s for the first page",
    (query) => {
      expect(read(query).pageIndex).toBe(0)
    }
  )

  it("leaves out a test flag that is none", () => {
    expect(read("is_test=maybe").filters).toEqual({})
  })

  it("is not narrowed by a filter that nothing is chosen in yet", () => {
    expect(
      withoutBlanks({ state: [], created_at: undefined, currency: ["BTC"] })
    ).toEqual({ currency: ["BTC"] })
  })

  it("asks the API for its page", () => {
    expect(toListQuery(read("q=cart_1&state=open&page=3"))).toEqual({
      q: "cart_1",
      state: ["open"],
      order: "-created_at",
      limit: 20,
      offset: 40,
    })
  })
})
