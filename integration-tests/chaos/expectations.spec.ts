import { judgeOutcomes } from "./campaign"

describe("what a campaign expects of each kind of scenario", () => {
  const half = {
    buy: { settled: [0.4, 0.6] as [number, number], reasons: ["x"] },
  }

  it("is met by a share within the range, and by reasons that it names", () => {
    expect(judgeOutcomes({ buy: { settled: 5, x: 5 } }, half)).toEqual([])
  })

  it.each([
    [
      "too many",
      { settled: 9, x: 1 },
      "buy: 9 of 10 are settled, not 0.4 to 0.6",
    ],
    [
      "too few",
      { settled: 1, x: 9 },
      "buy: 1 of 10 are settled, not 0.4 to 0.6",
    ],
    ["none", { x: 10 }, "buy: 0 of 10 are settled, not 0.4 to 0.6"],
    ["another reason", { settled: 5, x: 3, y: 2 }, "buy: 2 x y"],
  ])("is not met by %s", (_what, outcomes, sentence) => {
    expect(judgeOutcomes({ buy: outcomes }, half)).toEqual([sentence])
  })
})
