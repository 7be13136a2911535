import { atLeast, atMost, figuresTable, median } from "./figure"
import { ratios, timeRounds } from "./rounds"

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

  it("compares within each round", () => {
    const round = (a: number, b: number) => new Map(Object.entries({ a, b }))
    const rounds = [round(90, 100), round(1, 100), round(19, 20)]
    expect(ratios(rounds, "a", "b")).toEqual([0.9, 0.01, 0.95])
  })
})

describe("a figure", () => {
  it("is good enough at its goal", () => {
    expect(atLeast(0.9, "x", 0.9).ok).toBe(true)
    expect(atLeast(0.9, "x", 0.8999).ok).toBe(false)
    expect(atMost(1.3, "x", 1.3).ok).toBe(true)
    expect(atMost(1.3, "x", 1.3001).ok).toBe(false)
  })

  it("is the middle of the rounds, with the least and the greatest beside it", () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(atLeast(0.9, "x", [0.95, 0.01, 0.9])).toMatchObject({
      value: 0.9,
      spread: [0.01, 0.95],
      ok: true,
    })
    expect(atLeast(0.9, "x", 1)).not.toHaveProperty("spread")
  })

  it("has a line in the table, and a miss shows", () => {
    const table = figuresTable([
      atLeast(0.9, "short", 1),
      atMost(60, "a longer name", [70, 50, 99], "MB"),
    ])
    expect(table).toBe(
      "ok    short             1.000 x   at least 0.9\n" +
        "MISS  a longer name    70.000 MB  at most 60    (50.000 to 99.000)\n"
    )
  })
})
