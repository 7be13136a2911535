import { nextLookMs } from "./pace"

describe("the time to the next look", () => {
  const at =
    (phase: Parameters<typeof nextLookMs>[0]["phase"]) => (quiet: number) =>
      nextLookMs({ phase, quiet, failed: 0 })

  it("is short at first, and grows while nothing happens, up to 15 seconds", () => {
    const waits = [0, 1, 5, 20, 500].map(at("waiting"))
    expect(waits).toEqual([2_000, 2_500, 6_104, 15_000, 15_000])
  })

  it("is shortest while the order is being placed", () => {
    expect(at("placing_order")(0)).toBe(1_000)
  })

  it("is long where only late news can come", () => {
    expect(at("expired")(0)).toBe(5_000)
    expect(at("attention")(100)).toBe(60_000)
  })

  it("grows with each look that brought no answer, up to 30 seconds", () => {
    const waits = [1, 2, 50].map((failed) =>
      nextLookMs({ phase: "waiting", quiet: 0, failed })
    )
    expect(waits).toEqual([2_000, 2_500, 30_000])
  })
})
