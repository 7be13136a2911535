import { countStateChange, describeSummary } from "./run"

const empty = {
  ...{ checked: 0, settled: 0, attention: 0, expired: 0, failed: 0 },
  ...{ calls: 0, duration_ms: 0 },
}

describe("the summary of a run", () => {
  it("is one line with all its numbers", () => {
    expect(
      describeSummary({
        checked: 12,
        settled: 2,
        attention: 1,
        expired: 1,
        failed: 0,
        calls: 4,
        duration_ms: 312,
      })
    ).toBe(
      "crypto payments: checked 12, 2 settled, 1 attention, 1 expired, 0 failed, 4 calls, 312 ms"
    )
  })

  it("is no line when there was nothing to do but to search the list", () => {
    expect(
      describeSummary({ ...empty, calls: 1, duration_ms: 9 })
    ).toBeUndefined()
  })

  it("counts what is new, and not what stays as it was", () => {
    const summary = { ...empty }
    countStateChange(summary, "open", "settled")
    countStateChange(summary, "paid", "settled")
    countStateChange(summary, undefined, "attention")
    countStateChange(summary, "attention", "attention")
    countStateChange(summary, "open", "closed")
    countStateChange(summary, "open", "open")
    countStateChange(summary, "open", "paid")
    expect(summary).toEqual({
      ...empty,
      settled: 2,
      attention: 1,
      expired: 1,
    })
  })
})
