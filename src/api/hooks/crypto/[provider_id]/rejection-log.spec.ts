import { RejectionLog } from "./rejection-log"

describe("the log of refused deliveries", () => {
  let lines: string[]
  let rejections: RejectionLog
  const note = (kind: string, times = 1) => {
    for (let i = 0; i < times; i++) {
      rejections.note(kind, `refused ${kind}`, (line) => lines.push(line))
    }
  }
  beforeEach(() => {
    jest.useFakeTimers()
    lines = []
    rejections = new RejectionLog()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  it("has one line at once, and one a minute with the count", () => {
    note("401", 1_000)
    expect(lines).toEqual(["refused 401"])
    jest.advanceTimersByTime(60_000)
    expect(lines.slice(1)).toEqual([
      "refused 401 (999 more like it in a minute)",
    ])
    note("401", 5)
    jest.advanceTimersByTime(60_000)
    expect(lines.slice(2)).toEqual(["refused 401 (5 more like it in a minute)"])
  })

  it("counts each kind by itself", () => {
    note("401", 2)
    note("404", 2)
    expect(lines).toEqual(["refused 401", "refused 404"])
  })

  it("is quiet after a quiet minute, and begins anew", () => {
    note("401")
    jest.advanceTimersByTime(600_000)
    expect(lines).toEqual(["refused 401"])
    expect(jest.getTimerCount()).toBe(0)
    note("401")
    expect(lines).toHaveLength(2)
  })
})
