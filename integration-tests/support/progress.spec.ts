import { Progress } from "./progress"

describe("progress", () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  it("says what begins, that it is still running, and how long it took", () => {
    let text = ""
    const progress = new Progress((more) => (text += more))

    progress.begin("Migrating")
    jest.advanceTimersByTime(23_000)
    progress.begin("Starting")
    jest.advanceTimersByTime(1_500)
    progress.end()
    progress.end()
    jest.advanceTimersByTime(60_000)

    expect(text.split("\n")).toEqual([
      "Migrating ...",
      "  still running after 10 s",
      "  still running after 20 s",
      "  took 23 s",
      "Starting ...",
      "  took 1.5 s",
      "",
    ])
  })
})
