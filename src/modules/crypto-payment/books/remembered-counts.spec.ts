import { RememberedCounts } from "../search/search"

const MINUTE_MS = 60_000

describe("remembered counts", () => {
  let nowMs: number
  let counts: RememberedCounts
  let asked: string[]

  beforeEach(() => {
    nowMs = 1_000
    counts = new RememberedCounts(() => nowMs)
    asked = []
  })

  const ask = (cart: string, found: number) =>
    counts.of({ cart_id: [cart] }, async () => {
      asked.push(cart)
      return found
    })

  it("counts few each time", async () => {
    expect(await ask("few", 9_999)).toBe(9_999)
    expect(await ask("few", 7)).toBe(7)
    expect(asked).toEqual(["few", "few"])
  })

  it("counts many once a minute", async () => {
    expect(await ask("many", 10_000)).toBe(10_000)
    nowMs += MINUTE_MS - 1
    expect(await ask("many", 12_000)).toBe(10_000)
    nowMs += 1
    expect(await ask("many", 12_000)).toBe(12_000)
    expect(asked).toEqual(["many", "many"])
  })

  it("keeps what is asked for apart", async () => {
    expect(await ask("one", 10_000)).toBe(10_000)
    expect(await ask("other", 20_000)).toBe(20_000)
    expect(await ask("one", 0)).toBe(10_000)
  })

  it("remembers a bounded number, the latest ones", async () => {
    for (let each = 0; each <= 100; each++) await ask(`cart ${each}`, 10_000)
    expect(await ask("cart 1", 0)).toBe(10_000)
    expect(await ask("cart 0", 5)).toBe(5)
  })

  it("remembers nothing of a count that failed", async () => {
    const failed = counts.of({}, () => Promise.reject(new Error("no database")))
    await expect(failed).rejects.toThrow("no database")
    expect(await counts.of({}, async () => 20_000)).toBe(20_000)
  })
})
