import { ReadBudget } from "./read-budget"

describe("the reads for pages that poll", () => {
  it("are limited for each merchant in a minute, whatever the number of its payments", () => {
    const budget = new ReadBudget(3)
    const reads = (merchant: string, nowMs: number) => {
      const isRead = budget.hasRoom(merchant, nowMs)
      if (isRead) budget.spend(merchant, nowMs)
      return isRead
    }
    expect([0, 1, 2, 3, 59_999].map((ms) => reads("one", ms))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ])
    expect(reads("other", 4)).toBe(true)
    expect([60_000, 60_001].map((ms) => reads("one", ms))).toEqual([true, true])
  })
})
