import { atLeast, moreThan } from "./figure"
import { figuresTable } from "./figures-table"
import { median, medianRatio, timeRounds } from "./rounds"

describe("timing in rounds", () => {
  it("gives everyone a turn per round, a different one first each time", async () => {
    const turns: string[] = []
    const contender = (name: string) => (times: number) => {
      turns.push(`${name}${times}`)
    }
    const rounds = await timeRounds(
      { a: contender("a"), b: contender("b"), c: contender("c") },
      { rounds: 3, times: 7 }
    )
    expect(turns.map((turn) => turn[0]).join("")).toBe(
      "cab" + "abc" + "bca" + "cab"
    )
    expect(new Set(turns)).toEqual(new Set(["a7", "b7", "c7"]))
    expect(rounds.map((round) => [...round.keys()].sort())).toEqual(
      Array(3).fill(["a", "b", "c"])
    )
  })

  it("compares by the middle of the rounds' own ratios", () => {
    const round = (a: number, b: number) => new Map(Object.entries({ a, b }))
    const rounds = [round(90, 100), round(1, 100), round(19, 20)]
    expect(medianRatio(rounds, "a", "b")).toBe(0.9)
    expect(median([3, 1, 2])).toBe(2)
  })
})

describe("a figure", () => {
  it("is good enough at its goal, or only above it", () => {
    expect(atLeast(0.9, "x", 0.9).ok).toBe(true)
    expect(atLeast(0.9, "x", 0.8999).ok).toBe(false)
    expect(moreThan(1, "x", 1).ok).toBe(false)
    expect(moreThan(1, "x", 1.0001).ok).toBe(true)
  })

  it("has a line in the table, and a miss shows", () => {
    const table = figuresTable([
      atLeast(0.9, "short", 1),
      atLeast(0.8, "a longer name", 0.5),
    ])
    expect(table).toBe(
      "ok    short            1.000 x  goal 0.9\n" +
        "MISS  a longer name    0.500 x  goal 0.8\n"
    )
  })
})
